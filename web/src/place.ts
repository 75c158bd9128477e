// The position that Watch, Step and Compare show. It follows the game until a move is tried there.
import { effect, signal } from "@preact/signals";
import { factsOf } from "./catalogue";
import { ask, reason } from "./connection";
import { ply, positionAt, table } from "./game";
import { Newest } from "./newest";
import type { Drawn, GameFacts } from "./protocol";

export interface Place {
  game: string;
  moves: string[];
}

export const place = signal<Place | null>(null);
export const pictured = signal<Drawn | null>(null);
export const facts = signal<GameFacts | null>(null);
export const away = signal(false); // true: it no longer follows the game
export const trouble = signal("");

export function positionText(where: Place): string {
  return where.moves.join(" ");
}

const visits = new Newest();

async function go(to: Place, isNewest = visits.ask()): Promise<void> {
  try {
    const [found, known] = await Promise.all([ask("draw", { game: to.game, moves: positionText(to) }), factsOf(to.game)]);
    if (!isNewest()) return;
    trouble.value = "";
    place.value = to;
    pictured.value = found;
    facts.value = known;
  } catch (error) {
    if (isNewest()) trouble.value = reason(error);
  }
}

export function placeOf(game: string, moves: string): Place {
  return { game, moves: moves.split(" ").filter(Boolean) };
}

/** Look at another position, away from the game. */
export async function visitPlace(to: Place): Promise<void> {
  const here = place.value;
  if (here?.game === to.game && positionText(here) === positionText(to)) return;
  away.value = true;
  await go(to);
}

/** Follow the game at the table; a position from the address stays until another game is set up. */
export function startPlace(given: Place | null): void {
  let followed = "";
  if (given) {
    away.value = true;
    followed = table.value?.table ?? "";
    void go(given);
  }
  effect(() => {
    const now = table.value;
    const at = ply.value;
    if (!now || (away.peek() && now.table === followed)) return;
    followed = now.table;
    away.value = false;
    const text = positionAt(at);
    if (place.peek()?.game === now.game && positionText(place.peek()!) === text) return;
    void go(placeOf(now.game, text));
  });
}

export async function tryMove(name: string): Promise<void> {
  const here = place.value;
  if (!here) return;
  away.value = true;
  await go({ game: here.game, moves: [...here.moves, name] });
}

export async function stepBack(): Promise<void> {
  const here = place.value;
  if (!here?.moves.length) return;
  away.value = true;
  await go({ game: here.game, moves: here.moves.slice(0, -1) });
}

export async function toStart(): Promise<void> {
  const here = place.value;
  if (!here) return;
  away.value = true;
  await go({ game: here.game, moves: [] });
}

export async function backToGame(): Promise<void> {
  const now = table.value;
  if (!now) return;
  away.value = false;
  await go(placeOf(now.game, positionAt(ply.value)));
}

export async function goTo(text: string): Promise<void> {
  const here = place.value;
  if (!here) return;
  const isNewest = visits.ask();
  const found = await ask("draw", { game: here.game, moves: text }).catch((error: unknown) => {
    if (isNewest()) trouble.value = reason(error);
    return null;
  });
  if (!found || !isNewest()) return;
  const words = text.trim().split(/\s+/).filter(Boolean);
  away.value = true;
  await go({ game: here.game, moves: words.length === found.ply ? words : [...words.join("")] }, isNewest);
}
