// A score as a bar of its terms, end to end: the first in ink, the rest in grey.
import type { JSX } from "preact";
import { signed } from "../format";

export interface Scored {
  score: number | null; // null: infinite, never tried
  terms: readonly (number | null)[];
}

export interface Scale {
  low: number;
  high: number;
}

function parts({ score, terms }: Scored): readonly (number | null)[] {
  return terms.length ? terms : [score];
}

/** One scale for all scores that are compared. */
export function scaleOf(all: readonly Scored[]): Scale {
  let low = 0;
  let high = 0;
  for (const each of all) {
    if (each.score === null) continue;
    let sum = 0;
    for (const term of parts(each)) {
      sum += term ?? 0;
      low = Math.min(low, sum);
      high = Math.max(high, sum);
    }
  }
  return { low, high: high > low ? high : low + 1 };
}

export function TermsBar({ scored, scale, names }: { scored: Scored; scale: Scale; names: readonly string[] }): JSX.Element {
  if (scored.score === null) return <small>not tried yet</small>;
  const x = (value: number): number => (100 * (value - scale.low)) / (scale.high - scale.low);
  let sum = 0;
  const words = parts(scored).map((term, i) => `${names[i] ?? "score"} ${signed(term, 3)}`).join(", ");
  return (
    <span class="terms" title={`${words}; together ${signed(scored.score, 3)}`}>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        {parts(scored).map((term, i) => {
          const from = x(sum);
          sum += term ?? 0;
          const to = x(sum);
          return <rect key={i} class={`term t${Math.min(i, 3)}`} x={Math.min(from, to)} width={Math.max(0.4, Math.abs(to - from))} y={i ? 2.5 : 1} height={i ? 5 : 8} />;
        })}
        <line class="zero" x1={x(0)} x2={x(0)} y1="0" y2="10" />
      </svg>
      <span>{signed(scored.score, 3)}</span>
    </span>
  );
}
