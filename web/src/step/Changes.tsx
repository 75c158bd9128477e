// The back-up: every node of the path, before and after it.
import type { JSX } from "preact";
import { signed, whole } from "../format";
import type { ChangeShown } from "../protocol";

export function Changes({ changes, reached }: { changes: readonly ChangeShown[]; reached: number }): JSX.Element {
  return (
    <div class="scroll">
      <table class="changes">
        <caption class="hidden">Nodes before and after the back-up</caption>
        <thead>
          <tr>
            <th scope="col">node</th>
            <th scope="col" class="num">
              visits
            </th>
            <th scope="col" class="num">
              value
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change, number) => {
            // The table begins at the root, the back-up at the leaf.
            const done = changes.length - number <= reached;
            return (
              <tr key={number} class={done ? "done" : ""}>
                <th scope="row">
                  {change.place} <small>{change.seat}</small>
                </th>
                <td class="num">
                  <s>{whole(change.visits_before)}</s> <b>{whole(change.visits_after)}</b>
                </td>
                <td class="num">
                  <s>{change.visits_before ? signed(change.value_before, 3) : "–"}</s> <b>{signed(change.value_after, 3)}</b>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
