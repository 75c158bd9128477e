// "Why here?": all children of a node on the path, with the terms of the scores that select compared.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { signed, whole } from "../format";
import type { ComparisonTable } from "../protocol";
import { scaleOf, TermsBar } from "../search/TermsBar";

export function Comparisons({ tables, rule }: { tables: readonly ComparisonTable[]; rule: string }): JSX.Element | null {
  const [at, setAt] = useState(0);
  const table = tables[Math.min(at, tables.length - 1)];
  if (!table) return null;
  const scale = scaleOf(table.candidates);
  return (
    <details class="why">
      <summary>Why here?</summary>
      <p class="soft">
        The largest score wins. {rule}
      </p>
      {tables.length > 1 ? (
        <div class="row" role="group" aria-label="Node of the path">
          {tables.map((each, number) => (
            <button key={number} type="button" class="small" aria-pressed={each === table} onClick={() => setAt(number)}>
              {each.place}
            </button>
          ))}
        </div>
      ) : null}
      <div class="scroll">
        <table class="moves">
          <caption class="hidden">Children of {table.place}, compared</caption>
          <thead>
            <tr>
              <th scope="col">move</th>
              <th scope="col" class="num">
                visits
              </th>
              {table.terms.map((term) => (
                <th key={term} scope="col" class="num">
                  {term}
                </th>
              ))}
              <th scope="col" class="score always">
                {table.terms.length > 1 ? table.terms.join(" + ") : "score"}
              </th>
            </tr>
          </thead>
          <tbody>
            {table.candidates.map((each) => (
              <tr key={each.name} class={each.chosen ? "next hot" : ""}>
                <th scope="row">
                  <b class="move">{each.name}</b>
                  {each.chosen ? <span class="hidden"> chosen</span> : null}
                </th>
                <td class="num">{whole(each.visits)}</td>
                {table.terms.map((term, i) => (
                  <td key={term} class="num">
                    {each.score === null ? "–" : signed(each.terms[i], 3)}
                  </td>
                ))}
                <td class="score always">
                  <TermsBar scored={each} scale={scale} names={table.terms} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
