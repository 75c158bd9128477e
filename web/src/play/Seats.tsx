// Who sits where; a click changes the player.
import type { JSX } from "preact";
import { facts, live, seat } from "../game";
import { signed } from "../format";
import { Icon } from "../icons";
import { levelOf } from "../levels";
import type { BarShown, SeatShown, TableShown } from "../protocol";
import { readForm } from "../textForm";
import { AgentForm } from "../ui/AgentForm";
import { Popover } from "../ui/controls";

export function Seats({ now, bar }: { now: TableShown; bar: BarShown | null }): JSX.Element {
  return (
    <div class={`seats many${now.seats.length}`}>
      {now.seats.map((each, number) => {
        const turn = !now.over && live.value && (now.thinking ?? now.player) === number;
        const won = now.over && now.winners.includes(number);
        return (
          <Popover
            key={number}
            side={number % 2 ? "right" : "left"}
            name={`Seat ${each.name}: ${playerName(each)}${turn ? ", to move" : ""}${won ? ", won" : ""}. Change the player`}
            class={`seat ${turn ? "turn" : ""} ${won ? "won" : ""}`}
            label={
              <>
                <span class={`stone b-${each.colour}`}>{each.person ? <Icon name="person" /> : <Icon name="engine" />}</span>
                <span class="who">
                  <b>{playerName(each)}</b>
                  <small>
                    {each.name}
                    {won ? " · won" : turn ? (each.person ? " · to move" : " · thinks") : ""}
                  </small>
                </span>
                {now.over ? null : <Worth value={bar?.values[number] ?? null} exact={bar?.exact ?? false} />}
              </>
            }
          >
            {() => (
              <>
                <h2 class="sheet-title">
                  <i class={`stone small b-${each.colour}`} /> {each.name}
                </h2>
                <AgentForm
                  agent={each.agent}
                  facts={facts.value}
                  person
                  onChange={(agent) => void seat(now.seats.map((other, at) => (at === number ? agent : other.agent)))}
                />
              </>
            )}
          </Popover>
        );
      })}
    </div>
  );
}

function Worth({ value, exact }: { value: number | null; exact: boolean }): JSX.Element | null {
  if (value === null) return null;
  const word = value > 0 ? "wins" : value < 0 ? "loses" : "draws";
  return <span class={`worth ${value > 0 ? "good" : value < 0 ? "bad" : ""}`}>{exact ? word : signed(value)}</span>;
}

export function playerName(seated: SeatShown): string {
  if (seated.person) return "You";
  const level = levelOf(seated.agent);
  if (level) return `Level ${level}`;
  const { name, values } = readForm(seated.agent);
  const simulations = values["simulations"];
  return simulations ? `${name} · ${simulations}` : name;
}
