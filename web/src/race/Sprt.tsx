// The sequential test: the log-likelihood ratio between its two bounds.
import type { JSX } from "preact";
import { signed } from "../format";
import type { SprtShown } from "../protocol";

export function Sprt({ sprt }: { sprt: SprtShown }): JSX.Element {
  const share = (sprt.llr - sprt.lower) / (sprt.upper - sprt.lower);
  const at = Math.max(0, Math.min(1, share)) * 100;
  const zero = (-sprt.lower / (sprt.upper - sprt.lower)) * 100;
  const words =
    sprt.verdict === "H1"
      ? `Settled: the difference is at least ${signed(sprt.elo1, 0)} Elo (H1).`
      : sprt.verdict === "H0"
        ? `Settled: the difference is not above ${signed(sprt.elo0, 0)} Elo (H0).`
        : "Not settled yet.";
  return (
    <div class="sprt">
      <div class="meter" role="meter" aria-label="Log-likelihood ratio" aria-valuemin={sprt.lower} aria-valuemax={sprt.upper} aria-valuenow={sprt.llr}>
        <i class={sprt.llr >= 0 ? "up" : "down"} style={{ left: `${Math.min(zero, at)}%`, width: `${Math.abs(at - zero)}%` }} />
        <b style={{ left: `${at}%` }} />
      </div>
      <p class="ends">
        <span>
          H0: {signed(sprt.elo0, 0)} <small>{signed(sprt.lower)}</small>
        </span>
        <span>LLR {signed(sprt.llr)}</span>
        <span>
          H1: {signed(sprt.elo1, 0)} <small>{signed(sprt.upper)}</small>
        </span>
      </p>
      <p role="status">{words}</p>
    </div>
  );
}
