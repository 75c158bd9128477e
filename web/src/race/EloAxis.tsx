// The Elo of every player, with its 95 % interval, on one axis whose range shrinks as games are played. Of two players,
// the Elo is the difference to the other: only the stronger one has a row.
import type { JSX } from "preact";
import { signed } from "../format";
import type { RatedPlayer } from "../protocol";

export function EloAxis({ players: all }: { players: readonly RatedPlayer[] }): JSX.Element {
  const players = all.length === 2 ? all.slice(0, 1) : all;
  const known = players.flatMap((player) => [player.low, player.high, player.elo]).filter((elo): elo is number => elo !== null);
  const reach = Math.max(50, ...known.map((elo) => Math.abs(elo))) * 1.08;
  const x = (elo: number): number => 50 + (50 * Math.max(-reach, Math.min(reach, elo))) / reach;
  const ticks = nice(reach);
  return (
    <div class="elo">
      <div class="scale" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ left: `${x(tick)}%` }}>
            {signed(tick, 0)}
          </span>
        ))}
      </div>
      <ul>
        {players.map((player) => (
          <li key={player.name}>
            <span class="player" title={player.agent}>
              {player.name}
            </span>
            <svg viewBox="0 0 100 20" preserveAspectRatio="none" role="img" aria-label={words(player)}>
              {ticks.map((tick) => (
                <line key={tick} class={tick ? "tick" : "tick zero"} x1={x(tick)} x2={x(tick)} y1="0" y2="20" />
              ))}
              {player.elo === null && player.low === null ? null : <rect class="span" x={x(player.low ?? -reach)} width={Math.max(0.3, x(player.high ?? reach) - x(player.low ?? -reach))} y="7" height="6" rx="1" />}
              {player.elo === null ? null : <rect class="f-ink" x={x(player.elo) - 0.35} width="0.7" y="3" height="14" />}
            </svg>
            <span class="num">
              <b>{player.elo === null ? "–" : signed(player.elo, 0)}</b>
              <small>{player.low === null || player.high === null ? "" : ` ${signed(player.low, 0)} … ${signed(player.high, 0)}`}</small>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function words(player: RatedPlayer): string {
  if (player.elo === null) return `${player.name}: no Elo yet`;
  return `${player.name}: Elo ${signed(player.elo, 0)}, 95 % between ${signed(player.low ?? -Infinity, 0)} and ${signed(player.high ?? Infinity, 0)}`;
}

function nice(reach: number): number[] {
  const step = [25, 50, 100, 200, 400, 800, 1600].find((size) => reach / size <= 3.2) ?? 3200;
  const ticks = [];
  for (let tick = -Math.floor(reach / step) * step; tick <= reach; tick += step) ticks.push(tick);
  return ticks;
}
