// Beside the board: the state of the game, and the review after its end.
import type { JSX } from "preact";
import { scaled } from "../board/heat";
import { Curve } from "../charts/Curve";
import { plural, signed } from "../format";
import { askReview, bars, busy, facts, hint, look, play, ply, points, review, thought } from "../game";
import { MovesTable } from "../search/MovesTable";
import type { Signal } from "@preact/signals";
import { Icon, type IconName } from "../icons";
import type { BarShown, ReviewPoint, TableShown } from "../protocol";
import { Button, Card } from "../ui/controls";
import { playerName } from "./Seats";

export function SidePanel({ now, hot }: { now: TableShown; hot: Signal<number | null> }): JSX.Element {
  return (
    <>
      <Standing now={now} />
      {hint.value ? (
        <Card title="Hint" note={hint.value.exact ? "exact" : "by search"}>
          <p>{hint.value.sentence}</p>
          {hint.value.line.length ? (
            <p class="line soft">
              {hint.value.line.map((name, i) => (
                <span key={i}>{name}</span>
              ))}
            </p>
          ) : null}
          {hint.value.moves.length > 1 ? <MovesTable moves={hint.value.moves} terms={[]} following={[]} range={facts.value?.value_range ?? [-1, 1]} hot={hot} onPick={(action) => void play(action)} compact /> : null}
        </Card>
      ) : null}
      <ThoughtCard now={now} hot={hot} />
      <Value now={now} />
      {now.over ? <ReviewCard now={now} /> : null}
      <TakeApart />
    </>
  );
}

function Standing({ now }: { now: TableShown }): JSX.Element {
  const ended = now.over && ply.value === now.moves.length;
  const bar = ended ? undefined : bars.value.get(ply.value);
  const turn = now.thinking ?? now.player;
  const mover = now.seats[turn];
  const headline = now.over
    ? now.result
    : now.thinking !== null && mover
      ? `${playerName(mover)} thinks`
      : mover?.person
        ? now.seats.filter((seat) => seat.person).length > 1
          ? `${mover.name} to move`
          : "Your move"
        : now.status;
  return (
    <Card class="standing">
      <p class="headline">
        {mover && !now.over ? <i class={`stone small b-${mover.colour}`} /> : null}
        {headline}
      </p>
      <p class="soft">{bar ? sentence(now, bar) : now.moves.length ? `${now.moves.length} moves played.` : "Hint shows the value of every move; Watch shows the search at work."}</p>
    </Card>
  );
}

/** An engine's opinion while it searches, and its last one before it moved. */
function ThoughtCard({ now, hot }: { now: TableShown; hot: Signal<number | null> }): JSX.Element | null {
  const found = thought.value;
  const thinker = found && now.seats[found.player];
  if (!found || !thinker || hint.value) return null;
  const { value, simulations, line, moves, done } = found.opinion;
  const name = playerName(thinker) === "You" ? thinker.name : playerName(thinker);
  const played = now.moves[found.ply]?.name;
  const words = [value === null ? "" : `value ${signed(value)} for ${thinker.name}`, simulations ? plural(simulations, "simulation") : ""].filter(Boolean).join(" · ");
  return (
    <Card title={done ? `What ${name} thought${played ? ` before ${played}` : ""}` : `${name} thinks`} note={words} class="thought">
      {line.length ? (
        <p class="line">
          {line.slice(0, 14).map((move, i) => (
            <span key={i}>{move}</span>
          ))}
        </p>
      ) : null}
      {moves.length > 1 ? <MovesTable moves={moves} terms={[]} following={[]} range={facts.value?.value_range ?? [-1, 1]} hot={hot} compact /> : null}
    </Card>
  );
}

