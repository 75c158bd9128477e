// Step: one simulation at a time, through its four phases, forward and back.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Heat, scaled } from "../board/heat";
import { signed } from "../format";
import { recall, remember } from "../memory";
import { facts, pictured, place, positionText } from "../place";
import type { BoardShown, ComparisonTable, SimulationShown } from "../protocol";
import { rewrite, settings } from "../route";
import { PositionBar, PositionBoard } from "../search/Position";
import { AgentButton } from "../search/Settings";
import { Changes } from "../step/Changes";
import { Comparisons } from "../step/Comparison";
import { PHASES, Told } from "../step/story";
import { calm } from "../theme";
import { TreeView } from "../tree/TreeView";
import { Button, Card, Slider, Trouble } from "../ui/controls";

const WORDS: Record<(typeof PHASES)[number], string> = {
  select: "Walk down the tree by the largest score",
  expand: "Add a node",
  evaluate: "Play on at random to the end",
  "back up": "Add the result to every node of the path",
};

export function Step(): JSX.Element {
  const held = useRef<Told | null>(null);
  held.current ??= new Told();
  const told = held.current;
  const agent = useSignal(settings().get("agent") ?? recall("step", "mcts"));
  const hot = useSignal<number | null>(null);
  const where = place.value;
  const over = pictured.value !== null && pictured.value.returns !== null;
  useEffect(() => () => told.dispose(), []);
  useEffect(() => {
    remember("step", agent.value);
    if (!where || over) return;
    rewrite("step", { game: where.game, moves: positionText(where), agent: agent.value });
    void told.open(where.game, positionText(where), agent.value);
  }, [where, agent.value, over]);
  useKeys(told);
  const now = told.now.value;
  const phase = told.phase.value;
  const shown = now?.phases[phase];
  const film = useFilm(told, now, phase);
  const reached = useClimb(now, phase);
  const range = facts.value?.value_range ?? [-1, 1];
  const tree = phase === 0 ? (now?.before ?? null) : (now?.after ?? null);
  const lit = phase === 3 && now ? now.path.slice(now.path.length - reached) : (shown?.lit ?? []);
  const elsewhere = phase > 0 ? (shown?.board ?? null) : null;
  return (
    <div class="columns">
      <section class="card hero" aria-label="Position">
        <PositionBar />
        <div class="stage bare">
          <PositionBoard
            hot={hot}
            board={film ? film.under : elsewhere}
            ghost={film?.ghost ?? null}
            heat={phase === 0 ? comparedHeat(shown?.comparisons[0], range) : undefined}
            hint={phase === 0 ? chosenAction(shown?.comparisons[0]) : null}
          />
        </div>
        <p class="soft caption">{film ? film.words : CAPTIONS[PHASES[phase]!]}</p>
        <Walk told={told} now={now} />
      </section>
      <div class="column">
        <Card class="phases-card">
          <div class="row settings">
            <p class="headline grow">Simulation {told.number.value}</p>
            <AgentButton side="right" agent={agent.value} facts={facts.value} onChange={(chosen) => (agent.value = chosen)} />
          </div>
          <ol class="phases">
            {PHASES.map((name, number) => (
              <li key={name}>
                <button type="button" aria-current={number === phase ? "step" : undefined} onClick={() => void told.to(told.number.value, number)}>
                  <b>{name}</b>
                  <small>{WORDS[name]}</small>
                </button>
              </li>
            ))}
          </ol>
          <div class="telling" aria-live="polite">
            {(shown?.sentences ?? told.story.value?.introduction ?? []).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
          {shown?.comparisons.length ? <Comparisons tables={shown.comparisons} rule={told.story.value?.rule ?? ""} /> : null}
          {shown?.changes.length ? <Changes changes={shown.changes} reached={reached} /> : null}
          {over ? <p class="empty">The game is over in this position. Go back one move to search.</p> : null}
          <Trouble text={told.trouble.value} />
        </Card>
        <Card title="Search tree" note={tree ? `${tree.nodes.length} nodes` : ""}>
          {tree && tree.nodes.length > 0 ? <TreeView nodes={tree.nodes} range={range} label="Search tree of this simulation" hot={hot} lit={lit} dim={false} /> : <p class="empty">The first simulation starts with the root alone.</p>}
        </Card>
      </div>
    </div>
  );
}

const CAPTIONS: Record<(typeof PHASES)[number], string> = {
  select: "On the board: the score of every move; the dashed ring marks the choice.",
  expand: "The position of the new node.",
  evaluate: "The position at the end of the evaluation.",
  "back up": "The position whose value goes up the path.",
};

/** The scores that select compared at the root, on the board. */
function comparedHeat(table: ComparisonTable | undefined, range: readonly [number, number]): Heat[] {
  const most = Math.max(1, ...(table?.candidates.map((each) => each.visits) ?? []));
  return (table?.candidates ?? []).flatMap((each) => {
    const move = pictured.value?.moves.find((legal) => legal.name === each.name);
    if (!move || each.score === null) return [];
    return [{ action: move.action, value: scaled(each.terms[0] ?? each.score, range), share: each.visits / most, label: signed(each.score), note: String(each.visits) }];
  });
}

function chosenAction(table: ComparisonTable | undefined): number | null {
  const chosen = table?.candidates.find((each) => each.chosen)?.name;
  return pictured.value?.moves.find((legal) => legal.name === chosen)?.action ?? null;
}

function useKeys(told: Told): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, .sheet, .board, .tree")) return;
      const keys: Record<string, () => Promise<void>> = {
        ArrowRight: () => told.next(),
        ArrowLeft: () => told.back(),
        ArrowDown: () => told.to(told.number.value + 1, told.phase.value),
        ArrowUp: () => told.to(told.number.value - 1, told.phase.value),
        Home: () => told.to(1, 0),
      };
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      void act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [told]);
}

