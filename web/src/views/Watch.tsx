// Watch: a running search, as a heat map on the board, a table of scores, a growing tree and a value curve.
import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { EvalBar } from "../charts/EvalBar";
import { Curve } from "../charts/Curve";
import { bytes, short, signed, whole } from "../format";
import { recall, remember } from "../memory";
import { facts, pictured, place, positionText, tryMove } from "../place";
import type { FrameShown, GameFacts, SearchStarted } from "../protocol";
import { rewrite, settings } from "../route";
import { MovesTable } from "../search/MovesTable";
import { NodePanel } from "../search/NodePanel";
import { childrenHeat, PositionBar, PositionBoard } from "../search/Position";
import { AgentButton, effortText, EffortField, firstBudget, PaceField, paceText, readEffort, readPace } from "../search/Settings";
import { type Order, Watched } from "../search/watch";
import { TreeView } from "../tree/TreeView";
import { Button, Card, Figures, Segments, Trouble } from "../ui/controls";

interface Choice {
  agent: string;
  budget: string;
  pace: number | null;
}

const USUAL: Choice = { agent: "mcts", budget: "20k", pace: 200 };

function order(choice: Choice): Order | null {
  const where = place.value;
  const effort = readEffort(choice.budget);
  return where && effort ? { game: where.game, position: positionText(where), agents: [choice.agent], effort, pace: choice.pace, by: "simulations" } : null;
}

export function Watch(): JSX.Element {
  const watched = useRef<Watched | null>(null);
  watched.current ??= new Watched();
  const search = watched.current;
  const choice = useSignal<Choice>(firstChoice());
  const hot = useSignal<number | null>(null);
  const where = place.value;
  const over = pictured.value?.returns !== null && pictured.value !== null;
  useEffect(() => () => search.dispose(), []);
  useEffect(() => {
    const asked = order(choice.value);
    if (asked && !over) void search.start(asked);
  }, [where, choice.value.agent, over]);
  useEffect(() => {
    remember("watch", choice.value);
    if (where) rewrite("watch", { game: where.game, moves: positionText(where), agent: choice.value.agent, budget: choice.value.budget, pace: paceText(choice.value.pace) });
  }, [where, choice.value]);
  usePauseKey(search);
  const [side] = search.sides.value;
  const frame = side?.frame ?? null;
  const range = side?.started.value_range ?? facts.value?.value_range ?? [-1, 1];
  return (
    <div class="columns">
      <section class="card hero" aria-label="Position">
        <PositionBar />
        <div class="stage">
          <EvalBar values={rootValues(frame, side?.started ?? null, facts.value)} range={range} seats={facts.value?.seats ?? []} exact={false} />
          <PositionBoard hot={hot} heat={over ? [] : childrenHeat(frame?.children ?? [], range)} next={frame && frame.following.length === 1 ? frame.following : []} />
        </div>
        <BestLine frame={frame} />
      </section>
      <div class="column">
        <Card class="search" title="">
          <div class="row settings">
            <AgentButton caption="Search" agent={choice.value.agent} facts={facts.value} onChange={(agent) => (choice.value = { ...choice.value, agent })} />
            <EffortField
              effort={search.order.value?.effort ?? readEffort(choice.value.budget)!}
              onChange={(effort) => {
                choice.value = { ...choice.value, budget: effortText(effort) };
                void search.setEffort(effort);
              }}
            />
            <PaceField
              pace={choice.value.pace}
              onChange={(pace) => {
                choice.value = { ...choice.value, pace };
                void search.setPace(pace);
              }}
            />
            <Transport search={search} again={() => void (order(choice.value) && search.start(order(choice.value)!))} />
          </div>
          <Numbers frame={frame} />
          {over ? <p class="empty">{pictured.value?.status}: the game is over here. Go back one move to search.</p> : null}
          <MovesTable moves={frame?.children ?? []} terms={frame?.terms ?? []} following={frame?.following ?? []} range={range} hot={hot} onPick={(action) => void tryMove(pictured.value?.moves.find((move) => move.action === action)?.name ?? "")} />
          <p class="soft foot" role="status">
            {[search.note.value, search.ended.value].filter(Boolean).join(" ")}
          </p>
          <Trouble text={search.trouble.value} />
        </Card>
        <TreeCard search={search} frame={frame} range={range} hot={hot} />
        <Card title={`Value of the position${side ? ` for ${facts.value?.seats[side.started.seat]?.name ?? ""}` : ""}`} note={frame?.value === null || !frame ? "" : signed(frame.value, 3)}>
          <Curve points={side?.curve ?? []} label="Value of the position by simulations" ends={["1", frame ? `${short(frame.simulations)} simulations` : ""]} />
        </Card>
      </div>
    </div>
  );
}

