// The settings of a search: agent, budget and pace.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { agentTitle } from "../catalogue";
import { welcome } from "../connection";
import { readCount, short } from "../format";
import { Icon } from "../icons";
import type { Effort, GameFacts } from "../protocol";
import { AgentForm } from "../ui/AgentForm";
import { Field, Popover, Select, TextInput } from "../ui/controls";

export function AgentButton(props: { agent: string; facts: GameFacts | null; onChange: (agent: string) => void; name?: string; side?: "left" | "right"; caption?: string }): JSX.Element {
  return (
    <Popover
      caption={props.caption}
      name={`${props.name ?? "Search"}: ${agentTitle(props.agent)}`}
      side={props.side ?? "left"}
      class="agent"
      label={
        <>
          <Icon name="gear" />
          <span>{agentTitle(props.agent)}</span>
        </>
      }
    >
      {() => <AgentForm agent={props.agent} facts={props.facts} searches onChange={props.onChange} />}
    </Popover>
  );
}

export function effortText(effort: Effort): string {
  if (effort.seconds) return `${effort.seconds}s`;
  return short(effort.simulations ?? 0).replace(".0", "");
}

/** 100k simulations, or 5s. */
export function readEffort(text: string): Effort | null {
  const time = /^\s*([\d.]+)\s*s(?:ec(?:onds?)?)?\s*$/.exec(text);
  if (time) return Number(time[1]) > 0 ? { seconds: Number(time[1]) } : null;
  const count = readCount(text);
  return count ? { simulations: count } : null;
}

/** The first of some texts that is a budget: an address may hold anything. */
export function firstBudget(...texts: (string | null)[]): string {
  return texts.find((text) => text !== null && readEffort(text)) ?? "1k";
}

/** Why a text is no budget here; empty if it is one. */
function budgetTrouble(text: string): string {
  const effort = readEffort(text);
  const limits = welcome.value?.limits;
  if (!effort) return "Simulations, such as 10k, or a time, such as 5s";
  if (limits && (effort.simulations ?? 0) > limits.simulations) return `At most ${effortText({ simulations: limits.simulations })} simulations here`;
  if (limits && (effort.seconds ?? 0) > limits.seconds) return `At most ${limits.seconds} seconds here`;
  return "";
}

export function EffortField({ effort, onChange }: { effort: Effort; onChange: (effort: Effort) => void }): JSX.Element {
  const [error, setError] = useState("");
  return (
    <Field label="Budget" help="simulations, such as 10k or 2M, or a time, such as 5s" error={error}>
      {(id) => (
        <TextInput
          id={id}
          value={effortText(effort)}
          invalid={error !== ""}
          onCommit={(text) => {
            const trouble = budgetTrouble(text);
            setError(trouble);
            if (!trouble) onChange(readEffort(text)!);
          }}
        />
      )}
    </Field>
  );
}

const PACES = [
  ["3", "3 / s"],
  ["20", "20 / s"],
  ["200", "200 / s"],
  ["2000", "2k / s"],
  ["full", "full speed"],
] as const;

export function paceText(pace: number | null): string {
  return pace === null ? "full" : String(pace);
}

/** The pace of an address: simulations a second, or "full". */
export function readPace(text: string | null, otherwise: number | null): number | null {
  if (text === "full") return null;
  return Number(text) > 0 ? Number(text) : otherwise;
}

export function PaceField({ pace, onChange }: { pace: number | null; onChange: (pace: number | null) => void }): JSX.Element {
  return (
    <Field label="Pace" help="simulations per second at most">
      {(id) => <Select id={id} value={paceText(pace)} options={PACES} onChange={(text) => onChange(readPace(text, pace))} />}
    </Field>
  );
}
