// Written by web/write_protocol.py from src/plyground/serve: do not edit.

export const PROTOCOL = 1;

/** The limits of a search; it ends at the first one that it reaches. */
export interface Effort {
  simulations?: number | null;
  seconds?: number | null;
}

/** A sequential test between two agents. H0: the Elo difference is elo0. H1: it is elo1. */
export interface SprtForm {
  elo0?: number;
  elo1?: number;
}

/** The first request on a socket. Answer: `welcome`. */
export interface Hello {
  type: "hello";
  /** the key from an earlier `welcome`; empty or unknown: a new session */
  session?: string;
  /** of the address that the server printed, if it has one */
  token?: string;
  id: number;
}

/** All games, agents and parts with their parameters, for forms. Answer: `catalogue`. */
export interface GetCatalogue {
  type: "get_catalogue";
  id: number;
}

/** One game: its seats, and which agents can play it. Answer: `game_facts`. */
export interface DescribeGame {
  type: "describe_game";
  game: string;
  id: number;
}

/** Check that a text names an agent that can play a game. Answer: `agent_facts`. */
export interface CheckAgent {
  type: "check_agent";
  agent: string;
  game: string;
  id: number;
}

/** Draw any position of any game. Answer: `drawn`. */
export interface Draw {
  type: "draw";
  game: string;
  moves?: string | number[];
  /** mark what changed after this ply; omitted: the last move */
  since?: number | null;
  id: number;
}

/** Set up a table. Answer: `table`. */
export interface NewGame {
  type: "new_game";
  game: string;
  /** an agent each, "human" for a person; omitted: human */
  seats?: string[];
  /** start after these moves */
  position?: string | number[];
  /** of the dice and the agents; omitted: random */
  seed?: number | null;
  /** ask: a person enters each throw by `play` */
  dice?: "roll" | "ask";
  id: number;
}

/** The tables of this session, the latest first. Answer: `games`. */
export interface ListGames {
  type: "list_games";
  id: number;
}

/** A table as it is now. Answer: `table`. */
export interface GetGame {
  type: "get_game";
  table: string;
  id: number;
}

/** Play a move, by its action number or its name. Answer: `table`. */
export interface Play {
  type: "play";
  table: string;
  move: number | string;
  /** refuse the move unless the game is at this ply (a late click) */
  ply?: number | null;
  id: number;
}

/** Go back to the last earlier decision of a person, or of any seat if no person plays. Answer: `table`. */
export interface Undo {
  type: "undo";
  table: string;
  /** back to exactly this ply instead */
  ply?: number | null;
  id: number;
}

/** Make moves again that `undo` took back, up to a person's next decision. Answer: `table`. */
export interface Redo {
  type: "redo";
  table: string;
  id: number;
}

/** Start a new game at the same table: same seats, new seed. Answer: `table`. */
export interface Restart {
  type: "restart";
  table: string;
  id: number;
}

/** Change the players from now on; to swap seats, send the same agents in another order. Answer: `table`. */
export interface SetSeats {
  type: "set_seats";
  table: string;
  seats: string[];
  id: number;
}

/** A person gives up. Answer: `table`. */
export interface Resign {
  type: "resign";
  table: string;
  /** omitted: the person to move, or the only person */
  seat?: number | null;
  id: number;
}

/** Forget a table. Answer: `done`. */
export interface CloseGame {
  type: "close_game";
  table: string;
  id: number;
}

/** The best move by a solver if one knows the position, otherwise by a search. Answer: `hint`. */
export interface GetHint {
  type: "get_hint";
  table: string;
  effort?: Effort | null;
  id: number;
}

/** Switch the evaluation bar on or off; while it is on, every move is followed by `evaluation`. Answer: `done`. */
export interface SetBar {
  type: "set_bar";
  table: string;
  on?: boolean;
  id: number;
}

/** The game as text, as `plyground play` saves it. Answer: `saved_game`. */
export interface SaveGame {
  type: "save_game";
  table: string;
  id: number;
}

/** Set up a table from the text of a saved game. Answer: `table`. */
export interface OpenGame {
  type: "open_game";
  text: string;
  /** omitted: the players of the saved game */
  seats?: string[];
  id: number;
}

/** Review every move of a game; a `review_point` comes for each. Answer: `review`, at the end. */
export interface GetReview {
  type: "get_review";
  table: string;
  /** for each move: the simulations of each of its searches, the seconds of all */
  effort?: Effort | null;
  id: number;
}

