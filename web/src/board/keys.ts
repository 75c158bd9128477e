// The board by keyboard: arrows go to the nearest place in that direction, a typed name plays the move.
import type { SpotShown } from "../protocol";

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The action to focus after an arrow key; null after another key, or if nothing lies in that direction. */
export function nearest(spots: readonly SpotShown[], from: number | null, key: string): number | null {
  const arrow = ARROWS[key];
  if (!arrow || spots.length === 0) return null;
  const start = spots.find((spot) => spot.action === from);
  if (!start) return spots[Math.floor(spots.length / 2)]!.action;
  let best: number | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const dx = spot.x - start.x;
    const dy = spot.y - start.y;
    const along = dx * arrow[0] + dy * arrow[1];
    const aside = Math.abs(dx * arrow[1]) + Math.abs(dy * arrow[0]);
    const distance = along + 2.5 * aside;
    if (along > 0.5 && distance < least) [best, least] = [spot.action, distance];
  }
  return best;
}

let buffer = "";
let last = 0;

/** The action whose name this key completes; null if it completes none. */
export function typed(key: string, spots: readonly SpotShown[]): number | null {
  if (!/^[a-z0-9]$/i.test(key)) return null;
  const now = performance.now();
  buffer = (now - last > 1200 ? "" : buffer) + key.toLowerCase();
  last = now;
  const names = spots.map((spot) => spot.name.toLowerCase());
  if (!names.some((name) => name.startsWith(buffer))) buffer = key.toLowerCase();
  const whole = names.indexOf(buffer);
  if (whole < 0 || names.some((name) => name !== buffer && name.startsWith(buffer))) return null;
  buffer = "";
  return spots[whole]!.action;
}
