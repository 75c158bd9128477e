// Line icons on a 24 × 24 grid.
import type { JSX } from "preact";

const PATHS = {
  play: "M8 5.5v13l10.5-6.5z",
  watch: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  step: "M6 5.5v13L15 12zM18.5 5.5v13",
  compare: "M4 5h6.5v14H4zM13.5 5H20v14h-6.5z",
  race: "M5 21V4M5 4.5h13l-2.5 4 2.5 4H5",
  learn: "M12 6.5C9.5 4.5 6 4.5 3.5 5.5v13c2.5-1 6-1 8.5 1 2.5-2 6-2 8.5-1v-13c-2.5-1-6-1-8.5 1zM12 6.5v13",
  undo: "M9 14 4.5 9.5 9 5M4.5 9.5H14a5.5 5.5 0 0 1 0 11h-3",
  redo: "M15 14l4.5-4.5L15 5M19.5 9.5H10a5.5 5.5 0 0 0 0 11h3",
  hint: "M9.5 18h5M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z",
  swap: "M7 4 3.5 7.5 7 11M3.5 7.5H17M17 13l3.5 3.5L17 20M20.5 16.5H7",
  flag: "M5 21V4M5 4.5h13l-2.5 4 2.5 4H5",
  pause: "M8 5.5v13M16 5.5v13",
  stop: "M6.5 6.5h11v11h-11z",
  next: "M9 5l7 7-7 7",
  back: "M15 5l-7 7 7 7",
  first: "M17 5l-7 7 7 7M6.5 5v14",
  last: "M7 5l7 7-7 7M17.5 5v14",
  down: "M5 9l7 7 7-7",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  share: "M9 15l6-6M10 6l1.5-1.5a4.5 4.5 0 0 1 6.4 6.4L16.5 12.5M14 18l-1.5 1.5a4.5 4.5 0 0 1-6.4-6.4L7.5 11.5",
  copy: "M9 9h11v11H9zM5.5 15H4V4h11v1.5",
  paste: "M8 5H5v15h14V5h-3M8 3.5h8v4H8z",
  open: "M3.5 18V6h6l2 2.5h9V18z",
  save: "M12 4v11M7.5 11 12 15.5 16.5 11M4.5 19.5h15",
  close: "M6 6l12 12M18 6 6 18",
  sun: "M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  keys: "M3 7h18v10H3zM7 10.5h.01M11 10.5h.01M15 10.5h.01M8 14h8",
  review: "M4 19V5M4 19h16M7 14l4-5 4 3 4.5-6",
  person: "M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c1-4 4-6 7.5-6s6.5 2 7.5 6",
  engine: "M7 7h10v10H7zM10 3.5V7M14 3.5V7M10 17v3.5M14 17v3.5M3.5 10H7M3.5 14H7M17 10h3.500M17 14h3.5",
  gear: "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  again: "M19.5 12a7.5 7.5 0 1 1-2.2-5.300L19.5 9M19.5 4v5h-5",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.8"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}

export function Mark(): JSX.Element {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#2b4a6f" />
      <path d="M16 9 9 22M16 9l7 13M16 9v13" stroke="#eef1f4" stroke-width="2" stroke-linecap="round" />
      <circle cx="16" cy="8.5" r="4.5" fill="#eef1f4" />
      <circle cx="8.5" cy="23" r="3.6" fill="#d55e00" />
      <circle cx="16" cy="23" r="2.6" fill="#eef1f4" />
      <circle cx="23.5" cy="23" r="3.6" fill="#56b4e9" />
    </svg>
  );
}
