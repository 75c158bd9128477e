// The frame around every view.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { loadCatalogue } from "./catalogue";
import { link, onOpen } from "./connection";
import { begin, setUp, table, usualSeats } from "./game";
import { Icon, Mark } from "./icons";
import { place, startPlace } from "./place";
import { address, settings, type View, view, VIEWS } from "./route";
import { isDark, switchTheme } from "./theme";
import { Button } from "./ui/controls";
import { GamePicker } from "./ui/GamePicker";
import { Shortcuts } from "./ui/Shortcuts";
import { Compare } from "./views/Compare";
import { Learn } from "./views/Learn";
import { Play } from "./views/Play";
import { Race } from "./views/Race";
import { Step } from "./views/Step";
import { Watch } from "./views/Watch";

const PAGES: Record<View, () => JSX.Element> = { play: Play, watch: Watch, step: Step, compare: Compare, race: Race, learn: Learn };
const TITLES: Record<View, string> = { play: "Play", watch: "Watch", step: "Step", compare: "Compare", race: "Race", learn: "Learn" };

async function start(): Promise<void> {
  const given = settings();
  void loadCatalogue();
  const game = given.get("game");
  const moves = given.get("moves") ?? "";
  const played = view.value === "play";
  await begin(played ? game : null, given.get("seats")?.split(";") ?? null, played ? moves : "");
  startPlace(game && !played ? { game, moves: moves.split(" ").filter(Boolean) } : null);
}

export function App(): JSX.Element {
  const Page = PAGES[view.value];
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    void start();
    return onOpen(() => void loadCatalogue());
  }, []);
  useEffect(() => {
    document.title = `${TITLES[view.value]} · plyground`;
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
    scrollTo(0, 0);
  }, [view.value]);
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
          To the content
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
          <GamePicker game={shown?.game ?? "connect_four"} onChoose={(chosen) => void usualSeats(chosen).then((seats) => setUp(chosen, seats))} />
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
        <Page />
      </main>
      {link.value === "lost" ? (
        <p class="banner" role="status">
          The server does not answer. The page keeps your game and goes on when <code>plyground serve</code> is back.
        </p>
      ) : null}
    </>
  );
}
