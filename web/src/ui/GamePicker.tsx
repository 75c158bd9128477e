// Choose a game and its parameters.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { catalogue, gameTitle } from "../catalogue";
import { Icon } from "../icons";
import { readForm } from "../textForm";
import { Button, Popover } from "./controls";
import { FormFields } from "./FormFields";

const FAVOURITES = ["connect_four", "tictactoe", "mnk(9,9,5)", "ludo(players=4)", "ludo(players=2)", "pig", "nim"];

export function GamePicker({ game, onChoose }: { game: string; onChoose: (game: string) => void }): JSX.Element {
  const title = gameTitle(game);
  return (
    <Popover
      name={`Game: ${title}`}
      class="quiet game"
      label={
        <>
          {title}
          <Icon name="down" />
        </>
      }
    >
      {(close) => (
        <Choices
          game={game}
          onChoose={(chosen) => {
            close();
            onChoose(chosen);
          }}
        />
      )}
    </Popover>
  );
}

function Choices({ game, onChoose }: { game: string; onChoose: (game: string) => void }): JSX.Element {
  const [text, setText] = useState(game);
  const games = catalogue.value?.games ?? [];
  const entry = games.find((each) => each.name === readForm(text).name);
  const own = games.filter((each) => !FAVOURITES.some((known) => readForm(known).name === each.name)).map((each) => each.example);
  return (
    <div class="games">
      <ul>
        {[...FAVOURITES, ...own].map((each) => (
          <li key={each}>
            <button type="button" class="quiet" aria-current={gameTitle(each) === gameTitle(game) ? "true" : undefined} onClick={() => onChoose(each)}>
              {gameTitle(each)}
            </button>
          </li>
        ))}
      </ul>
      {entry ? (
        <details>
          <summary>Change the rules</summary>
          <p class="soft">{entry.summary}</p>
          <FormFields entry={entry} text={text} onChange={setText} />
          <p class="row">
            <code class="grow">{text}</code>
            <Button kind="main" label="Play this" onClick={() => onChoose(text)} />
          </p>
        </details>
      ) : null}
    </div>
  );
}
