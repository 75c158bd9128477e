// A search, one simulation at a time. Simulations that were seen are kept, so that going back costs nothing.
import { batch, computed, signal } from "@preact/signals";
import { ask, onOpen, reason } from "../connection";
import { Newest } from "../newest";
import type { RolloutShown, SimulationShown, Story } from "../protocol";

export const PHASES = ["select", "expand", "evaluate", "back up"] as const;
const ROLLOUT_AT_ONCE = 60;

export class Told {
  readonly story = signal<Story | null>(null);
  readonly number = signal(1);
  readonly phase = signal(0);
  readonly trouble = signal("");
  readonly rollout = signal<RolloutShown | null>(null);
  private readonly seen = signal<ReadonlyMap<number, SimulationShown>>(new Map());
  private readonly openings = new Newest();
  private readonly walks = new Newest();
  private asked: [string, string, string] | null = null;
  private wanted: [number, number] = [1, 0]; // the simulation and the phase that the reader asked for last
  private readonly release = onOpen(() => void this.comeBack());

  readonly now = computed(() => this.seen.value.get(this.number.value) ?? null);

  dispose(): void {
    this.release();
    this.close();
  }

  private close(): void {
    const story = this.story.peek();
    if (story) void ask("close_story", { story: story.story }).catch(() => undefined);
  }

  open(game: string, position: string, agent: string): Promise<void> {
    this.wanted = [1, 0];
    return this.begin(game, position, agent, new Map());
  }

  private async begin(game: string, position: string, agent: string, seen: ReadonlyMap<number, SimulationShown>): Promise<void> {
    const isNewest = this.openings.ask();
    this.walks.ask();
    this.close();
    this.asked = [game, position, agent];
    try {
      const story = await ask("open_story", { game, position, agent });
      if (!isNewest()) return;
      batch(() => {
        this.trouble.value = "";
        this.story.value = story;
        this.seen.value = seen;
        [this.number.value, this.phase.value] = this.wanted;
        this.rollout.value = null;
      });
      await this.to(...this.wanted);
    } catch (error) {
      if (isNewest()) this.trouble.value = reason(error);
    }
  }

  /** A restarted server has forgotten the story: open it again, at the simulation that the reader wants by then. */
  private async comeBack(): Promise<void> {
    const story = this.story.value;
    if (!this.asked) return;
    try {
      if (story) await ask("get_simulation", { story: story.story, number: this.number.value });
    } catch {
      if (this.story.value === story) await this.begin(...this.asked, this.seen.value); // the same search: seen simulations stay
    }
  }

  private async load(number: number): Promise<boolean> {
    const story = this.story.value;
    if (!story) return false;
    if (this.seen.value.has(number)) return true;
    try {
      const found = await ask("get_simulation", { story: story.story, number });
      if (this.story.value === story) this.seen.value = new Map(this.seen.value).set(number, found);
      return true;
    } catch (error) {
      if (this.story.value === story) this.trouble.value = reason(error);
      return false;
    }
  }

  async to(number: number, phase: number): Promise<void> {
    const isNewest = this.walks.ask();
    this.wanted = [Math.max(1, number), Math.max(0, Math.min(PHASES.length - 1, phase))];
    const [target, its] = this.wanted;
    if (!(await this.load(target)) || !isNewest()) return;
    batch(() => {
      this.number.value = target;
      this.phase.value = its;
    });
    if (!this.now.value?.last) void this.load(target + 1);
  }

  next(): Promise<void> {
    if (this.phase.value < PHASES.length - 1) return this.to(this.number.value, this.phase.value + 1);
    return this.now.value?.last ? Promise.resolve() : this.to(this.number.value + 1, 0);
  }

  back(): Promise<void> {
    if (this.phase.value > 0) return this.to(this.number.value, this.phase.value - 1);
    return this.number.value > 1 ? this.to(this.number.value - 1, PHASES.length - 1) : Promise.resolve();
  }

  async loadRollout(): Promise<RolloutShown | null> {
    const story = this.story.value;
    const number = this.number.value;
    if (!story || !this.now.value?.rollout) return null;
    if (this.rollout.value?.number === number) return this.rollout.value;
    try {
      const first = Math.max(0, this.now.value.rollout - ROLLOUT_AT_ONCE);
      const found = await ask("get_rollout", { story: story.story, number, first, count: ROLLOUT_AT_ONCE });
      if (this.number.value === number) this.rollout.value = found;
      return found;
    } catch (error) {
      this.trouble.value = reason(error);
      return null;
    }
  }
}
