// One socket to the server. A lost connection is reopened automatically, in the same session.
import { signal } from "@preact/signals";
import { recall, remember } from "./memory";
import type * as P from "./protocol";

/** The answer to each request. */
interface Answers {
  hello: P.Welcome;
  get_catalogue: P.Catalogue;
  describe_game: P.GameFacts;
  check_agent: P.AgentFacts;
  draw: P.Drawn;
  new_game: P.TableShown;
  list_games: P.TableList;
  get_game: P.TableShown;
  play: P.TableShown;
  undo: P.TableShown;
  redo: P.TableShown;
  restart: P.TableShown;
  set_seats: P.TableShown;
  resign: P.TableShown;
  close_game: P.Done;
  get_hint: P.Hint;
  set_bar: P.Done;
  save_game: P.SavedGameShown;
  open_game: P.TableShown;
  get_review: P.ReviewShown;
  start_search: P.SearchStarted;
  pause_search: P.Done;
  resume_search: P.Done;
  stop_search: P.Done;
  set_effort: P.Done;
  set_view: P.Done;
  unfold: P.Children;
  close_search: P.Done;
  open_story: P.Story;
  get_simulation: P.SimulationShown;
  get_rollout: P.RolloutShown;
  close_story: P.Done;
  start_comparison: P.ComparisonStarted;
  start_race: P.RaceShown;
  list_races: P.Races;
  get_race: P.RaceShown;
  stop_race: P.RaceShown;
  resume_race: P.RaceShown;
  list_race_games: P.RaceGames;
  list_lessons: P.Lessons;
}

type Kind = P.Request["type"];
type Body<K extends Kind> = Omit<Extract<P.Request, { type: K }>, "id" | "type">;
type News = P.Message["type"];
type NewsOf<N extends News> = Extract<P.Message, { type: N }>;

export type Link = "connecting" | "open" | "lost";

/** The server's refusal of a request, in one sentence. */
export class Refusal extends Error {}

export const link = signal<Link>("connecting");
export const refusal = signal(""); // why the server does not let this page in
export const welcome = signal<P.Welcome | null>(null);

const waiting = new Map<number, { resolve: (message: never) => void; reject: (error: Refusal) => void }>();
const handlers = new Map<News, Set<(message: never) => void>>();
const opened = new Set<(resumed: boolean) => void>();
const queue: string[] = [];
let socket: WebSocket | null = null;
let counter = 0;
let retries = 0;

/** Send a request; the promise is rejected with a `Refusal` if the server refuses it. */
export function ask<K extends Kind>(type: K, body: Body<K>): Promise<Answers[K]> {
  const id = ++counter;
  const text = JSON.stringify({ type, id, ...body });
  return new Promise<Answers[K]>((resolve, reject) => {
    waiting.set(id, { resolve: resolve as (message: never) => void, reject });
    if (link.value === "open" && socket) socket.send(text);
    else queue.push(text);
  });
}

/** Call a handler for all messages of one type, answers included; returns a function that removes it. */
export function on<N extends News>(type: N, handler: (message: NewsOf<N>) => void): () => void {
  const set = handlers.get(type) ?? new Set();
  handlers.set(type, set);
  set.add(handler as (message: never) => void);
  return () => void set.delete(handler as (message: never) => void);
}

/** Call a handler whenever the connection opens again; `resumed`: the session still exists. */
export function onOpen(handler: (resumed: boolean) => void): () => void {
  opened.add(handler);
  return () => void opened.delete(handler);
}

export function reason(error: unknown): string {
  return error instanceof Refusal ? error.message : `Something went wrong: ${String(error)}.`;
}

function receive(text: string): void {
  const message = JSON.parse(text) as P.Message;
  const asked = waiting.get(message.id);
  if (asked) {
    waiting.delete(message.id);
    if (message.type === "failed") asked.reject(new Refusal(message.message));
    else asked.resolve(message as never);
  }
  for (const handler of handlers.get(message.type) ?? []) handler(message as never);
}

export function connect(): void {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const token = new URLSearchParams(location.search).get("token") ?? recall("token", "");
  const made = new WebSocket(`${scheme}://${location.host}/socket`);
  socket = made;
  made.onopen = () => {
    made.send(JSON.stringify({ type: "hello", id: 0xffff, session: recall("session", ""), token }));
  };
  made.onmessage = (event: MessageEvent<string>) => {
    const message = link.value === "open" ? null : (JSON.parse(event.data) as P.Message);
    if (message?.type === "welcome") greet(message, token);
    else if (message?.type === "failed") refusal.value = message.message;
    else receive(event.data);
  };
  made.onclose = () => {
    link.value = "lost";
    for (const { reject } of waiting.values()) reject(new Refusal("The connection to the server was lost."));
    waiting.clear();
    queue.length = 0;
    retries += 1;
    setTimeout(connect, Math.min(3000, 150 * 1.6 ** retries));
  };
}

function greet(message: P.Welcome, token: string): void {
  const again = welcome.value !== null;
  retries = 0;
  refusal.value = "";
  remember("session", message.session);
  if (token) remember("token", token);
  welcome.value = message;
  link.value = "open";
  for (const text of queue.splice(0)) socket?.send(text);
  if (again) for (const handler of opened) handler(message.resumed);
}
