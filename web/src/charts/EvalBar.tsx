// Who is ahead: a share of the bar for every seat, by its expected return.
import type { JSX } from "preact";
import { signed } from "../format";

interface Props {
  values: readonly (number | null)[] | null; // null: not known
  range: readonly [number, number];
  seats: readonly { name: string; colour: string }[];
  exact: boolean;
}

export function EvalBar({ values, range, seats, exact }: Props): JSX.Element {
  const known = values?.every((value) => value !== null) ?? false;
  const shares = seats.map((_, seat) => Math.max(0, ((known ? values?.[seat] : null) ?? (range[0] + range[1]) / 2) - range[0]));
  const sum = shares.reduce((total, share) => total + share, 0) || 1;
  const words = known
    ? seats.map((seat, number) => `${seat.name} ${signed(values?.[number])}`).join(", ") + (exact ? ", exact" : "")
    : "not evaluated yet";
  return (
    <div class={`bar ${known ? "" : "unknown"}`} role="img" aria-label={`Expected result: ${words}`} title={words}>
      {seats.map((seat, number) => (
        <i key={seat.name} class={`b-${seat.colour}`} style={{ flexGrow: shares[number]! / sum }} />
      )).reverse()}
    </div>
  );
}