function sentence(now: TableShown, { values: all, low, high, exact, source }: BarShown): string {
  const values = all.map((value) => value ?? -Infinity);
  const best = values.indexOf(Math.max(...values));
  const name = now.seats[best]?.name ?? "";
  if (all.includes(null)) return typeof all[best] === "number" ? `${name} expects ${signed(all[best])}, by ${source}.` : `Not evaluated: ${source}.`;
  const even = values.every((value) => Math.abs(value - values[0]!) < 0.05);
  if (exact) return even ? "With best play this is a draw (exact)." : `With best play ${name} wins (exact).`;
  const span = `${signed(values[best])} [${signed(low[best])}, ${signed(high[best])}]`;
  const sure = values.every((_, seat) => seat === best || low[best]! > high[seat]!);
  return even ? `About even, by ${source}.` : `${name} is ${sure ? "" : "perhaps "}ahead, ${span} by ${source}.`;
}

function Value({ now }: { now: TableShown }): JSX.Element | null {
  const range = facts.value?.value_range ?? [-1, 1];
  const judged = points.value.filter((point) => point.curve !== null).sort((a, b) => a.ply - b.ply);
  const series = judged.length
    ? judged.map((point) => ({ x: point.ply, y: scaled(point.curve ?? 0, range) }))
    : [...bars.value]
        .filter(([, bar]) => typeof bar.values[0] === "number")
        .sort(([a], [b]) => a - b)
        .map(([at, bar]) => ({ x: at, y: scaled(bar.values[0] ?? 0, range) }));
  const within = series.filter((point) => point.x <= now.moves.length);
  if (within.length < 2) return null;
  const seat = now.seats[0];
  return (
    <Card title={`Value for ${seat?.name ?? "the first seat"}`} note="by move · click to jump">
      <Curve
        points={within}
        label={`Value for ${seat?.name ?? "the first seat"} by move`}
        at={ply.value}
        marks={judged.filter((point) => point.mark === "blunder").map((point) => ({ x: point.ply, y: scaled(point.curve ?? 0, range), class: "blunder", title: `Move ${point.ply}, ${point.name}: ${point.blunder}` }))}
        onPick={(x) => void look(x)}
        ends={["start", `move ${within.at(-1)!.x}`]}
      />
    </Card>
  );
}

function better(point: ReviewPoint): string {
  if (!point.best) return "";
  const worth = point.exact ? "" : ` (${signed(point.best_value)} instead of ${signed(point.value)})`;
  return `${point.best.name} was better${worth}.`;
}

function ReviewCard({ now }: { now: TableShown }): JSX.Element {
  const judged = points.value;
  const total = now.moves.length;
  if (!judged.length && busy.value !== "review") {
    return (
      <Card title="Review">
        <div class="row">
          <p class="grow">The review judges every move and names a better one for each blunder.</p>
          <Button kind="main" icon="review" label="Review the game" onClick={() => void askReview({ simulations: 5000 })} />
        </div>
      </Card>
    );
  }
  const bad = judged.filter((point) => point.mark === "blunder");
  return (
    <Card title="Review" note={review.value ? `${total} moves` : `move ${judged.length} of ${total}`}>
      {review.value?.summary.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {bad.length ? (
        <ol class="blunders">
          {bad.map((point) => (
            <li key={point.ply}>
              <button type="button" class="quiet" aria-current={ply.value === point.ply ? "step" : undefined} onClick={() => void look(point.ply)}>
                <i class={`stone tiny b-${now.seats[point.player]?.colour ?? "seat0"}`} />
                <b>
                  {point.ply}. {point.name}
                </b>
                <span class="pill blunder">{point.blunder}</span>
                <span class="words">{better(point)}</span>
              </button>
            </li>
          ))}
        </ol>
      ) : review.value ? (
        <p class="soft">No blunder in this game.</p>
      ) : null}
    </Card>
  );
}

const VIEWS: [IconName, string, string][] = [
  ["watch", "Watch", "the search grow its tree on this position"],
  ["step", "Step", "through single simulations, and see why each took its path"],
  ["compare", "Compare", "two searches side by side"],
];

function TakeApart(): JSX.Element {
  return (
    <Card title="Take this position apart">
      <ul class="doors">
        {VIEWS.map(([icon, name, words]) => (
          <li key={name}>
            <a href={`#/${icon}`}>
              <Icon name={icon} />
              <span>
                <b>{name}</b> {words}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
