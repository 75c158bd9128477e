// The node selected in the tree: its position, its line, its numbers.
import type { JSX } from "preact";
import { Tiny } from "../board/Board";
import { signed, whole } from "../format";
import type { NodeShown } from "../protocol";
import { Button } from "../ui/controls";
import { lineTo, type Watched } from "./watch";

export function NodePanel({ search, nodes }: { search: Watched; nodes: readonly NodeShown[] }): JSX.Element | null {
  const id = search.selected.value;
  const node = id === null ? undefined : nodes.find((each) => each.node === id && !each.note);
  const found = search.node.value?.node === id ? search.node.value : null;
  if (!node) return nodes.length ? <p class="soft foot">Click a node to see its position; click it again to fold the nodes below it.</p> : null;
  const line = lineTo(nodes, node.node);
  return (
    <div class="node-panel">
      {found?.board ? <Tiny board={found.board} label={`Position after ${line.join(" ") || "no move"}`} /> : <span />}
      <div>
        <p class="line">{line.length ? line.map((name, i) => <span key={i}>{name}</span>) : <span>the root</span>}</p>
        <p class="soft">
          {whole(node.visits)} visits, value {signed(node.value, 3)}
          {node.exact === null ? "" : `, proven ${signed(node.exact)}`}
        </p>
        {found?.children.length ? (
          <p class="soft">
            Then:{" "}
            {found.children
              .filter((child) => !child.note)
              .slice(0, 6)
              .map((child) => `${child.name} ${signed(child.value)} (${whole(child.visits)})`)
              .join(" · ")}
          </p>
        ) : null}
      </div>
      <Button icon="close" label="Close" iconOnly small kind="quiet" onClick={() => (search.selected.value = null)} />
    </div>
  );
}
