// A board: the server sends the drawing; the places to click, heat map, ghosts and rings are added here.
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { BoardShown, SpotShown } from "../protocol";
import { type Heat, valueClass, valueOpacity } from "./heat";
import { nearest, typed } from "./keys";

interface Props {
  board: BoardShown;
  label: string;
  heat?: readonly Heat[] | undefined;
  hot?: Signal<number | null>; // the move under the pointer, here or elsewhere on the page
  onPlay?: ((action: number) => void) | undefined;
  playable?: readonly number[] | undefined; // actions that may be clicked; omitted: every spot
  verb?: string; // what a click does, for screen readers
  hint?: number | null | undefined; // a move to point at
  next?: readonly number[]; // moves that the next simulation chooses from
  ghost?: BoardShown | null; // a later position, drawn faintly on top
  drop?: Drop | null; // a stone on its way to its place
}

/** A stone that falls into its column. */
export interface Drop {
  spot: SpotShown;
  colour: string;
  ply: number;
}

export function Board(props: Props): JSX.Element {
  const { board, heat, hot } = props;
  const box = useRef<SVGSVGElement>(null);
  const margin = 4;
  const playable = props.onPlay ? (props.playable ?? board.spots.map((spot) => spot.action)) : [];
  const hits = board.spots.filter((spot) => props.onPlay && playable.includes(spot.action));
  const spots = new Map(board.spots.map((spot) => [spot.action, spot]));
  const marks = (heat ?? []).filter((mark) => spots.has(mark.action));
  const longest = Math.max(3, ...marks.map((mark) => mark.label.length));
  const words = new Map((heat ?? []).map((mark) => [mark.action, `, value ${mark.label}, ${mark.note} visits`]));
  return (
    <svg
      ref={box}
      class="board"
      viewBox={`${-margin} ${-margin} ${board.width + 2 * margin} ${board.height + 2 * margin}`}
      role="group"
      aria-label={props.label}
      onKeyDown={(event) => {
        const target = (event.target as Element).closest<SVGElement>("[data-action]");
        const action = target ? Number(target.dataset["action"]) : null;
        if ((event.key === "Enter" || event.key === " ") && action !== null && props.onPlay) {
          event.preventDefault();
          props.onPlay(action);
          return;
        }
        const to = nearest(hits, action, event.key);
        if (to === null) return;
        event.preventDefault();
        box.current?.querySelector<SVGElement>(`.hit[data-action="${to}"]`)?.focus();
      }}
    >
      <g class={props.ghost ? "under" : undefined} dangerouslySetInnerHTML={{ __html: board.svg }} />
      {props.drop ? <Falling key={props.drop.ply} drop={props.drop} /> : null}
      {props.ghost ? <g class="ghost" dangerouslySetInnerHTML={{ __html: props.ghost.svg }} /> : null}
      <g class="marks">
        {marks.map((mark) => (
          <Mark key={mark.action} mark={mark} spot={spots.get(mark.action)!} longest={longest} />
        ))}
      </g>
      {hot ? <Hot hot={hot} spots={spots} /> : null}
      {props.next?.map((action) => {
        const spot = spots.get(action);
        return spot && !spot.below ? <circle key={action} class="following" cx={spot.x} cy={spot.y} r={radius(spot) * 0.97} /> : null;
      })}
      {props.hint !== null && props.hint !== undefined && spots.has(props.hint) ? <Ring spot={spots.get(props.hint)!} class="hint" /> : null}
      <g>
        {hits.map((spot, number) => (
          <rect
            key={spot.action}
            class="hit"
            data-action={spot.action}
            role="button"
            tabindex={number === Math.floor(hits.length / 2) ? 0 : -1}
            aria-label={`${props.verb ?? "Play"} ${spot.name}${words.get(spot.action) ?? ""}`}
            x={spot.hit[0]}
            y={spot.hit[1]}
            width={spot.hit[2]}
            height={spot.hit[3]}
            rx="8"
            onClick={() => props.onPlay?.(spot.action)}
            onPointerEnter={() => hot && (hot.value = spot.action)}
            onPointerLeave={() => hot && hot.value === spot.action && (hot.value = null)}
            onFocus={() => hot && (hot.value = spot.action)}
            onBlur={() => hot && hot.value === spot.action && (hot.value = null)}
          />
        ))}
      </g>
    </svg>
  );
}

