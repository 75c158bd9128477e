// A die that rolls and stops at the server's throw.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Moved } from "../protocol";
import { calm } from "../theme";

const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  5: [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]],
  6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
};

const TURNS = 6;

/** The die rolls on the board, shows the throw and disappears; the position keeps the result. */
export function Die({ moved }: { moved: Moved | null }): JSX.Element | null {
  const [face, setFace] = useState<number | null>(null);
  useEffect(() => {
    const thrown = moved?.player === -1 ? Number(moved.name) : 0;
    if (!PIPS[thrown] || calm.matches) return setFace(null);
    let turn = 0;
    setFace(1 + Math.floor(Math.random() * 6));
    const timer = setInterval(() => {
      turn += 1;
      if (turn <= TURNS) setFace(turn < TURNS ? 1 + Math.floor(Math.random() * 6) : thrown);
      else if (turn > 2.6 * TURNS) setFace(null);
    }, 65);
    return () => clearInterval(timer);
  }, [moved]);
  if (face === null) return null;
  return (
    <svg key={moved?.ply} class="die" viewBox="-24 -24 48 48" aria-hidden="true">
      <rect class="f-card s-ink" x="-20" y="-20" width="40" height="40" rx="9" stroke-width="1.6" />
      {PIPS[face]!.map(([x, y]) => (
        <circle key={`${x}${y}`} class="f-ink" cx={x * 10.5} cy={y * 10.5} r="3.8" />
      ))}
    </svg>
  );
}
