// Races: matches and tournaments that the server plays, with their latest games as pictures.
import { signal } from "@preact/signals";
import { ask, on, onOpen, reason } from "../connection";
import { Newest } from "../newest";
import type { BoardShown, RaceGame, RaceLine, RaceShown, SprtForm } from "../protocol";

export const race = signal<RaceShown | null>(null);
export const races = signal<readonly RaceLine[]>([]);
export const games = signal<readonly RaceGame[]>([]); // the latest first
export const ends = signal<ReadonlyMap<number, BoardShown>>(new Map()); // the last position of each
export const trouble = signal("");

const SHOWN = 12;
let asking = false;

async function attempt(work: () => Promise<unknown>): Promise<void> {
  trouble.value = "";
  try {
    await work();
  } catch (error) {
    trouble.value = reason(error);
  }
}

function show(shown: RaceShown): void {
  if (race.value?.race !== shown.race) {
    games.value = [];
    ends.value = new Map();
  }
  race.value = shown;
  void loadGames();
}

on("race", (message) => {
  if (message.race === race.value?.race) show(message);
});
onOpen(() => {
  const now = race.value;
  if (now) void attempt(async () => show(await ask("get_race", { race: now.race })));
});

/** Load the latest games, one request at a time however fast games are played. */
async function loadGames(): Promise<void> {
  const now = race.value;
  if (!now || asking || now.played === 0) return;
  asking = true;
  try {
    const first = Math.max(0, now.played - SHOWN);
    const found = await ask("list_race_games", { race: now.race, first, count: SHOWN });
    if (race.value?.race !== now.race) return;
    const latest = [...found.games].reverse();
    const known = new Map(ends.value);
    await Promise.all(
      latest
        .filter((game) => !known.has(game.number))
        .map(async (game) => known.set(game.number, (await ask("draw", { game: now.game, moves: game.moves })).board)),
    );
    if (race.value?.race !== now.race) return;
    ends.value = new Map(latest.map((game) => [game.number, known.get(game.number)!]));
    games.value = latest;
  } catch (error) {
    trouble.value = reason(error);
  } finally {
    asking = false;
    const later = race.value;
    if (later && later.played > now.played) setTimeout(() => void loadGames(), 400);
  }
}

export async function listRaces(): Promise<void> {
  await attempt(async () => (races.value = (await ask("list_races", {})).races));
}

const openings = new Newest();

export async function openRace(id: string): Promise<void> {
  const isNewest = openings.ask();
  await attempt(async () => {
    const found = await ask("get_race", { race: id });
    if (isNewest()) show(found);
  });
}

export async function startRace(game: string, agents: string[], count: number, sprt: SprtForm | null, opening: number): Promise<void> {
  openings.ask();
  await attempt(async () => {
    show(await ask("start_race", { game, agents, games: count, sprt, opening_moves: opening }));
    await listRaces();
  });
}

/** A race that waits for its turn is under way, too. */
export function underWay(now: RaceShown): boolean {
  return now.state === "running" || now.state === "waiting";
}

export async function pauseOrResume(): Promise<void> {
  const now = race.value;
  if (now) await attempt(async () => show(await ask(underWay(now) ? "stop_race" : "resume_race", { race: now.race })));
}