/** Start a search to watch. Answer: `search_started`; `frame`s and `search_ended` follow. */
export interface StartSearch {
  type: "start_search";
  game: string;
  position?: string | number[];
  /** mcts or one of its presets */
  agent?: string;
  /** omitted: the simulations of the agent, or else 100,000 */
  effort?: Effort | null;
  pace?: number | null;
  id: number;
}

/** Pause a search. Answer: `done`; one more `frame` follows. */
export interface PauseSearch {
  type: "pause_search";
  search: string;
  id: number;
}

/** Continue a paused search, or an ended one after `set_effort` raised its limit. Answer: `done`. */
export interface ResumeSearch {
  type: "resume_search";
  search: string;
  id: number;
}

/** End a search now; its tree stays. Answer: `done`. */
export interface StopSearch {
  type: "stop_search";
  search: string;
  id: number;
}

/** Change the limits of the whole search, while it runs or afterwards. Answer: `done`. */
export interface SetEffort {
  type: "set_effort";
  search: string;
  effort: Effort;
  id: number;
}

/** Choose what the frames of a search show, and its pace. Answer: `done`; a `frame` follows. */
export interface SetView {
  type: "set_view";
  search: string;
  tree?: boolean;
  /** of the tree: the most visited */
  nodes?: number;
  depth?: number;
  /** frames per second at most */
  rate?: number;
  pace?: number | null;
  id: number;
}

/** The children and the position of a node of the tree. Answer: `children`. */
export interface Unfold {
  type: "unfold";
  search: string;
  node: string;
  id: number;
}

/** Forget a search, or both searches of a comparison. Answer: `done`. */
export interface CloseSearch {
  type: "close_search";
  search: string;
  id: number;
}

/** Open a search to step through, one simulation at a time. Answer: `story`. */
export interface OpenStory {
  type: "open_story";
  game: string;
  position?: string | number[];
  agent?: string;
  id: number;
}

/** Any simulation of a story, in its four phases. Answer: `simulation`. */
export interface GetSimulation {
  type: "get_simulation";
  story: string;
  number: number;
  /** of the tree: the most visited */
  nodes?: number;
  id: number;
}

/** The positions of a simulation's evaluation, as boards. Answer: `rollout`. */
export interface GetRollout {
  type: "get_rollout";
  story: string;
  number: number;
  first?: number;
  count?: number;
  id: number;
}

/** Forget a story. Answer: `done`. */
export interface CloseStory {
  type: "close_story";
  story: string;
  id: number;
}

/** Start two searches of one position, kept in step. Answer: `comparison_started`; `comparison_frame`s follow. `pause_search`, `resume_search`, `stop_search`, `set_effort`, `set_view` and `close_search` take its `search` too. */
export interface StartComparison {
  type: "start_comparison";
  game: string;
  agents: string[];
  position?: string | number[];
  /** what both have spent equally at every frame */
  by?: "simulations" | "seconds";
  /** omitted: the simulations of the first agent, or else 100,000 */
  effort?: Effort | null;
  pace?: number | null;
  id: number;
}

/** Start a match of two agents, or a tournament of more, in the arena. Answer: `race`; more follow during play. */
export interface StartRace {
  type: "start_race";
  game: string;
  agents: string[];
  /** per meeting; for seatings in all */
  games?: number;
  /** omitted: chosen to suit the game */
  form?: "round_robin" | "gauntlet" | "seatings" | null;
  seed?: number;
  opening_moves?: number;
  /** for two agents: stop as soon as the test is settled */
  sprt?: SprtForm | null;
  id: number;
}

/** All races of this session, the latest first. Answer: `races`. */
export interface ListRaces {
  type: "list_races";
  id: number;
}

/** A race and its standing. Answer: `race`; more follow during play. */
export interface GetRace {
  type: "get_race";
  race: string;
  id: number;
}

/** Pause a race; its games are kept. Answer: `race`. */
export interface StopRace {
  type: "stop_race";
  race: string;
  id: number;
}

/** Continue a race that was stopped or has failed. Answer: `race`. */
export interface ResumeRace {
  type: "resume_race";
  race: string;
  id: number;
}

/** The games of a race, by number. Answer: `race_games`. */
export interface ListRaceGames {
  type: "list_race_games";
  race: string;
  first?: number;
  count?: number;
  id: number;
}

