// The commands of a player besides moves.
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { askHint, busy, command, continueHere, live, look, openText, saveText, swap } from "../game";
import { Icon } from "../icons";
import type { TableShown } from "../protocol";
import { Button, Popover } from "../ui/controls";

export function Controls({ now }: { now: TableShown }): JSX.Element {
  const person = now.seats.some((seat) => seat.person);
  const asked = live.value && !now.over && now.legal.length > 0;
  return (
    <div class="row controls">
      <Button icon="undo" label="Undo" keys="Ctrl Z" disabled={!now.can_undo} onClick={() => void command("undo")} />
      <Button icon="redo" label="Redo" keys="Ctrl Y" iconOnly disabled={!now.redo} onClick={() => void command("redo")} />
      <Button icon="hint" label={busy.value === "hint" ? "Thinking" : "Hint"} disabled={!asked || busy.value === "hint"} onClick={() => void askHint()} />
      <Button icon="swap" label="Swap seats" iconOnly disabled={now.over} onClick={() => void swap()} />
      <Button icon="flag" label="Resign" iconOnly disabled={now.over || !person || now.moves.length === 0} onClick={() => void command("resign")} />
      <Keep />
      <span class="grow" />
      {live.value ? (
        <Button kind="main" icon="again" label="New game" onClick={() => void command("restart")} />
      ) : (
        <>
          <Button label="Go on from here" onClick={() => void continueHere()} />
          <Button kind="main" label="To the end" onClick={() => void look(now.moves.length)} />
        </>
      )}
    </div>
  );
}

function Keep(): JSX.Element {
  const [said, setSaid] = useState("");
  const file = useRef<HTMLInputElement>(null);
  const copy = async (text: string, words: string): Promise<void> => {
    await navigator.clipboard.writeText(text).then(
      () => setSaid(words),
      () => setSaid("The browser does not let this page use the clipboard."),
    );
  };
  const open = async (text: string): Promise<void> => {
    if (await openText(text)) setSaid("Opened.");
    else setSaid("");
  };
  return (
    <Popover name="Copy, paste, open or save the game" side="left" class="only-icon" label={<Icon name="share" />}>
      {() => (
        <div class="menu">
          <Button kind="quiet" icon="share" label="Copy a link to this position" onClick={() => void copy(location.href, "Link copied.")} />
          <Button kind="quiet" icon="copy" label="Copy the game" onClick={() => void saveText().then((saved) => saved && copy(saved.text, "Game copied."))} />
          <Button
            kind="quiet"
            icon="paste"
            label="Paste a game"
            onClick={() =>
              void navigator.clipboard.readText().then(open, () => setSaid("The browser does not let this page read the clipboard: paste below."))
            }
          />
          <Button kind="quiet" icon="open" label="Open a file" onClick={() => file.current?.click()} />
          <Button kind="quiet" icon="save" label="Save as a file" onClick={() => void saveText().then((saved) => saved && download(saved.text, saved.name))} />
          <input
            ref={file}
            type="file"
            class="hidden"
            tabIndex={-1}
            aria-label="A saved game"
            accept=".txt,text/plain"
            onChange={(event) => void event.currentTarget.files?.[0]?.text().then(open)}
          />
          <textarea rows={2} aria-label="Moves or a saved game" placeholder="Or paste moves here, such as 4 4 5 3" onChange={(event) => event.currentTarget.value.trim() && void open(event.currentTarget.value)} />
          <small role="status">{said}</small>
        </div>
      )}
    </Popover>
  );
}

function download(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
