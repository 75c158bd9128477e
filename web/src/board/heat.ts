// A search's numbers for a move, ready to be drawn on the board.

export interface Heat {
  action: number;
  value: number; // −1 to 1, to the mover
  share: number; // of the most visited move: 0 to 1
  label: string;
  note: string;
}

/** A value in the game's range as −1 … 1. */
export function scaled(value: number, [low, high]: readonly [number, number]): number {
  return high > low ? Math.max(-1, Math.min(1, (2 * value - low - high) / (high - low))) : 0;
}

/** Values have hues that no seat has: green is good, purple is bad; the paler, the more even. */
export function valueClass(value: number): string {
  return value >= 0 ? "f-good" : "f-bad";
}

export function valueOpacity(value: number): number {
  return 0.14 + 0.86 * Math.min(1, Math.abs(value)) ** 0.7;
}
