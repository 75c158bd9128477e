// The frame around every view.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { loadCatalogue } from "./catalogue";
import { link, onOpen, refusal } from "./connection";
import { begin, setUp, table } from "./game";
import { Icon, Mark } from "./icons";
import { place, placeOf, startPlace, visitPlace } from "./place";
import { address, settings, type View, view, VIEWS } from "./route";
import { isDark, switchTheme } from "./theme";
import { Button } from "./ui/controls";
import { GamePicker } from "./ui/GamePicker";
import { Refused } from "./ui/Refused";
import { Shortcuts } from "./ui/Shortcuts";
import { Whole } from "./ui/Whole";
import { Compare } from "./views/Compare";
import { Learn } from "./views/Learn";
import { Play } from "./views/Play";
import { Race } from "./views/Race";
import { Step } from "./views/Step";
import { Watch } from "./views/Watch";

const PAGES: Record<View, () => JSX.Element> = { play: Play, watch: Watch, step: Step, compare: Compare, race: Race, learn: Learn };
const TITLES: Record<View, string> = { play: "Play", watch: "Watch", step: "Step", compare: "Compare", race: "Race", learn: "Learn" };

/** The position in the address: of the table in Play, of the viewed place in the other views. */
function addressed(): { game: string | null; seats: string[] | null; moves: string; played: boolean } {
  const given = settings();
  return {
    game: given.get("game"),
    seats: given.get("seats")?.split(";") ?? null,
    moves: given.get("moves") ?? "",
    played: view.value === "play",
  };
}

async function start(): Promise<void> {
  const { game, seats, moves, played } = addressed();
  void loadCatalogue();
  await begin(played ? game : null, seats, played ? moves : "");
  startPlace(game && !played ? placeOf(game, moves) : null);
}

/** Another address was typed, or a link was followed. */
function visit(): void {
  const { game, seats, moves, played } = addressed();
  if (!game) return;
  if (!played) return void visitPlace(placeOf(game, moves));
  const now = table.value;
  const same = now?.game === game && now.position.startsWith(moves) && (!seats || seats.join() === now.seats.map((seat) => seat.agent).join());
  if (!same) void begin(game, seats, moves);
}

export function App(): JSX.Element {
  const Page = PAGES[view.value];
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useLayoutEffect(() => {
    void start();
    addEventListener("hashchange", visit);
    const release = onOpen(() => void loadCatalogue());
    return () => {
      removeEventListener("hashchange", visit);
      release();
    };
  }, []);
  useEffect(() => {
    document.title = `${TITLES[view.value]} · plyground`;
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
    scrollTo(0, 0);
  }, [view.value]);
  // The focus leaves the button of the picker, where Enter after a typed move would open it again.
  const choose = (game: string): void => {
    main.current?.focus({ preventScroll: true });
    void setUp(game);
  };
  const shown = view.value === "play" ? table.value : (place.value ?? table.value);
  return (
    <>
      <header class="top">
        <a
          class="skip"
          href={address(view.value, {})}
          onClick={(event) => {
            event.preventDefault();
            main.current?.focus();
          }}
        >
          Skip to the content
        </a>
        <a class="brand" href="#/play">
          <Mark />
          plyground
        </a>
        <nav class="tabs" aria-label="Views">
          {VIEWS.map((name) => (
            <a key={name} href={`#/${name}`} aria-current={name === view.value ? "page" : undefined}>
              <Icon name={name} />
              {TITLES[name]}
            </a>
          ))}
        </nav>
        <div class="right">
          <GamePicker game={shown?.game ?? "connect_four"} onChoose={choose} />
          <Shortcuts />
          <Button
            label={isDark() ? "Light colours" : "Dark colours"}
            icon={isDark() ? "sun" : "moon"}
            iconOnly
            kind="quiet"
            onClick={switchTheme}
          />
        </div>
      </header>
      <main ref={main} tabIndex={-1} id="main">
        <h1 class="hidden">{TITLES[view.value]}</h1>
        {refusal.value ? <Refused /> : <Whole key={view.value}><Page /></Whole>}
      </main>
      {link.value === "lost" && !refusal.value ? (
        <p class="banner" role="status">
          The server does not answer. The page keeps your game and goes on when <code>plyground serve</code> is back.
        </p>
      ) : null}
    </>
  );
}