/** A small board without places to click. */
export function Tiny({ board, label }: { board: BoardShown; label: string }): JSX.Element {
  return (
    <svg class="tiny" viewBox={`-4 -4 ${board.width + 8} ${board.height + 8}`} role="img" aria-label={label}>
      <g dangerouslySetInnerHTML={{ __html: board.svg }} />
    </svg>
  );
}

/** Typing a move's name anywhere on the page plays it: "4", or "b2". */
export function typeMoves(event: KeyboardEvent, spots: readonly SpotShown[], play: (action: number) => void): boolean {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog, .sheet")) return false;
  const action = typed(event.key, spots);
  if (action === null) return false;
  play(action);
  return true;
}

/** Covers the hole while the stone falls; after the landing, the stone in the drawing below shows. */
function Falling({ drop: { spot, colour } }: { drop: Drop }): JSX.Element {
  const size = radius(spot);
  const height = spot.y - spot.hit[1];
  return (
    <g class="falling" aria-hidden="true">
      <circle class="f-hole" cx={spot.x} cy={spot.y} r={size} />
      <circle class={`stone-falls f-${colour}`} cx={spot.x} cy={spot.y} r={size * 0.98} style={{ "--height": `${-height}px` }} />
    </g>
  );
}

function radius(spot: SpotShown): number {
  return Math.min(spot.width, spot.height) / 2;
}

function Mark({ mark, spot, longest }: { mark: Heat; spot: SpotShown; longest: number }): JSX.Element {
  if (spot.below) {
    const left = spot.x - spot.width / 2;
    const bottom = spot.y + spot.height / 2;
    return (
      <g>
        <rect class="f-even" x={left} y={bottom + 3} width={spot.width} height="4" rx="2" />
        <rect class={valueClass(mark.value)} x={left} y={bottom + 3} width={Math.max(4, spot.width * mark.share)} height="4" rx="2" />
        <text class="f-ink" x={spot.x} y={bottom + 19} text-anchor="middle" font-size="11" font-weight="600">
          {mark.label}
        </text>
      </g>
    );
  }
  const r = radius(spot);
  const size = Math.min(14, (1.7 * r) / longest / 0.56);
  const both = mark.note && r > 20;
  return (
    <g>
      <circle class="f-card" cx={spot.x} cy={spot.y} r={r * 0.92} />
      <circle
        class={`${valueClass(mark.value)} heat`}
        cx={spot.x}
        cy={spot.y}
        r={r * (0.28 + 0.64 * Math.sqrt(mark.share))}
        fill-opacity={valueOpacity(mark.value)}
      />
      {size >= 6.5 ? (
        <text class="f-ink" x={spot.x} y={spot.y + (both ? size * -0.06 : size * 0.36)} text-anchor="middle" font-size={size} font-weight="600">
          {mark.label}
        </text>
      ) : null}
      {both && size >= 6.5 ? (
        <text class="f-ink" x={spot.x} y={spot.y + size * 0.98} text-anchor="middle" font-size={Math.max(9, size * 0.78)}>
          {mark.note}
        </text>
      ) : null}
    </g>
  );
}

function Ring({ spot, class: name }: { spot: SpotShown; class: string }): JSX.Element {
  if (spot.below || Math.abs(spot.width - spot.height) > 0.3 * spot.width) {
    return <rect class={`ring ${name}`} x={spot.x - spot.width / 2} y={spot.y - spot.height / 2} width={spot.width} height={spot.height} rx="8" />;
  }
  return <circle class={`ring ${name}`} cx={spot.x} cy={spot.y} r={radius(spot) * 0.97} />;
}

function Hot({ hot, spots }: { hot: Signal<number | null>; spots: Map<number, SpotShown> }): JSX.Element | null {
  const spot = hot.value === null ? undefined : spots.get(hot.value);
  return spot ? <Ring spot={spot} class="hot" /> : null;
}
