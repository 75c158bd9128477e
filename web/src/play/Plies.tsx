// The moves as a strip: a click on one shows the position after it.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { look, ply, points } from "../game";
import type { TableShown } from "../protocol";

export function Plies({ now }: { now: TableShown }): JSX.Element {
  const strip = useRef<HTMLOListElement>(null);
  const at = ply.value;
  useEffect(() => {
    const box = strip.current;
    const current = box?.querySelector<HTMLElement>("[aria-current]");
    if (box && current) box.scrollLeft = current.offsetLeft - box.clientWidth / 2;
  }, [at, now.moves.length]);
  if (!now.moves.length) return <p class="plies soft">{opening(now)}</p>;
  const marks = new Map(points.value.map((point) => [point.ply, point.mark]));
  return (
    <ol class="plies" ref={strip} aria-label="Moves">
      <li>
        <button type="button" aria-current={at === 0 ? "step" : undefined} onClick={() => void look(0)}>
          start
        </button>
      </li>
      {now.moves.map((move, number) => {
        const mark = marks.get(number + 1) ?? "";
        return (
          <li key={number}>
            <button
              type="button"
              class={`${move.player < 0 ? "chance" : ""} ${mark}`}
              aria-current={at === number + 1 ? "step" : undefined}
              title={mark === "blunder" ? "blunder" : undefined}
              onClick={() => void look(number + 1)}
            >
              {move.player >= 0 ? <i class={`stone tiny b-${now.seats[move.player]?.colour ?? "seat0"}`} /> : <span class="hidden">die </span>}
              {move.player < 0 ? `⚀⚁⚂⚃⚄⚅`[Number(move.name) - 1] ?? move.name : move.name}
              {mark === "blunder" ? "??" : ""}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function opening(now: TableShown): string {
  if (!now.seats.some((seat) => seat.person)) return "The engines play: watch, or click a seat to take it.";
  return now.thinking === null ? "Click the board to make the first move, or type its name." : "The engine begins.";
}