/** The lessons: walkthrough, guide and report. Answer: `lessons`. */
export interface ListLessons {
  type: "list_lessons";
  id: number;
}

/** The limits of one session. */
export interface LimitsShown {
  /** per move, hint or search */
  simulations: number;
  /** per move or search */
  seconds: number;
  /** per search */
  megabytes: number;
  tables: number;
  /** a comparison counts as two */
  searches: number;
  stories: number;
  races: number;
  /** longer messages are refused */
  message_bytes: number;
  /** messages per second in the long run; bursts may exceed it */
  rate: number;
}

/** One parameter of a game, an agent or a part. */
export interface ParameterForm {
  name: string;
  kind: "int" | "float" | "bool" | "text" | "choice" | "part" | "agent" | "list";
  required: boolean;
  /** may be "none" */
  optional: boolean;
  /** as JSON; a part as its text form */
  default: unknown;
  low: number | null;
  high: number | null;
  choices: string[];
  /** for kind part: select, expand, evaluate, backup or decide */
  part: string;
  /** by preset, the value that it has if omitted */
  presets: Record<string, unknown>;
  help: string;
}

/** A game, an agent or a part. Its text form is `name(parameter=value, …)`, without parameters at their default. */
export interface CatalogueEntry {
  name: string;
  summary: string;
  description: string;
  /** a text form that works as it is */
  example: string;
  parameters: ParameterForm[];
}

/** The place of a move on a board, for clicks and for its numbers. */
export interface SpotShown {
  action: number;
  name: string;
  /** the centre */
  x: number;
  y: number;
  width: number;
  height: number;
  /** the area to click: x, y, width, height */
  hit: [number, number, number, number];
  /** true: its numbers go below the place instead of on it */
  below: boolean;
}

/** SVG elements without frame, caption and style, and the places of the moves (outcomes, where chance moves). */
export interface BoardShown {
  width: number;
  height: number;
  svg: string;
  spots: SpotShown[];
}

export interface SeatFacts {
  /** X, Red, player 1 */
  name: string;
  /** the name of its colour: seat0 to seat3 */
  colour: string;
}

/** Whether an agent can play one game. */
export interface AgentFor {
  name: string;
  /** why it cannot play this game; empty: it can */
  obstacle: string;
  /** true: its search can be watched and stepped through */
  searches: boolean;
}

export interface LegalMove {
  action: number;
  name: string;
}

export interface MoveMade {
  /** who made it: a seat, or −1 for dice */
  player: number;
  action: number;
  name: string;
}

export interface SeatShown {
  name: string;
  colour: string;
  /** text form; "human" */
  agent: string;
  person: boolean;
}

export interface TableLine {
  table: string;
  game: string;
  seats: string[];
  plies: number;
  over: boolean;
  status: string;
  updated: string;
}

/** A move at the root. Values and scores are to the player who moves at the root. */
export interface ChildShown {
  action: number;
  name: string;
  visits: number;
  value: number;
  /** 95 % interval */
  low: number;
  high: number;
  /** proven by the search, or known by a solver */
  exact: number | null;
  /** null: infinite, as for an untried move, or not compared */
  score: number | null;
  /** of the score, in the order of `frame.terms` */
  terms: (number | null)[];
}

/** An agent's opinion of the position in which it moves. */
export interface Opinion {
  /** true: its last opinion before it moves */
  done: boolean;
  /** of the position, to the agent */
  value: number | null;
  /** 0: it did not search a tree */
  simulations: number;
  /** the expected line of play */
  line: string[];
  /** most visits first; `terms` are empty */
  moves: ChildShown[];
}

/** A node of the tree, or a note that stands for the `more` siblings that are not shown. */
export interface NodeShown {
  node: string;
  /** "" for the children of the root, and for the root itself */
  parent: string;
  /** 0 for the root */
  level: number;
  /** the move that leads here */
  name: string;
  /** who made it; −1 for an outcome of chance */
  seat: number;
  /** who moves here: a seat, −1 or −2; −3 until the node is first reached */
  player: number;
  visits: number;
  /** to `worth_to` */
  value: number;
  /** the seat whose value the node keeps */
  worth_to: number;
  exact: number | null;
  /** visited children that are not shown; of a note: siblings */
  more: number;
  /** their visits */
  more_visits: number;
  note: boolean;
  /** the centre, from the left edge */
  x: number;
  y: number;
  radius: number;
  /** with its label */
  width: number;
}

