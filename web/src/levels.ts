// Levels for people who do not want to choose a search: the agent `level`.
import type { GameFacts } from "./protocol";
import { readForm } from "./textForm";

export const MOST = 10;
export const USUAL = 4;

export function levelAgent(level: number): string {
  return `level(level=${level})`;
}

/** The level of an agent `level`; 0 for other agents. */
export function levelOf(agent: string): number {
  const { name, values } = readForm(agent, ["level"]);
  return name === "level" ? Number(values["level"] ?? 5) : 0;
}

export function canPlay(facts: GameFacts | null, agent: string): boolean {
  return facts?.agents.find((each) => each.name === agent)?.obstacle === "";
}
