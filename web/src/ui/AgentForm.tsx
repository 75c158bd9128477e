// Choose an agent: by level, by name with its parameters, or as text.
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { catalogue } from "../catalogue";
import { ask, reason } from "../connection";
import { canPlay, levelAgent, levelOf, MOST, USUAL } from "../levels";
import type { GameFacts } from "../protocol";
import { Newest } from "../newest";
import { readForm } from "../textForm";
import { Field, plainOptions, Segments, Select, Slider, TextInput, Trouble } from "./controls";
import { FormFields } from "./FormFields";

interface Props {
  agent: string;
  facts: GameFacts | null;
  onChange: (agent: string) => void;
  person?: boolean; // offer a person too
  searches?: boolean; // offer only agents whose search can be watched
}

export function AgentForm({ agent, facts, onChange, person, searches }: Props): JSX.Element {
  // The latest choice stays, whatever the server answers to earlier ones.
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState("");
  const latest = useRef(onChange);
  latest.current = onChange;
  const checks = useRef(new Newest());
  const text = chosen ?? agent;
  const commit = (next: string): void => {
    const isNewest = checks.current.ask();
    setChosen(next);
    setError("");
    if (next === "human") onChange(next);
    else if (facts) {
      ask("check_agent", { agent: next, game: facts.game }).then(
        (found) => isNewest() && (found.obstacle ? setError(found.obstacle) : latest.current(next)),
        (wrong: unknown) => isNewest() && setError(reason(wrong)),
      );
    }
  };
  const human = text === "human";
  const name = readForm(text).name;
  const entry = catalogue.value?.agents.find((each) => each.name === name);
  const offered = (catalogue.value?.agents ?? []).filter(
    (each) => each.name !== "human" && canPlay(facts, each.name) && (!searches || facts?.agents.find((known) => known.name === each.name)?.searches),
  );
  const given = searches ? [] : (catalogue.value?.offered_agents ?? []);
  const level = levelOf(text);
  return (
    <div class="agent-form">
      {person ? (
        <Segments
          label="Who plays"
          options={[
            ["person", "Person"],
            ["engine", "Engine"],
          ]}
          value={human ? "person" : "engine"}
          onChange={(who) => commit(who === "person" ? "human" : levelAgent(USUAL))}
        />
      ) : null}
      {human ? (
        <p class="soft">Play on the board, by click, touch or keyboard.</p>
      ) : (
        <>
          {searches ? null : (
            <Field label={level ? `Level ${level} of ${MOST}` : "Level: move the slider to use one"}>
              {(id) => <Slider id={id} least={1} most={MOST} value={level || USUAL} onCommit={(value) => commit(levelAgent(value))} />}
            </Field>
          )}
          <Field label="Agent">
            {(id) => (
              <Select
                id={id}
                value={given.includes(text) ? text : name}
                options={plainOptions([...offered.map((each) => each.name), ...given])}
                onChange={(picked) => commit(offered.find((each) => each.name === picked)?.example || picked)}
              />
            )}
          </Field>
          {entry ? <small>{entry.summary}</small> : null}
          {entry && !level ? <FormFields entry={entry} text={text} onChange={commit} /> : null}
          <Field label="As text">{(id) => <TextInput id={id} value={text} onCommit={commit} />}</Field>
        </>
      )}
      <Trouble text={error} />
    </div>
  );
}