export interface TreeShown {
  width: number;
  height: number;
  /** parents first */
  nodes: NodeShown[];
}

export interface CurvePoint {
  simulations: number;
  /** of the root */
  value: number;
}

/** A search at one moment. */
export interface FrameShown {
  /** from 1 */
  number: number;
  state: "waiting" | "running" | "paused" | "ended";
  simulations: number;
  /** search time so far */
  seconds: number;
  /** simulations */
  per_second: number;
  rows: number;
  /** rows with visits */
  visited: number;
  bytes: number;
  depth: number;
  width: number;
  /** of the root, to the seat of `search_started` */
  value: number | null;
  /** of the root, proven or from a solver */
  exact: number | null;
  /** the best so far */
  action: number | null;
  /** the best line */
  line: string[];
  /** the names of the score's terms */
  terms: string[];
  /** most visits first */
  children: ChildShown[];
  /** the actions among which the next simulation draws; a single one is certain */
  following: number[];
  /** new points since the previous frame */
  curve: CurvePoint[];
  tree: TreeShown | null;
}

export interface ComparedShown {
  name: string;
  visits: number;
  terms: (number | null)[];
  score: number | null;
  chosen: boolean;
}

/** The children of one node, compared by select; the largest score wins. */
export interface ComparisonTable {
  place: string;
  visits: number;
  terms: string[];
  candidates: ComparedShown[];
}

/** A node before and after the backup. */
export interface ChangeShown {
  place: string;
  seat: string;
  node: string;
  visits_before: number;
  value_before: number;
  visits_after: number;
  value_after: number;
}

export interface PhaseShown {
  /** select, expand, evaluate, back up */
  name: string;
  sentences: string[];
  /** nodes to highlight */
  lit: string[];
  board: BoardShown | null;
  /** the legend of the marks on the board */
  note: string;
  comparisons: ComparisonTable[];
  changes: ChangeShown[];
}

export interface RolloutBoard {
  player: number;
  name: string;
  board: BoardShown;
}

export interface RatedPlayer {
  name: string;
  agent: string;
  games: number;
  /** of two players, the difference to the other; null: infinite, or nothing played yet */
  elo: number | null;
  low: number | null;
  high: number | null;
  /** share of points */
  score: number | null;
  score_low: number | null;
  score_high: number | null;
}

export interface PayoffCell {
  wins: number;
  draws: number;
  losses: number;
}

export interface SprtShown {
  elo0: number;
  elo1: number;
  llr: number;
  lower: number;
  upper: number;
  verdict: "H0" | "H1" | null;
}

export interface RaceLine {
  race: string;
  game: string;
  agents: string[];
  state: string;
  created: string;
}

export interface RaceGame {
  number: number;
  /** the names of the players */
  seats: string[];
  /** as `draw` takes them */
  moves: number[];
  opening: number;
  returns: number[];
  seconds: number[];
  forfeit: number | null;
  reason: string;
  result: string;
}

export interface Lesson {
  title: string;
  summary: string;
  /** a page of this server; empty: not built */
  address: string;
  /** how to build it */
  how: string;
}

/** The session is open. `session` is its key: a later `hello` with it finds the same games. */
export interface Welcome {
  type: "welcome";
  session: string;
  /** true: an earlier session, found by its key */
  resumed: boolean;
  /** of plyground */
  version: string;
  protocol: number;
  limits: LimitsShown;
  id: number;
}

/** A request failed; `message` says why, in one sentence. */
export interface Failure {
  type: "failed";
  message: string;
  /** the `type` of the request */
  about: string;
  id: number;
}

/** The request succeeded and has no other result. */
export interface Done {
  type: "done";
  id: number;
}

export interface Catalogue {
  type: "catalogue";
  games: CatalogueEntry[];
  agents: CatalogueEntry[];
  /** by kind: select, expand, evaluate, backup, decide */
  parts: Record<string, CatalogueEntry[]>;
  /** text forms of the agents that `plyground serve --agent` named */
  offered_agents: string[];
  id: number;
}

export interface GameFacts {
  type: "game_facts";
  /** its text form, without defaults */
  game: string;
  seats: SeatFacts[];
  dice: boolean;
  value_range: [number, number];
  agents: AgentFor[];
  /** at the start */
  board: BoardShown;
  id: number;
}

