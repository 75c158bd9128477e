// Race: agents play each other until it is clear which is stronger.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Tiny } from "../board/Board";
import { agentTitle, gameTitle } from "../catalogue";
import { plural, readCount, whole } from "../format";
import { recall, remember } from "../memory";
import { facts, place } from "../place";
import type { RaceGame, RaceShown } from "../protocol";
import { EloAxis } from "../race/EloAxis";
import { Payoff } from "../race/Payoff";
import { Replay } from "../race/Replay";
import { Sprt } from "../race/Sprt";
import { ends, games, listRaces, openRace, race, races, pauseOrResume, startRace, trouble, underWay } from "../race/store";
import { rewrite, settings } from "../route";
import { AgentForm } from "../ui/AgentForm";
import { Button, Card, Field, Figures, Popover, TextInput, Trouble } from "../ui/controls";

interface Choice {
  agents: string[];
  games: number;
  sprt: boolean;
  elo0: number;
  elo1: number;
  opening: number;
}

const USUAL: Choice = { agents: ["mcts(simulations=400)", "mcts(simulations=100)"], games: 200, sprt: true, elo0: 0, elo1: 30, opening: 2 };

export function Race(): JSX.Element {
  const choice = useSignal<Choice>({ ...USUAL, ...recall<Partial<Choice>>("race", {}), ...fromAddress() });
  const replayed = useSignal<RaceGame | null>(null);
  const now = race.value;
  useEffect(() => {
    const given = settings().get("race");
    void listRaces().then(() => {
      const last = given ?? races.value[0]?.race;
      if (!race.value && last) void openRace(last);
    });
  }, []);
  useEffect(() => {
    remember("race", choice.value);
    rewrite("race", { agents: choice.value.agents.join(";"), games: String(choice.value.games), race: now?.race });
  }, [choice.value, now?.race]);
  return (
    <div class="columns race">
      <div class="column">
        <Setup choice={choice.value} onChange={(part) => (choice.value = { ...choice.value, ...part })} />
        <Earlier />
      </div>
      <div class="column">
        {now ? <Standing now={now} /> : <Card title="Standing"><p class="empty">Choose two or more agents and start: Elo with its interval, the test and the latest games appear here during play.</p></Card>}
        {now && now.names.length > 2 ? (
          <Card title="Who beats whom" note="score of the row">
            <Payoff race={now} />
          </Card>
        ) : null}
        {now && games.value.length ? (
          <Card title="Latest games" note="click to replay">
            <ul class="latest">
              {games.value.map((game) => (
                <li key={game.number}>
                  <button type="button" class="quiet" aria-label={`Replay game ${game.number}: ${game.seats.join(" against ")}, ${game.result}`} onClick={() => (replayed.value = game)}>
                    {ends.value.get(game.number) ? <Tiny board={ends.value.get(game.number)!} label={game.result} /> : null}
                    <small>
                      {game.seats.map((name) => now.names.indexOf(name) + 1).join(" – ")} · {game.result}
                    </small>
                  </button>
                </li>
              ))}
            </ul>
          </Card>
        ) : null}
      </div>
      {replayed.value && now ? <Replay game={now.game} played={replayed.value} onClose={() => (replayed.value = null)} /> : null}
    </div>
  );
}

function fromAddress(): Partial<Choice> {
  const given = settings();
  const agents = given.get("agents")?.split(";").filter(Boolean);
  const count = Number(given.get("games"));
  return { ...(agents && agents.length >= 2 ? { agents } : {}), ...(count ? { games: count } : {}) };
}

