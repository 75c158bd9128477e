// Numbers as people read them.

const MINUS = "−";

/** +0.12, −0.50, 0.00; ∞ if there is no finite number. */
export function signed(value: number | null | undefined, digits = 2): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "∞";
  const rounded = Math.abs(value).toFixed(digits);
  if (Number(rounded) === 0) return rounded;
  return (value > 0 ? "+" : MINUS) + rounded;
}

/** 1,234,567 */
export function whole(count: number): string {
  return Math.round(count).toLocaleString("en-US").replace("-", MINUS);
}

/** 950, 1.2k, 50k, 3.4M */
export function short(count: number): string {
  for (const [unit, name] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]] as const) {
    if (count >= unit) {
      const share = count / unit;
      return share < 9.95 ? `${share.toFixed(1)}${name}` : `${Math.round(share)}${name}`;
    }
  }
  return String(Math.round(count));
}

/** 812 B, 2.8 MB */
export function bytes(count: number): string {
  for (const [unit, name] of [[1e9, "GB"], [1e6, "MB"], [1e3, "kB"]] as const) {
    if (count >= unit) return `${(count / unit).toFixed(count / unit < 9.95 ? 1 : 0)} ${name}`;
  }
  return `${Math.round(count)} B`;
}

/** 0.35 s, 12 s, 3:05 min */
export function seconds(span: number): string {
  if (span < 10) return `${span.toFixed(span < 1 ? 2 : 1)} s`;
  if (span < 60) return `${Math.round(span)} s`;
  return `${Math.floor(span / 60)}:${String(Math.floor(span % 60)).padStart(2, "0")} min`;
}

export function percent(share: number, digits = 0): string {
  return `${(100 * share).toFixed(digits)} %`;
}

/** 10k, 2M, 1_000 and 1e3 as a count; null if the text is no count. */
export function readCount(text: string): number | null {
  const match = /^\s*([\d_,.]+(?:e\d+)?)\s*([kKmM]?)\s*$/.exec(text);
  if (!match) return null;
  const unit = { "": 1, k: 1e3, m: 1e6 }[match[2]!.toLowerCase()] ?? 1;
  const count = Number(match[1]!.replace(/[_,]/g, "")) * unit;
  return Number.isFinite(count) && count >= 0 ? Math.round(count) : null;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}
