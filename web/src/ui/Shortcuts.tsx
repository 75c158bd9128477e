// The sheet of keyboard shortcuts.
import type { JSX } from "preact";
import { Icon } from "../icons";
import { Popover } from "./controls";

const KEYS: [string[], string][] = [
  [["1", "…", "9"], "drop a stone in that column; elsewhere type the move, such as b2"],
  [["Tab", "↑ ↓ ← →", "Enter"], "move around the board and play"],
  [["Ctrl Z", "Ctrl Y"], "undo, redo"],
  [["←", "→"], "one move back or forward; in Step: one phase"],
  [["↑", "↓"], "in Step: one simulation back or forward"],
  [["Space"], "in Watch and Compare: pause and resume"],
  [["+", "−", "0"], "in a tree: zoom, and fit"],
];

export function Shortcuts(): JSX.Element {
  return (
    <Popover name="Keyboard shortcuts" class="quiet only-icon desk" label={<Icon name="keys" />}>
      {() => (
        <dl class="keys">
          {KEYS.map(([keys, words]) => (
            <div key={words}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      )}
    </Popover>
  );
}