export interface AgentFacts {
  type: "agent_facts";
  /** its text form, without defaults */
  agent: string;
  /** always empty: if the agent cannot play the game, the answer is `failed` */
  obstacle: string;
  /** true: its search can be watched and stepped through */
  searches: boolean;
  id: number;
}

export interface Drawn {
  type: "drawn";
  game: string;
  ply: number;
  player: number;
  /** "X to move", "O won" */
  status: string;
  board: BoardShown;
  /** the legal moves; the outcomes where chance moves */
  moves: LegalMove[];
  /** at the end */
  returns: number[] | null;
  /** the position as text */
  text: string;
  id: number;
}

/** The whole state of one game. Sent as an answer, and as news whenever the game changes. */
export interface TableShown {
  type: "table";
  table: string;
  game: string;
  seats: SeatShown[];
  dice: "roll" | "ask";
  seed: number;
  /** made so far, dice included */
  moves: MoveMade[];
  /** number of moves that were taken back and can be made again */
  redo: number;
  /** the moves as one text; a link to the table holds this, `game` and the agents */
  position: string;
  player: number;
  status: string;
  board: BoardShown;
  /** for the person to move, or who enters the dice; otherwise empty */
  legal: LegalMove[];
  /** the seat whose agent is thinking */
  thinking: number | null;
  over: boolean;
  /** at the end, also after a resignation */
  returns: number[] | null;
  /** empty after a draw */
  winners: number[];
  /** at the end, in words */
  result: string;
  /** the seat that resigned */
  resigned: number | null;
  /** why the game is stuck, such as an error of the agent to move; `set_seats` or `undo` restarts it */
  trouble: string;
  can_undo: boolean;
  /** ISO 8601 */
  created: string;
  updated: string;
  id: number;
}

export interface TableList {
  type: "games";
  games: TableLine[];
  id: number;
}

/** A move was made; for animations. `table` follows. */
export interface Moved {
  type: "moved";
  table: string;
  /** counted from 1 */
  ply: number;
  player: number;
  action: number;
  name: string;
  /** of a throw of dice: all that were possible */
  outcomes: LegalMove[];
  /** thinking time of the agent */
  seconds: number;
  id: number;
}

/** An agent's opinion: repeatedly once its search has taken 0.3 s, and a last time before it moves. */
export interface Thought {
  type: "thought";
  table: string;
  /** number of moves made so far; the agent makes the next one */
  ply: number;
  player: number;
  opinion: Opinion;
  id: number;
}

/** The evaluation bar after a move. */
export interface BarShown {
  type: "evaluation";
  table: string;
  ply: number;
  /** expected return of each seat; null: unknown, as in games of more than two seats */
  values: (number | null)[];
  /** 95 % intervals of the values */
  low: (number | null)[];
  high: (number | null)[];
  /** from a solver, or proven */
  exact: boolean;
  /** of the values, in words: "exact", "1,000 simulations" */
  source: string;
  id: number;
}

export interface Hint {
  type: "hint";
  table: string;
  ply: number;
  action: number;
  name: string;
  exact: boolean;
  sentence: string;
  /** the expected line of play */
  line: string[];
  /** best first, without moves that the search never visited; `terms` are empty */
  moves: ChildShown[];
  id: number;
}

export interface SavedGameShown {
  type: "saved_game";
  text: string;
  file_name: string;
  id: number;
}

/** The review of one move. Values are to the player who made it. */
export interface ReviewPoint {
  type: "review_point";
  table: string;
  /** counted from 1: the move moves[ply − 1] */
  ply: number;
  player: number;
  action: number;
  name: string;
  /** null for dice, and for a move that the search never visited */
  value: number | null;
  /** 95 % interval */
  low: number | null;
  high: number | null;
  best: LegalMove | null;
  best_value: number | null;
  /** true: both values are solved or proven */
  exact: boolean;
  /** by how much the best move is better */
  loss: number;
  mark: "" | "best" | "blunder";
  /** what the move gave away, in words: "a win becomes a draw" */
  blunder: string;
  /** value to the first seat after this move, in zero-sum games of two; null: unknown */
  curve: number | null;
  id: number;
}

export interface ReviewShown {
  type: "review";
  table: string;
  points: ReviewPoint[];
  /** one sentence per seat */
  summary: string[];
  id: number;
}

