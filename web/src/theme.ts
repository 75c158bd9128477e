// Light or dark colours: those of the reader's system, until the reader uses the switch.
import { effect, signal } from "@preact/signals";
import { recall, remember } from "./memory";

export type Theme = "system" | "light" | "dark";

export const theme = signal<Theme>(recall<Theme>("theme", "system"));
const systemDark = matchMedia("(prefers-color-scheme: dark)");

effect(() => {
  if (theme.value === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme.value;
  remember("theme", theme.value);
});

export function isDark(): boolean {
  return theme.value === "system" ? systemDark.matches : theme.value === "dark";
}

export function switchTheme(): void {
  theme.value = isDark() ? "light" : "dark";
}

export const calm = matchMedia("(prefers-reduced-motion: reduce)");