function Setup({ choice, onChange }: { choice: Choice; onChange: (part: Partial<Choice>) => void }): JSX.Element {
  const game = place.value?.game ?? "";
  const two = choice.agents.length === 2;
  const number = (text: string, otherwise: number): number => (Number.isFinite(Number(text)) && text !== "" ? Number(text) : otherwise);
  return (
    <Card title="New race" note={game ? gameTitle(game) : ""}>
      <ol class="entrants">
        {choice.agents.map((agent, at) => (
          <li key={at}>
            <Popover name={`Agent ${at + 1}: ${agentTitle(agent)}`} side="left" class="entrant" label={<><small>{at + 1}</small><span>{agentTitle(agent)}</span></>}>
              {() => <AgentForm agent={agent} facts={facts.value} onChange={(text) => onChange({ agents: choice.agents.map((each, i) => (i === at ? text : each)) })} />}
            </Popover>
            {choice.agents.length > 2 ? <Button icon="close" label={`Remove agent ${at + 1}`} iconOnly kind="quiet" onClick={() => onChange({ agents: choice.agents.filter((_, i) => i !== at) })} /> : null}
          </li>
        ))}
      </ol>
      <Button icon="plus" label="Add an agent" small onClick={() => onChange({ agents: [...choice.agents, "random"] })} />
      <div class="fields">
        <Field label="Games per meeting">{(id) => <TextInput id={id} numeric value={String(choice.games)} onCommit={(text) => onChange({ games: Math.max(1, readCount(text) ?? choice.games) })} />}</Field>
        <Field label="Random opening moves">{(id) => <TextInput id={id} numeric value={String(choice.opening)} onCommit={(text) => onChange({ opening: Math.max(0, readCount(text) ?? 0) })} />}</Field>
        {two && choice.sprt ? (
          <>
            <Field label="H0: Elo difference">{(id) => <TextInput id={id} numeric value={String(choice.elo0)} onCommit={(text) => onChange({ elo0: number(text, 0) })} />}</Field>
            <Field label="H1: Elo difference">{(id) => <TextInput id={id} numeric value={String(choice.elo1)} onCommit={(text) => onChange({ elo1: number(text, 30) })} />}</Field>
          </>
        ) : null}
      </div>
      {two ? (
        <label class="field check">
          <input type="checkbox" checked={choice.sprt} onChange={(event) => onChange({ sprt: event.currentTarget.checked })} />
          Stop as soon as a sequential test (SPRT) settles it
        </label>
      ) : null}
      <div class="row">
        <Button
          kind="main"
          icon="race"
          label={two ? "Start the match" : "Start the tournament"}
          disabled={!game}
          onClick={() => void startRace(game, choice.agents, choice.games, two && choice.sprt ? { elo0: choice.elo0, elo1: choice.elo1 } : null, choice.opening)}
        />
      </div>
      <Trouble text={trouble.value} />
    </Card>
  );
}

function Standing({ now }: { now: RaceShown }): JSX.Element {
  const running = underWay(now);
  const two = now.players.length === 2;
  return (
    <section class="card" aria-label="Standing">
      <div class="row settings">
        <Figures
          items={[
            [`of ${plural(now.total, "game")}`, whole(now.played)],
            ["per second", now.per_second.toFixed(now.per_second < 10 ? 1 : 0)],
          ]}
        />
        <span class="grow" />
        {now.state === "ended" ? <span class="pill">ended</span> : <Button icon={running ? "pause" : "play"} label={running ? "Pause" : "Resume"} onClick={() => void pauseOrResume()} />}
      </div>
      <div class="progress" aria-hidden="true">
        <i style={{ width: `${(100 * now.played) / Math.max(1, now.total)}%` }} />
      </div>
      <h2>{two ? `Elo above ${now.players[1]?.name ?? ""}, with its 95 % interval` : "Elo, with 95 % intervals"}</h2>
      <EloAxis players={now.players} />
      {now.sprt ? (
        <>
          <h2>Sequential test</h2>
          <Sprt sprt={now.sprt} />
        </>
      ) : null}
      {now.names.length === 2 ? <Payoff race={now} /> : null}
      {now.remarks.map((remark) => (
        <p key={remark} class="soft">
          {remark}
        </p>
      ))}
    </section>
  );
}

function Earlier(): JSX.Element | null {
  const others = races.value.filter((each) => each.race !== race.value?.race);
  if (!others.length) return null;
  return (
    <Card title="Earlier races" note={plural(others.length, "race")}>
      <ul class="doors">
        {others.slice(0, 8).map((each) => (
          <li key={each.race}>
            <button type="button" class="quiet wide" onClick={() => void openRace(each.race)}>
              <span>
                <b>{gameTitle(each.game)}</b> {each.agents.map(agentTitle).join(" – ")}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
