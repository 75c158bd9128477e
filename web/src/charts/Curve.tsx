// A value over simulations or plies: green above even, purple below, with marks to click.
import type { JSX } from "preact";
import { signed } from "../format";

export interface Point {
  x: number;
  y: number; // −1 … 1
}

interface Props {
  points: readonly Point[];
  label: string;
  height?: number;
  at?: number | null; // an x to mark
  marks?: readonly { x: number; y: number; class: string; title: string }[];
  onPick?: (x: number) => void;
  ends?: [string, string]; // the words below, left and right
}

const WIDTH = 600;

export function Curve({ points, label, height = 84, at, marks, onPick, ends }: Props): JSX.Element {
  const first = points[0]?.x ?? 0;
  const last = Math.max(first + 1, points.at(-1)?.x ?? 1);
  const px = (x: number): number => ((x - first) / (last - first)) * WIDTH;
  const py = (y: number): number => (height / 2) * (1 - 0.94 * Math.max(-1, Math.min(1, y)));
  const line = points.map((point, i) => `${i ? "L" : "M"}${px(point.x).toFixed(1)} ${py(point.y).toFixed(1)}`).join("");
  const zero = height / 2;
  const area = points.length > 1 ? `${line}L${px(points.at(-1)!.x).toFixed(1)} ${zero}L0 ${zero}Z` : "";
  const end = points.at(-1);
  const id = `c${label.replace(/\W/g, "")}`;
  return (
    <figure class="curve">
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}${end ? `: now ${signed(end.y)}` : ""}`}
        onClick={(event) => {
          if (!onPick) return;
          const box = event.currentTarget.getBoundingClientRect();
          onPick(first + ((event.clientX - box.left) / box.width) * (last - first));
        }}
        class={onPick ? "pick" : undefined}
      >
        <defs>
          <clipPath id={`${id}a`}>
            <rect width={WIDTH} height={zero} />
          </clipPath>
          <clipPath id={`${id}b`}>
            <rect y={zero} width={WIDTH} height={zero} />
          </clipPath>
        </defs>
        <path class="f-good area" d={area} clip-path={`url(#${id}a)`} />
        <path class="f-bad area" d={area} clip-path={`url(#${id}b)`} />
        <line class="axis" x1="0" x2={WIDTH} y1={zero} y2={zero} />
        {at !== null && at !== undefined ? <line class="at" x1={px(at)} x2={px(at)} y1="0" y2={height} /> : null}
        <path class="line" d={line} />
      </svg>
      {marks?.map((mark) => (
        <button
          type="button"
          key={mark.x}
          class={`dot ${mark.class}`}
          style={{ left: `${(px(mark.x) / WIDTH) * 100}%`, top: `${(py(mark.y) / height) * 100}%` }}
          title={mark.title}
          aria-label={mark.title}
          onClick={() => onPick?.(mark.x)}
        />
      ))}
      <figcaption>
        <span>{ends?.[0] ?? ""}</span>
        <span>{ends?.[1] ?? ""}</span>
      </figcaption>
    </figure>
  );
}
