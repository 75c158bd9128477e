// The server's catalogue of games, agents and parts, and the facts of each game.
import { signal } from "@preact/signals";
import { ask } from "./connection";
import type { Catalogue, GameFacts } from "./protocol";

export const catalogue = signal<Catalogue | null>(null);
const facts = new Map<string, Promise<GameFacts>>();

export async function loadCatalogue(): Promise<void> {
  catalogue.value = await ask("get_catalogue", {});
}

export function factsOf(game: string): Promise<GameFacts> {
  let found = facts.get(game);
  if (!found) {
    found = ask("describe_game", { game });
    facts.set(game, found);
    found.catch(() => facts.delete(game));
  }
  return found;
}

/** connect_four → Connect Four, mnk(9,9,5) → 9×9, 5 in a row */
export function gameTitle(game: string): string {
  const [, name = game, inside = ""] = /^(\w+)(?:\((.*)\))?$/.exec(game) ?? [];
  const numbers = inside.split(",").map((part) => part.replace(/^.*=/, "").trim());
  if (name === "tictactoe") return numbers[0] && numbers[0] !== "3" ? `Tic-tac-toe ${numbers[0]}×${numbers[0]}` : "Tic-tac-toe";
  if (name === "mnk" && numbers.length >= 3) return `${numbers[0]}×${numbers[1]}, ${numbers[2]} in a row`;
  const words = name.split("_").map((word) => word[0]!.toUpperCase() + word.slice(1)).join(" ");
  if (!inside || (name === "connect_four" && numbers.slice(0, 3).join() === "6,7,4")) return words;
  if (name === "ludo" || name === "pig") return `${words}, ${/players=(\d)/.exec(inside)?.[1] ?? numbers[0]} players`;
  if (name === "nim") return `Nim ${inside.replace(/heaps=|[[\]\s]/g, "").split(",").join("·")}`;
  return `${words} ${inside}`;
}

/** mcts(simulations=1000) → mcts · simulations 1000 */
export function agentTitle(agent: string): string {
  const [, name = agent, inside = ""] = /^(\w+)(?:\((.*)\))?$/s.exec(agent) ?? [];
  return inside ? `${name} · ${inside.replace(/=/g, " ")}` : name;
}
