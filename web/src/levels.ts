// Strengths for people who do not want to choose a search: one word, one agent.
import type { GameFacts } from "./protocol";

export const LEVELS = [
  ["Newborn", "random"],
  ["Beginner", "mcts(simulations=10)"],
  ["Casual", "mcts(simulations=50)"],
  ["Steady", "mcts(simulations=250)"],
  ["Good", "mcts(simulations=1000)"],
  ["Strong", "mcts(simulations=5000)"],
  ["Very strong", "mcts(simulations=30000)"],
  ["Expert", "mcts(simulations=200000, backup=solver)"],
] as const;

/** The level of an agent, from 1; 0 if it is none of them. */
export function levelOf(agent: string): number {
  const bare = (text: string): string => text.replace(/[\s_]/g, "");
  return LEVELS.findIndex(([, text]) => bare(text) === bare(agent)) + 1;
}

export function canPlay(facts: GameFacts | null, agent: string): boolean {
  return facts?.agents.find((each) => each.name === agent)?.obstacle === "";
}