interface Film {
  under: BoardShown;
  ghost: BoardShown;
  words: string;
}

/** In the phase evaluate, the rollout is played over the leaf with ghost stones. */
function useFilm(told: Told, now: SimulationShown | null, phase: number): Film | null {
  const [at, setAt] = useState(-1);
  useEffect(() => {
    setAt(-1);
    if (phase !== 2 || !now?.rollout) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    let gone = false;
    void told.loadRollout().then((rollout) => {
      if (gone || !rollout) return;
      const last = rollout.boards.length - 1;
      if (calm.matches) return setAt(last);
      let frame = 0;
      setAt(0);
      timer = setInterval(() => {
        frame += 1;
        setAt(Math.min(frame, last));
        if (frame >= last) clearInterval(timer);
      }, Math.max(45, Math.min(220, 2600 / (last + 1))));
    });
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [now, phase]);
  const rollout = told.rollout.value;
  const shown = rollout && now && rollout.number === now.number && phase === 2 ? rollout.boards[at] : undefined;
  const leaf = now?.phases[1]?.board;
  if (!shown?.board || !leaf || !rollout || !now) return null;
  return { under: leaf, ghost: shown.board, words: `Rollout, move ${rollout.first + at + 1} of ${rollout.total}: ${shown.name}` };
}

/** In the phase back up, the path lights up from the leaf to the root; returns the number of lit nodes. */
function useClimb(now: SimulationShown | null, phase: number): number {
  const [reached, setReached] = useState(0);
  const all = now?.path.length ?? 0;
  useEffect(() => {
    if (phase !== 3) return setReached(0);
    if (calm.matches) return setReached(all);
    let count = 0;
    setReached(0);
    const timer = setInterval(() => {
      count += 1;
      setReached(count);
      if (count >= all) clearInterval(timer);
    }, 220);
    return () => clearInterval(timer);
  }, [now, phase]);
  return reached;
}

const FAR = 300;

function Walk({ told, now }: { told: Told; now: SimulationShown | null }): JSX.Element {
  const number = told.number.value;
  const atStart = number === 1 && told.phase.value === 0;
  const atEnd = Boolean(now?.last) && told.phase.value === PHASES.length - 1;
  return (
    <div class="walk">
      <div class="row">
        <Button icon="first" label="First simulation" iconOnly disabled={atStart} onClick={() => void told.to(1, 0)} />
        <Button icon="back" label="Back" keys="←" disabled={atStart} onClick={() => void told.back()} />
        <Button kind="main" icon="next" label="Next phase" keys="→" disabled={!now || atEnd} onClick={() => void told.next()} />
        <Button label="Next simulation" keys="↓" disabled={!now || now.last} onClick={() => void told.to(number + 1, 0)} />
      </div>
      <Slider label="Simulation" least={1} most={Math.max(FAR, number)} value={number} disabled={!now} onCommit={(to) => void told.to(to, told.phase.value)} />
    </div>
  );
}
