// Play: the board, the players, and the commands of a game.
import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Board, type Drop, typeMoves } from "../board/Board";
import { Die } from "../board/Die";
import { type Heat, scaled } from "../board/heat";
import { EvalBar } from "../charts/EvalBar";
import { signed, short } from "../format";
import { bars, command, drawn, facts, hint, live, look, moved, play, ply, table, thought, trouble } from "../game";
import { Controls } from "../play/Controls";
import { Plies } from "../play/Plies";
import { Seats } from "../play/Seats";
import { SidePanel } from "../play/SidePanel";
import type { BoardShown, Hint, TableShown } from "../protocol";
import { rewrite } from "../route";
import { childrenHeat } from "../search/Position";
import { Button, Trouble } from "../ui/controls";

export function Play(): JSX.Element {
  const now = table.value;
  const hot = useSignal<number | null>(null);
  useEffect(() => {
    if (now) rewrite("play", { game: now.game, moves: now.position, seats: now.seats.map((seat) => seat.agent).join(";") });
  }, [now]);
  useShortcuts();
  return (
    <div class="columns">
      <section class="card hero" aria-label="Game">
        {now ? <Stage now={now} hot={hot} /> : <Waiting />}
      </section>
      <div class="column">{now ? <SidePanel now={now} hot={hot} /> : null}</div>
    </div>
  );
}

/** The shape of the page before the first answer: no spinner, nothing jumps. */
function Waiting(): JSX.Element {
  return <div class="waiting" aria-label="The board is loading" />;
}

function Stage({ now, hot }: { now: TableShown; hot: Signal<number | null> }): JSX.Element {
  const shown = live.value ? now : (drawn.value ?? now);
  const known = facts.value;
  const range = known?.value_range ?? [-1, 1];
  const bar = bars.value.get(ply.value) ?? null;
  const mine = live.value ? now.legal : (drawn.value?.moves ?? []);
  const advice = hint.value;
  const thinks = live.value && now.thinking !== null && thought.value?.ply === now.moves.length ? thought.value.opinion : null;
  const drop = useDrop(now);
  return (
    <>
      <Seats now={now} bar={bar} />
      <div class="stage">
        <EvalBar values={now.over && live.value && now.returns ? now.returns : (bar?.values ?? null)} range={range} seats={now.seats} exact={bar?.exact ?? false} />
        <Board
          board={shown.board}
          label={`${known?.game ?? now.game}: ${shown.status}`}
          hot={hot}
          heat={advice ? adviceHeat(advice, range) : thinks ? childrenHeat(thinks.moves, range) : undefined}
          hint={advice?.action}
          drop={live.value ? drop : null}
          playable={mine.map((move) => move.action)}
          onPlay={mine.length ? (action) => void play(action) : undefined}
        />
        {known?.dice ? <Die moved={moved.value} /> : null}
      </div>
      <Chips board={shown.board} playable={mine.map((move) => move.action)} />
      <p class="hidden" role="status" aria-live="polite">
        {announce(now)}
      </p>
      <Trouble text={trouble.value || now.trouble} />
      <Controls now={now} />
      <Plies now={now} />
    </>
  );
}

/** The stone of the latest move, in games whose stones fall into columns. */
function useDrop(now: TableShown): Drop | null {
  const before = useRef<TableShown | null>(null);
  const drop = useRef<Drop | null>(null);
  const last = now.moves.at(-1);
  if (before.current !== now) {
    const fresh = before.current?.table === now.table && before.current.moves.length === now.moves.length - 1;
    const spot = fresh ? before.current?.board.spots.find((each) => each.action === last?.action) : undefined;
    const falls = spot && last && last.player >= 0 && spot.hit[3] > 3 * spot.hit[2];
    if (falls) drop.current = { spot, colour: now.seats[last.player]?.colour ?? "seat0", ply: now.moves.length };
    else if (before.current?.moves.length !== now.moves.length) drop.current = null;
    before.current = now;
  }
  return drop.current;
}

/** On a phone, moves that are words on the board (roll, hold, pass) are large buttons below it. */
function Chips({ board, playable }: { board: BoardShown; playable: readonly number[] }): JSX.Element | null {
  const chips = board.spots.filter((spot) => spot.below && playable.includes(spot.action));
  if (!chips.length) return null;
  return (
    <div class="chips row">
      {chips.map((spot) => (
        <Button key={spot.action} label={spot.name} onClick={() => void play(spot.action)} />
      ))}
    </div>
  );
}

function adviceHeat(advice: Hint, range: readonly [number, number]): Heat[] {
  const most = Math.max(1, ...advice.moves.map((move) => move.visits));
  return advice.moves.map((move) => ({
    action: move.action,
    value: scaled(move.exact ?? move.value, range),
    share: advice.exact ? 1 : move.visits / most,
    label: signed(move.exact ?? move.value),
    note: move.visits ? short(move.visits) : "",
  }));
}

function announce(now: TableShown): string {
  const last = now.moves.at(-1);
  const who = last && last.player >= 0 ? `${now.seats[last.player]?.name ?? ""} played ${last.name}. ` : last ? `The die shows ${last.name}. ` : "";
  return who + (now.over ? now.result : now.status);
}

function useShortcuts(): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      const now = table.value;
      if (!now || target.closest("input, select, textarea, .sheet, dialog")) return;
      const held = event.ctrlKey || event.metaKey;
      if (held && event.key.toLowerCase() === "z" && !event.shiftKey) void command("undo");
      else if (held && (event.key.toLowerCase() === "y" || event.key.toLowerCase() === "z")) void command("redo");
      else if (!held && (event.key === "ArrowLeft" || event.key === "ArrowRight") && !target.closest(".board, .tree")) {
        void look(ply.value + (event.key === "ArrowLeft" ? -1 : 1));
      } else {
        const board = live.value ? now.board : drawn.value?.board;
        const legal = new Set((live.value ? now.legal : (drawn.value?.moves ?? [])).map((move) => move.action));
        if (!board || !typeMoves(event, board.spots.filter((spot) => legal.has(spot.action)), (action) => void play(action))) return;
      }
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
