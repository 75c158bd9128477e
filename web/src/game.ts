// The current game: one table on the server, and the ply that the page shows.
import { batch, computed, signal } from "@preact/signals";
import { factsOf } from "./catalogue";
import { ask, on, onOpen, reason, Refusal } from "./connection";
import { levelAgent, USUAL } from "./levels";
import { recall, remember } from "./memory";
import { Newest } from "./newest";
import type { BarShown, Drawn, Effort, GameFacts, Hint, Moved, ReviewPoint, ReviewShown, TableShown, Thought } from "./protocol";

export const table = signal<TableShown | null>(null);
export const facts = signal<GameFacts | null>(null);
export const bars = signal<ReadonlyMap<number, BarShown>>(new Map()); // by ply
export const thoughts = signal<ReadonlyMap<number, Thought>>(new Map()); // agents' opinions, by the ply at which they move
export const hint = signal<Hint | null>(null);
export const moved = signal<Moved | null>(null); // the latest move, for animations
export const review = signal<ReviewShown | null>(null);
export const points = signal<readonly ReviewPoint[]>([]);
export const trouble = signal("");
export const busy = signal<"" | "hint" | "review">("");
// The ply that the page shows; null: the latest.
export const looked = signal<number | null>(null);
export const drawn = signal<Drawn | null>(null);

export const ply = computed(() => looked.value ?? table.value?.moves.length ?? 0);
export const live = computed(() => looked.value === null || looked.value === table.value?.moves.length);

/** The opinion of the agent to move at the shown ply, or else of the agent that moved last before it. */
export const thought = computed(() => {
  const at = thoughts.value;
  return (live.value ? at.get(ply.value) : undefined) ?? at.get(ply.value - 1) ?? null;
});

/** The moves up to a ply, as one text. */
export function positionAt(to: number): string {
  return (table.value?.moves ?? []).slice(0, to).map((move) => move.name).join(" ");
}

async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  trouble.value = "";
  try {
    await work();
    return true;
  } catch (error) {
    trouble.value = reason(error);
    return false;
  }
}

function show(shown: TableShown): void {
  const before = table.value;
  const same = before?.table === shown.table;
  batch(() => {
    table.value = shown;
    remember("table", shown.table);
    if (!same) forgetExtras();
    // Opinions about moves that were taken back no longer belong to this game.
    else if (before.moves.length > shown.moves.length) thoughts.value = new Map([...thoughts.value].filter(([at]) => at < shown.moves.length));
    if (!same || before.moves.length !== shown.moves.length) {
      hint.value = null;
      looked.value = null;
      drawn.value = null;
      if (shown.moves.length < (before?.moves.length ?? 0) || !shown.over) {
        review.value = null;
        points.value = [];
      }
    }
  });
  if (facts.value?.game !== shown.game) void factsOf(shown.game).then((found) => table.value?.game === shown.game && (facts.value = found));
}

function forgetExtras(): void {
  bars.value = new Map();
  thoughts.value = new Map();
  review.value = null;
  points.value = [];
  moved.value = null;
}

on("table", (message) => {
  if (message.table === table.value?.table) show(message);
});
on("moved", (message) => {
  if (message.table === table.value?.table) moved.value = message;
});
on("thought", (message) => {
  if (message.table === table.value?.table) thoughts.value = new Map(thoughts.value).set(message.ply, message);
});
on("evaluation", (message) => {
  if (message.table === table.value?.table) bars.value = new Map(bars.value).set(message.ply, message);
});
on("review_point", (message) => {
  if (message.table === table.value?.table) points.value = [...points.value, message];
});
onOpen(() => {
  const lost = table.value;
  if (lost) void ask("get_game", { table: lost.table }).then(adopt, () => revive(lost));
});

function adopt(shown: TableShown): void {
  show(shown);
  ask("set_bar", { table: shown.table, on: true }).catch((error: unknown) => (trouble.value = reason(error)));
}

/** The server has forgotten the table: set it up again as it was. */
async function revive(lost: TableShown): Promise<void> {
  await setUp(lost.game, lost.seats.map((seat) => seat.agent), lost.position);
}

const setUps = new Newest();

/** Set up a new table; without `seats`, with the usual players. */
export async function setUp(game: string, seats: string[] | null = null, position = ""): Promise<boolean> {
  const isNewest = setUps.ask();
  return attempt(async () => {
    const found = await ask("new_game", { game, seats: seats ?? (await usualSeats(game)), position });
    if (!isNewest()) return;
    adopt(found);
    remember("game", game);
  });
}

