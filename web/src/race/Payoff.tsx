// Who beat whom: the score of the row against the column, green where the row is ahead.
import type { JSX } from "preact";
import { percent } from "../format";
import type { PayoffCell, RaceShown } from "../protocol";

export function Payoff({ race }: { race: RaceShown }): JSX.Element {
  return (
    <div class="scroll">
      <table class="payoff">
        <caption class="hidden">Score of each row against each column</caption>
        <thead>
          <tr>
            <td />
            {race.names.map((name, number) => (
              <th key={name} scope="col" title={name}>
                {number + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {race.names.map((name, row) => (
            <tr key={name}>
              <th scope="row" title={name}>
                <small>{row + 1}</small> {name}
              </th>
              {race.names.map((other, column) => (
                <Cell key={other} cell={race.payoff[row]?.[column] ?? null} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ cell }: { cell: PayoffCell | null }): JSX.Element {
  const games = cell ? cell.wins + cell.draws + cell.losses : 0;
  if (!cell || !games) return <td class="none">·</td>;
  const score = (cell.wins + cell.draws / 2) / games;
  const lean = Math.abs(score - 0.5) * 2;
  return (
    <td style={{ background: `color-mix(in oklab, var(--${score >= 0.5 ? "good" : "bad"}) ${Math.round(10 + 80 * lean)}%, var(--card))` }} title={`${cell.wins} won, ${cell.draws} drawn, ${cell.losses} lost`}>
      <b>{percent(score)}</b>
      <small>
        {cell.wins}–{cell.draws}–{cell.losses}
      </small>
    </td>
  );
}