export interface SearchStarted {
  type: "search_started";
  search: string;
  game: string;
  /** as the request named it */
  agent: string;
  position: string;
  /** text forms, by kind */
  parts: Record<string, string>;
  /** the seat whose value the curve and the bar show */
  seat: number;
  value_range: [number, number];
  engine: string;
  /** the limits of the search */
  effort: Record<string, number>;
  id: number;
}

export interface Frame {
  type: "frame";
  search: string;
  frame: FrameShown;
  id: number;
}

export interface SearchEnded {
  type: "search_ended";
  search: string;
  /** simulations, seconds, solved, stopped, megabytes (its limit), memory (of the machine) or failed */
  reason: string;
  sentence: string;
  id: number;
}

export interface Children {
  type: "children";
  search: string;
  node: string;
  /** x and y are 0: the page lays them out below the node */
  children: NodeShown[];
  /** of the node; null if it stands for several positions */
  board: BoardShown | null;
  id: number;
}

export interface Story {
  type: "story";
  story: string;
  game: string;
  agent: string;
  position: string;
  introduction: string[];
  /** the formula of select, in words */
  rule: string;
  board: BoardShown;
  id: number;
}

/** One simulation. `before` is the tree of the first phase; `after`, with the new nodes, is that of the others. */
export interface SimulationShown {
  type: "simulation";
  story: string;
  number: number;
  /** true: the root is proven, so no simulation follows */
  last: boolean;
  phases: PhaseShown[];
  /** nodes, from the root down */
  path: string[];
  /** new nodes */
  added: string[];
  /** null for the first simulation */
  before: TreeShown | null;
  after: TreeShown;
  /** number of moves of its evaluation */
  rollout: number;
  id: number;
}

export interface RolloutShown {
  type: "rollout";
  story: string;
  number: number;
  first: number;
  total: number;
  boards: RolloutBoard[];
  values: number[];
  id: number;
}

export interface ComparisonStarted {
  type: "comparison_started";
  search: string;
  sides: SearchStarted[];
  id: number;
}

export interface ComparisonFrame {
  type: "comparison_frame";
  search: string;
  /** two */
  frames: FrameShown[];
  /** on the best move */
  agree: boolean;
  /** compares their best moves */
  sentence: string;
  id: number;
}

/** A race and its standing. */
export interface RaceShown {
  type: "race";
  race: string;
  game: string;
  agents: string[];
  form: string;
  state: "waiting" | "running" | "stopped" | "ended" | "failed";
  played: number;
  total: number;
  per_second: number;
  /** strongest first */
  players: RatedPlayer[];
  /** of the rows and columns of `payoff`, in order */
  names: string[];
  /** row against column */
  payoff: ((PayoffCell | null)[])[];
  sprt: SprtShown | null;
  remarks: string[];
  created: string;
  id: number;
}

export interface Races {
  type: "races";
  races: RaceLine[];
  id: number;
}

export interface RaceGames {
  type: "race_games";
  race: string;
  first: number;
  total: number;
  games: RaceGame[];
  id: number;
}

export interface Lessons {
  type: "lessons";
  lessons: Lesson[];
  id: number;
}

export type Request =
  | Hello
  | GetCatalogue
  | DescribeGame
  | CheckAgent
  | Draw
  | NewGame
  | ListGames
  | GetGame
  | Play
  | Undo
  | Redo
  | Restart
  | SetSeats
  | Resign
  | CloseGame
  | GetHint
  | SetBar
  | SaveGame
  | OpenGame
  | GetReview
  | StartSearch
  | PauseSearch
  | ResumeSearch
  | StopSearch
  | SetEffort
  | SetView
  | Unfold
  | CloseSearch
  | OpenStory
  | GetSimulation
  | GetRollout
  | CloseStory
  | StartComparison
  | StartRace
  | ListRaces
  | GetRace
  | StopRace
  | ResumeRace
  | ListRaceGames
  | ListLessons;

export type Message =
  | Welcome
  | Failure
  | Done
  | Catalogue
  | GameFacts
  | AgentFacts
  | Drawn
  | TableShown
  | TableList
  | Moved
  | Thought
  | BarShown
  | Hint
  | SavedGameShown
  | ReviewPoint
  | ReviewShown
  | SearchStarted
  | Frame
  | SearchEnded
  | Children
  | Story
  | SimulationShown
  | RolloutShown
  | ComparisonStarted
  | ComparisonFrame
  | RaceShown
  | Races
  | RaceGames
  | Lessons;