function firstChoice(): Choice {
  const given = settings();
  const kept = { ...USUAL, ...recall<Partial<Choice>>("watch", {}) };
  return { agent: given.get("agent") ?? kept.agent, budget: firstBudget(given.get("budget"), kept.budget), pace: readPace(given.get("pace"), kept.pace) };
}

export function rootValues(frame: FrameShown | null, started: SearchStarted | null, known: GameFacts | null): number[] | null {
  const value = frame?.value;
  if (value === null || value === undefined || !started || known?.seats.length !== 2) return null;
  return started.seat === 0 ? [value, -value] : [-value, value];
}

export function usePauseKey(search: Watched): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== " " || (event.target as HTMLElement).closest("input, select, textarea, button, a, [role=button]")) return;
      event.preventDefault();
      void search.pause();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [search]);
}

export function Transport({ search, again }: { search: Watched; again: () => void }): JSX.Element {
  const state = search.state;
  return (
    <div class="row transport">
      {state === "ended" ? (
        <Button icon="again" label="Again" onClick={again} />
      ) : (
        <Button icon={state === "paused" ? "play" : "pause"} label={state === "paused" ? "Resume" : "Pause"} keys="Space" disabled={!state} onClick={() => void search.pause()} />
      )}
      <Button icon="stop" label="Stop" iconOnly disabled={state !== "running" && state !== "paused"} onClick={() => void search.stop()} />
    </div>
  );
}

function Numbers({ frame }: { frame: FrameShown | null }): JSX.Element {
  return (
    <Figures
      items={[
        ["simulations", whole(frame?.simulations ?? 0)],
        ["per second", short(frame?.per_second ?? 0)],
        ["depth", whole(frame?.depth ?? 0)],
        ["width", short(frame?.width ?? 0)],
        ["memory", bytes(frame?.bytes ?? 0)],
      ]}
    />
  );
}

function BestLine({ frame }: { frame: FrameShown | null }): JSX.Element {
  return (
    <p class="line best" aria-label="Best line">
      {frame?.line.length ? frame.line.slice(0, 14).map((name, i) => <span key={i}>{name}</span>) : <span class="soft">The best line appears here.</span>}
    </p>
  );
}

const SIZES = [
  ["60", "60"],
  ["160", "160"],
  ["400", "400"],
] as const;

function TreeCard({ search, frame, range, hot }: { search: Watched; frame: FrameShown | null; range: readonly [number, number]; hot: Signal<number | null> }): JSX.Element {
  const [side] = search.sides.value;
  const nodes = useMemo(() => search.nodesOf(side), [side, search.folded.value, search.unfolded.value]);
  const size = useSignal<"60" | "160" | "400">("160");
  return (
    <section class="card" aria-label="Search tree">
      <header>
        <h2>Search tree</h2>
        <span class="row">
          <small>
            {nodes.length} of {whole(frame?.visited ?? 0)} nodes
          </small>
          <Segments label="Nodes shown" options={SIZES} value={size.value} onChange={(value) => ((size.value = value), void search.setNodes(Number(value)))} />
        </span>
      </header>
      {nodes.length ? <TreeView nodes={nodes} range={range} label="Search tree" hot={hot} selected={search.selected.value} onPick={(node) => void search.pick(node)} /> : <p class="empty">The tree appears here when the search starts.</p>}
      <NodePanel search={search} nodes={nodes} />
    </section>
  );
}
