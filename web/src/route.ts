// The address: #/view?game=…&moves=…. It names the view, the position and the settings, so that it can be shared.
import { computed, signal } from "@preact/signals";

export const VIEWS = ["play", "watch", "step", "compare", "race", "learn"] as const;
export type View = (typeof VIEWS)[number];

const hash = signal(location.hash);
addEventListener("hashchange", () => {
  hash.value = location.hash;
});

function split(text: string): [string, URLSearchParams] {
  const [path = "", query = ""] = text.replace(/^#\/?/, "").split("?", 2);
  return [path, new URLSearchParams(query)];
}

function viewIn(text: string): View {
  return VIEWS.find((name) => name === split(text)[0]) ?? "play";
}

export const view = computed<View>(() => viewIn(hash.value));

export function settings(): URLSearchParams {
  return split(hash.value)[1];
}

export function address(to: View, params: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) if (value) query.set(key, value);
  const text = query.toString();
  return `#/${to}${text ? `?${text}` : ""}`;
}

/** Rewrite the address of the view, without a step in the browser's history. */
export function rewrite(to: View, params: Record<string, string | undefined>): void {
  const text = address(to, params);
  if (text !== location.hash && viewIn(location.hash) === to) {
    history.replaceState(null, "", text);
    hash.value = text;
  }
}
