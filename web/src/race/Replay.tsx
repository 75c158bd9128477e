// A game of a race, move by move.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Tiny } from "../board/Board";
import { ask } from "../connection";
import type { BoardShown, RaceGame } from "../protocol";
import { Button } from "../ui/controls";

export function Replay({ game, played, onClose }: { game: string; played: RaceGame; onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const ply = useSignal(played.moves.length);
  const board = useSignal<BoardShown | null>(null);
  const text = useSignal("");
  const running = useSignal(false);
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    const at = ply.value;
    void ask("draw", { game, moves: played.moves.slice(0, at) }).then((found) => {
      if (ply.value !== at) return;
      board.value = found.board;
      text.value = found.status;
    });
  }, [ply.value]);
  useEffect(() => {
    if (!running.value) return;
    const timer = setInterval(() => {
      if (ply.value >= played.moves.length) running.value = false;
      else ply.value += 1;
    }, 450);
    return () => clearInterval(timer);
  }, [running.value]);
  const go = (to: number): void => {
    ply.value = Math.max(0, Math.min(played.moves.length, to));
  };
  return (
    <dialog
      ref={dialog}
      aria-label={`Game ${played.number}`}
      onClose={onClose}
      onKeyDown={(event) => {
        if ((event.target as HTMLElement).tagName === "INPUT") return;
        if (event.key === "ArrowLeft") go(ply.value - 1);
        else if (event.key === "ArrowRight") go(ply.value + 1);
      }}
    >
      <header class="row">
        <h2 class="grow">
          Game {played.number}: {played.seats.join(" – ")}
        </h2>
        <Button icon="close" label="Close" iconOnly kind="quiet" onClick={() => dialog.current?.close()} />
      </header>
      <p class="soft">
        {played.result}
        {played.reason ? `, ${played.reason}` : ""} · move {ply.value} of {played.moves.length}
      </p>
      <div class="replay">{board.value ? <Tiny board={board.value} label={text.value} /> : null}</div>
      <input type="range" aria-label="Move" min="0" max={played.moves.length} value={ply.value} onInput={(event) => go(Number(event.currentTarget.value))} />
      <div class="row">
        <Button icon="first" label="First position" iconOnly onClick={() => go(0)} />
        <Button icon="back" label="Back" iconOnly onClick={() => go(ply.value - 1)} />
        <Button
          icon={running.value ? "pause" : "play"}
          label={running.value ? "Pause" : "Replay"}
          onClick={() => {
            if (!running.value && ply.value >= played.moves.length) go(0);
            running.value = !running.value;
          }}
        />
        <Button icon="next" label="Forward" iconOnly onClick={() => go(ply.value + 1)} />
      </div>
    </dialog>
  );
}