/** Open the table of the address, or else that of the last visit, or else a new one. */
export async function begin(game: string | null, seats: string[] | null, position: string): Promise<void> {
  if (!game) {
    const last = recall("table", "");
    if (last) {
      try {
        return adopt(await ask("get_game", { table: last }));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
  }
  const chosen = game ?? recall("game", "connect_four");
  if (await setUp(chosen, seats, position)) return;
  const said = trouble.value;
  await setUp("connect_four");
  trouble.value = said;
}

/** A person at the first seat, engines at the others. */
async function usualSeats(game: string): Promise<string[]> {
  const known = await factsOf(game).catch(() => null);
  return (known?.seats ?? [0, 1]).map((_, seat) => (seat ? levelAgent(USUAL) : "human"));
}

let playing = false;

/** Play a move; a click before the answer, such as the second of a double click, is dropped. */
export async function play(action: number): Promise<void> {
  const now = table.value;
  if (!now || playing) return;
  playing = true;
  if (live.value) await attempt(async () => show(await ask("play", { table: now.table, move: action, ply: now.moves.length })));
  else await goOn(action);
  playing = false;
}

/** Play another move at an earlier ply: the rest of the game is dropped. */
async function goOn(action: number): Promise<void> {
  const now = table.value!;
  const at = ply.value;
  await attempt(async () => {
    show(await ask("undo", { table: now.table, ply: at }));
    show(await ask("play", { table: now.table, move: action, ply: at }));
  });
}

export async function continueHere(): Promise<void> {
  const now = table.value;
  if (now) await attempt(async () => show(await ask("undo", { table: now.table, ply: ply.value })));
}

type Plain = "undo" | "redo" | "restart" | "resign";
export async function command(type: Plain): Promise<void> {
  const now = table.value;
  if (!now) return;
  await attempt(async () => {
    if (type === "restart") forgetExtras();
    show(await ask(type, { table: now.table }));
  });
}

export async function seat(agents: string[]): Promise<boolean> {
  const now = table.value;
  return now ? attempt(async () => show(await ask("set_seats", { table: now.table, seats: agents }))) : false;
}

export async function swap(): Promise<void> {
  const agents = table.value?.seats.map((each) => each.agent) ?? [];
  if (agents.length) await seat([...agents.slice(1), agents[0]!]);
}

/** Whether the table still has this position; otherwise an answer about it comes too late. */
function stillAt(then: TableShown): boolean {
  return table.value?.table === then.table && table.value.position === then.position;
}

export async function askHint(): Promise<void> {
  const now = table.value;
  if (!now) return;
  busy.value = "hint";
  await attempt(async () => {
    const found = await ask("get_hint", { table: now.table });
    if (stillAt(now)) hint.value = found;
  });
  busy.value = "";
}

export async function askReview(effort: Effort): Promise<void> {
  const now = table.value;
  if (!now) return;
  batch(() => {
    busy.value = "review";
    points.value = [];
    review.value = null;
  });
  await attempt(async () => {
    const found = await ask("get_review", { table: now.table, effort });
    if (!stillAt(now)) return;
    review.value = found;
    points.value = found.points;
  });
  busy.value = "";
}

export async function look(at: number): Promise<void> {
  const now = table.value;
  if (!now) return;
  const to = Math.max(0, Math.min(now.moves.length, Math.round(at)));
  looked.value = to === now.moves.length ? null : to;
  hint.value = null;
  if (looked.value === null) {
    drawn.value = null;
    return;
  }
  await attempt(async () => {
    const found = await ask("draw", { game: now.game, moves: now.moves.slice(0, to).map((move) => move.action) });
    if (looked.value === to) drawn.value = found;
  });
}

export async function saveText(): Promise<{ text: string; name: string } | null> {
  const now = table.value;
  if (!now) return null;
  try {
    const saved = await ask("save_game", { table: now.table });
    return { text: saved.text, name: saved.file_name };
  } catch (error) {
    trouble.value = reason(error);
    return null;
  }
}

export async function openText(text: string): Promise<boolean> {
  const seats = table.value?.seats.map((each) => each.agent) ?? [];
  return attempt(async () => {
    const saved = /^game:/m.test(text);
    const opened = saved
      ? await ask("open_game", { text })
      : await ask("new_game", { game: table.value?.game ?? "connect_four", seats, position: text });
    adopt(opened);
  });
}
