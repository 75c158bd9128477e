// The moves at the root: the search's numbers for each, and the scores that its next choice compares.
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { scaled } from "../board/heat";
import { short, signed, whole } from "../format";
import type { ChildShown } from "../protocol";
import { scaleOf, TermsBar } from "./TermsBar";

interface Props {
  moves: readonly ChildShown[];
  terms: readonly string[];
  following: readonly number[];
  range: readonly [number, number];
  hot: Signal<number | null>;
  onPick?: (action: number) => void;
  compact?: boolean;
}

const TALL = 10; // more moves scroll in a window of their own

export function MovesTable(props: Props): JSX.Element {
  const { moves, range, hot, following } = props;
  const most = Math.max(1, ...moves.map((move) => move.visits));
  const scale = scaleOf(moves);
  const exact = moves.some((move) => move.exact !== null);
  const words = props.terms.join(" + ");
  const searched = moves.some((move) => move.visits > 0) || !exact; // a solver alone counts no visits
  return (
    <div class={`scroll ${moves.length > TALL ? "tall" : ""}`}>
      <table class={`moves ${props.compact ? "compact" : ""}`}>
        <caption class="hidden">Moves with visits, value and score</caption>
        <thead>
          <tr>
            <th scope="col">move</th>
            {searched ? (
              <th scope="col" class="num">
                visits
              </th>
            ) : null}
            <th scope="col" class="num">
              value
            </th>
            {searched ? (
              <th scope="col" class="wide">
                −1 <span>95 % interval</span> +1
              </th>
            ) : null}
            {props.compact ? null : (
              <th scope="col" class="score">
                score{words ? ` = ${words}` : ""}
              </th>
            )}
            {exact ? <th scope="col">exact</th> : null}
          </tr>
        </thead>
        <tbody>
          {moves.map((move) => {
            const next = following.includes(move.action);
            return (
              <tr
                key={move.action}
                class={`${hot.value === move.action ? "hot" : ""} ${next ? "next" : ""}`}
                onPointerEnter={() => (hot.value = move.action)}
                onPointerLeave={() => hot.value === move.action && (hot.value = null)}
              >
                <th scope="row">
                  <button
                    type="button"
                    class="move"
                    title={next ? nextWords(following.length) : undefined}
                    onClick={() => props.onPick?.(move.action)}
                    onFocus={() => (hot.value = move.action)}
                    onBlur={() => hot.value === move.action && (hot.value = null)}
                  >
                    {move.name}
                    {next ? <span class="hidden"> ({nextWords(following.length)})</span> : null}
                  </button>
                </th>
                {searched ? (
                  <td class="num visits">
                    <i style={{ width: `${(100 * move.visits) / most}%` }} />
                    <span>{props.compact ? short(move.visits) : whole(move.visits)}</span>
                  </td>
                ) : null}
                <td class="num">{move.visits || move.exact !== null ? signed(move.value, 3) : "–"}</td>
                {searched ? (
                  <td class="wide">
                    <Interval move={move} range={range} />
                  </td>
                ) : null}
                {props.compact ? null : (
                  <td class="score">
                    <TermsBar scored={move} scale={scale} names={props.terms} />
                  </td>
                )}
                {exact ? <td>{move.exact === null ? null : <Exact value={move.exact} range={range} />}</td> : null}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function nextWords(count: number): string {
  return count === 1 ? "the next simulation goes here" : `one of the ${count} moves among which the next simulation draws`;
}

export function Exact({ value, range }: { value: number; range: readonly [number, number] }): JSX.Element {
  const at = scaled(value, range);
  const word = at >= 0.999 ? "wins" : at <= -0.999 ? "loses" : Math.abs(at) < 0.001 ? "draws" : signed(value);
  return <span class={`pill ${at > 0 ? "win" : at < 0 ? "loss" : ""}`}>{word}</span>;
}

function Interval({ move, range }: { move: ChildShown; range: readonly [number, number] }): JSX.Element {
  const x = (value: number): number => 50 + 48 * scaled(value, range);
  const low = x(move.low);
  const high = x(move.high);
  const at = x(move.value);
  return (
    <svg class="interval" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
      <line class="axis" x1="2" x2="98" y1="7" y2="7" />
      <line class="axis" x1="50" x2="50" y1="3" y2="11" />
      {move.visits ? <rect class="span" x={low} width={Math.max(0.6, high - low)} y="4" height="6" rx="1.5" /> : null}
      {move.visits ? <rect class={`at ${at >= 50 ? "f-good" : "f-bad"}`} x={at - 0.9} width="1.8" y="1.5" height="11" /> : null}
    </svg>
  );
}
