// Compare: two searches of one position, kept in step.
import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Curve } from "../charts/Curve";
import { bytes, short, signed, whole } from "../format";
import { recall, remember } from "../memory";
import { facts, pictured, place, positionText } from "../place";
import { rewrite, settings } from "../route";
import { MovesTable } from "../search/MovesTable";
import { childrenHeat, PositionBar, PositionBoard } from "../search/Position";
import { AgentButton, effortText, EffortField, firstBudget, PaceField, paceText, readEffort, readPace } from "../search/Settings";
import { type Order, type Side, Watched } from "../search/watch";
import { TreeView } from "../tree/TreeView";
import { Card, Figures, Segments, Trouble } from "../ui/controls";
import { Transport, usePauseKey } from "./Watch";

interface Choice {
  agents: [string, string];
  budget: string;
  pace: number | null;
  by: "simulations" | "seconds";
}

const USUAL: Choice = { agents: ["mcts(select=ucb1(c=1.4))", "mcts(select=ucb1(c=0.3))"], budget: "5k", pace: 200, by: "simulations" };

function order(choice: Choice): Order | null {
  const where = place.value;
  const effort = readEffort(choice.budget);
  return where && effort ? { game: where.game, position: positionText(where), ...choice, effort } : null;
}

export function Compare(): JSX.Element {
  const held = useRef<Watched | null>(null);
  if (!held.current) {
    held.current = new Watched();
    held.current.nodes = 70;
  }
  const search = held.current;
  const choice = useSignal<Choice>(firstChoice());
  const hot = useSignal<number | null>(null);
  const where = place.value;
  const over = pictured.value !== null && pictured.value.returns !== null;
  const start = (): void => {
    const asked = order(choice.value);
    if (asked && !over) void search.start(asked);
  };
  useEffect(() => () => search.dispose(), []);
  useEffect(start, [where, choice.value.agents, choice.value.by, over]);
  useEffect(() => {
    remember("compare", choice.value);
    if (where) rewrite("compare", { game: where.game, moves: positionText(where), agents: choice.value.agents.join(";"), budget: choice.value.budget, pace: paceText(choice.value.pace), by: choice.value.by });
  }, [where, choice.value]);
  usePauseKey(search);
  const change = (part: Partial<Choice>): void => {
    choice.value = { ...choice.value, ...part };
  };
  return (
    <div class="column">
      <Card class="compare-head">
        <div class="row settings">
          <div class="grow position-room">
            <PositionBar />
          </div>
          <Segments
            label="Keep in step by"
            options={[
              ["simulations", "same simulations"],
              ["seconds", "same time"],
            ]}
            value={choice.value.by}
            onChange={(by) => change({ by })}
          />
          <EffortField
            effort={search.order.value?.effort ?? readEffort(choice.value.budget)!}
            onChange={(effort) => {
              change({ budget: effortText(effort) });
              void search.setEffort(effort);
            }}
          />
          <PaceField
            pace={choice.value.pace}
            onChange={(pace) => {
              change({ pace });
              void search.setPace(pace);
            }}
          />
          <Transport search={search} again={start} />
        </div>
        <p class={`verdict ${search.agree.value ? "" : "differ"}`} role="status">
          {over ? "The game is over in this position. Go back one move to compare searches." : search.sentence.value || "Two searches start from this position; their disagreements appear here."}
        </p>
        {search.note.value ? <p class="soft">{search.note.value}</p> : null}
        <Trouble text={search.trouble.value} />
      </Card>
      <div class="versus">
        {[0, 1].map((number) => (
          <SideColumn
            key={number}
            side={search.sides.value[number] ?? null}
            agent={choice.value.agents[number]!}
            name={number ? "B" : "A"}
            hot={hot}
            onAgent={(agent) => change({ agents: number ? [choice.value.agents[0], agent] : [agent, choice.value.agents[1]] })}
          />
        ))}
      </div>
    </div>
  );
}

function firstChoice(): Choice {
  const kept = { ...USUAL, ...recall<Partial<Choice>>("compare", {}) };
  const given = settings();
  const agents = given.get("agents")?.split(";");
  const by = given.get("by") === "seconds" ? "seconds" : given.get("by") === "simulations" ? "simulations" : kept.by;
  return { by, pace: readPace(given.get("pace"), kept.pace), budget: firstBudget(given.get("budget"), kept.budget), agents: agents?.length === 2 ? [agents[0]!, agents[1]!] : kept.agents };
}

function SideColumn(props: { side: Side | null; agent: string; name: string; hot: Signal<number | null>; onAgent: (agent: string) => void }): JSX.Element {
  const { side, hot } = props;
  const frame = side?.frame ?? null;
  const range = side?.started.value_range ?? [-1, 1];
  return (
    <section class="card" aria-label={`Search ${props.name}`}>
      <div class="row settings">
        <b class="badge">{props.name}</b>
        <AgentButton agent={props.agent} facts={facts.value} name={`Search ${props.name}`} side={props.name === "B" ? "right" : "left"} onChange={props.onAgent} />
      </div>
      <div class="stage bare">
        <PositionBoard hot={hot} heat={childrenHeat(frame?.children ?? [], range)} />
      </div>
      <Figures
        items={[
          ["simulations", whole(frame?.simulations ?? 0)],
          ["per second", short(frame?.per_second ?? 0)],
          ["depth", whole(frame?.depth ?? 0)],
          ["memory", bytes(frame?.bytes ?? 0)],
          ["value", frame?.value === null || !frame ? "–" : signed(frame.value, 3)],
        ]}
      />
      <MovesTable moves={frame?.children ?? []} terms={frame?.terms ?? []} following={frame?.following ?? []} range={range} hot={hot} compact />
      {frame?.tree ? <TreeView nodes={frame.tree.nodes} range={range} label={`Tree of search ${props.name}`} hot={hot} /> : <p class="empty">The tree appears here.</p>}
      <Curve points={side?.curve ?? []} label={`Value in search ${props.name}`} height={60} ends={["1", frame ? `${short(frame.simulations)} simulations` : ""]} />
    </section>
  );
}
