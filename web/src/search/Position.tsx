// The board of Watch, Step and Compare, on which moves can be tried and taken back.
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { Board } from "../board/Board";
import { type Heat, scaled } from "../board/heat";
import { gameTitle } from "../catalogue";
import { short, signed } from "../format";
import { away, backToGame, goTo, pictured, place, stepBack, toStart, trouble, tryMove } from "../place";
import type { BoardShown, ChildShown } from "../protocol";
import { Button, TextInput, Trouble } from "../ui/controls";

interface Props {
  hot: Signal<number | null>;
  heat?: readonly Heat[] | undefined;
  hint?: number | null | undefined; // a move to point at
  next?: readonly number[];
  board?: BoardShown | null; // another position of the same game, such as a rollout's
  ghost?: BoardShown | null;
}

export function childrenHeat(children: readonly ChildShown[], range: readonly [number, number]): Heat[] {
  const most = Math.max(1, ...children.map((child) => child.visits));
  return children
    .filter((child) => child.visits > 0)
    .map((child) => ({
      action: child.action,
      value: scaled(child.value, range),
      share: child.visits / most,
      label: signed(child.value),
      note: short(child.visits),
    }));
}

export function PositionBoard(props: Props): JSX.Element | null {
  const here = pictured.value;
  if (!here) return <div class="waiting" />;
  const other = props.board !== undefined && props.board !== null;
  const names = new Map(here.moves.map((move) => [move.action, move.name]));
  return (
    <Board
      board={other ? props.board! : here.board}
      ghost={props.ghost ?? null}
      label={`${gameTitle(here.game)}: ${here.status}`}
      hot={props.hot}
      heat={props.heat}
      next={props.next ?? []}
      hint={props.hint}
      playable={here.moves.map((move) => move.action)}
      onPlay={other ? undefined : (action) => void tryMove(names.get(action) ?? "")}
      verb="Go to the position after"
    />
  );
}

export function PositionBar(): JSX.Element {
  const where = place.value;
  return (
    <>
      <div class="row position">
        <Button icon="first" label="To the start" iconOnly disabled={!where?.moves.length} onClick={() => void toStart()} />
        <Button icon="back" label="One move back" iconOnly disabled={!where?.moves.length} onClick={() => void stepBack()} />
        <div class="grow">
          <TextInput label="Moves of the position" value={where?.moves.join(" ") ?? ""} placeholder="start position; type moves or click the board" onCommit={(text) => void goTo(text)} />
        </div>
        {away.value ? <Button label="To the game" onClick={() => void backToGame()} /> : null}
      </div>
      <Trouble text={trouble.value} />
    </>
  );
}
