// Written by web/write_protocol.py from src/plyground/serve: do not edit.

export const PROTOCOL = 1;

/** How long a search may go on: the first limit that is reached ends it. */
export interface Effort {
  simulations?: number | null;
  seconds?: number | null;
}

/** A sequential test of a race of two: H0 the difference is elo0, against H1 it is elo1. */
export interface SprtForm {
  elo0?: number;
  elo1?: number;
}

/** The first request on a socket. Answer: `welcome`. */
export interface Hello {
  type: "hello";
  /** the key from an earlier `welcome`; empty or unknown: a new session */
  session?: string;
  /** where the server was started with --token */
  token?: string;
  id: number;
}

/** All games, agents and parts with their parameters, for forms. Answer: `catalogue`. */
export interface GetCatalogue {
  type: "get_catalogue";
  id: number;
}

/** One game: its seats, and the agents that can play it. Answer: `game_facts`. */
export interface DescribeGame {
  type: "describe_game";
  game: string;
  id: number;
}

/** Is this text an agent that can play this game? Answer: `agent_facts`. */
export interface CheckAgent {
  type: "check_agent";
  agent: string;
  game: string;
  id: number;
}

/** A position as a picture: of any game after any moves. Answer: `drawn`. */
export interface Draw {
  type: "draw";
  game: string;
  moves?: string | number[];
  /** mark the moves after this ply; left out: the last one */
  since?: number | null;
  id: number;
}

/** Set up a table. Answer: `table`. */
export interface NewGame {
  type: "new_game";
  game: string;
  /** an agent each, "human" for a person; left out: human */
  seats?: string[];
  /** start after these moves */
  position?: string | number[];
  /** of the dice and the agents; left out: drawn */
  seed?: number | null;
  /** ask: a person says what the dice show, by `play` */
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
  /** refuse the move unless so many moves were made: a late click */
  ply?: number | null;
  id: number;
}

/** Back to the last earlier decision of a person. Answer: `table`. */
export interface Undo {
  type: "undo";
  table: string;
  /** back to exactly this ply instead */
  ply?: number | null;
  id: number;
}

/** Make the moves again that `undo` took back. Answer: `table`. */
export interface Redo {
  type: "redo";
  table: string;
  id: number;
}

/** A new game at the same table: same seats, new seed. Answer: `table`. */
export interface Restart {
  type: "restart";
  table: string;
  id: number;
}

/** Other players from now on; to swap seats, the same in another order. Answer: `table`. */
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
  /** left out: the person to move, or the only one */
  seat?: number | null;
  id: number;
}

/** Forget a table. Answer: `done`. */
export interface CloseGame {
  type: "close_game";
  table: string;
  id: number;
}

/** What a search, or a solver where there is one, would play. Answer: `hint`. */
export interface GetHint {
  type: "get_hint";
  table: string;
  effort?: Effort | null;
  id: number;
}

/** Switch the evaluation bar on or off: `evaluation` then comes after every move. Answer: `done`. */
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

/** A table from the text of a saved game. Answer: `table`. */
export interface OpenGame {
  type: "open_game";
  text: string;
  seats?: string[];
  id: number;
}

/** Judge every move of a table. `review_point` comes for every move; answer: `review`, at the end. */
export interface GetReview {
  type: "get_review";
  table: string;
  /** for each move */
  effort?: Effort | null;
  id: number;
}

/** Search a position and watch. Answer: `search_started`; then `frame`s, and `search_ended`. */
export interface StartSearch {
  type: "start_search";
  game: string;
  position?: string | number[];
  /** mcts or a preset of it: its parts and its seed count */
  agent?: string;
  /** left out: the agent's own */
  effort?: Effort | null;
  pace?: number | null;
  id: number;
}

/** Answer: `done`; one more `frame` shows where it stands. */
export interface PauseSearch {
  type: "pause_search";
  search: string;
  id: number;
}

/** Go on after a pause, or after its end once `set_effort` gave it more. Answer: `done`. */
export interface ResumeSearch {
  type: "resume_search";
  search: string;
  id: number;
}

/** End it now; it can still be looked at. Answer: `done`. */
export interface StopSearch {
  type: "stop_search";
  search: string;
  id: number;
}

/** Another limit for the whole search, while it runs or after. Answer: `done`. */
export interface SetEffort {
  type: "set_effort";
  search: string;
  effort: Effort;
  id: number;
}

/** What its frames show. Answer: `done`; a `frame` follows. */
export interface SetView {
  type: "set_view";
  search: string;
  tree?: boolean;
  /** of the tree, the most visited */
  nodes?: number;
  depth?: number;
  /** frames a second, at most */
  rate?: number;
  pace?: number | null;
  id: number;
}

/** The children of a node of the tree. Answer: `children`. */
export interface Unfold {
  type: "unfold";
  search: string;
  node: string;
  id: number;
}

/** Forget a search, or both of a comparison. Answer: `done`. */
export interface CloseSearch {
  type: "close_search";
  search: string;
  id: number;
}

/** Walk through a search, one simulation at a time. Answer: `story`. */
export interface OpenStory {
  type: "open_story";
  game: string;
  position?: string | number[];
  agent?: string;
  id: number;
}

/** One simulation in its four phases, any one of them. Answer: `simulation`. */
export interface GetSimulation {
  type: "get_simulation";
  story: string;
  number: number;
  /** of the tree */
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

/** Answer: `done`. */
export interface CloseStory {
  type: "close_story";
  story: string;
  id: number;
}

/** Two searches of one position, kept in step. Answer: `comparison_started`; then `comparison_frame`s. `pause_search`, `resume_search`, `stop_search`, `set_effort`, `set_view` and `close_search` take its id too. */
export interface StartComparison {
  type: "start_comparison";
  game: string;
  agents: string[];
  position?: string | number[];
  /** what both have spent alike at every frame */
  by?: "simulations" | "seconds";
  effort?: Effort | null;
  pace?: number | null;
  id: number;
}

/** A match of two or a tournament of more, in the arena. Answer: `race`, again whenever games were played. */
export interface StartRace {
  type: "start_race";
  game: string;
  agents: string[];
  /** of every meeting */
  games?: number;
  /** left out: what suits the game */
  form?: "round_robin" | "gauntlet" | "seatings" | null;
  seed?: number;
  opening_moves?: number;
  /** for two agents: stop as soon as it is settled */
  sprt?: SprtForm | null;
  id: number;
}

/** All races of this session, the latest first. Answer: `races`. */
export interface ListRaces {
  type: "list_races";
  id: number;
}

/** Answer: `race`; and again whenever games were played. */
export interface GetRace {
  type: "get_race";
  race: string;
  id: number;
}

/** Pause it; its games stay. Answer: `race`. */
export interface StopRace {
  type: "stop_race";
  race: string;
  id: number;
}

/** Go on where it stopped. Answer: `race`. */
export interface ResumeRace {
  type: "resume_race";
  race: string;
  id: number;
}

/** Its games by number. Answer: `race_games`. */
export interface ListRaceGames {
  type: "list_race_games";
  race: string;
  first?: number;
  count?: number;
  id: number;
}

/** What there is to read. Answer: `lessons`. */
export interface ListLessons {
  type: "list_lessons";
  id: number;
}

/** What one session may use. */
export interface LimitsShown {
  /** a move, a hint, or a search */
  simulations: number;
  /** the same */
  seconds: number;
  /** a search */
  megabytes: number;
  tables: number;
  /** comparisons count two */
  searches: number;
  stories: number;
  races: number;
  /** longer messages are refused */
  message_bytes: number;
  /** messages a second, over some seconds */
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
  /** what it is, where it is left out, by preset */
  presets: Record<string, unknown>;
  help: string;
}

/** A game, an agent or a part. Its text form is `name(parameter=value, …)`, without those left at their default. */
export interface CatalogueEntry {
  name: string;
  summary: string;
  description: string;
  /** a text form that works as it is */
  example: string;
  parameters: ParameterForm[];
}

/** The place of a move on a board: to click, and for its numbers. */
export interface SpotShown {
  action: number;
  name: string;
  /** the middle */
  x: number;
  y: number;
  width: number;
  height: number;
  /** the area to click: x, y, width, height */
  hit: [number, number, number, number];
  /** its numbers go below it instead of on it */
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

/** An agent and one game. */
export interface AgentFor {
  name: string;
  /** why it cannot play this game; empty: it can */
  obstacle: string;
  /** can it be watched and stepped through? */
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

/** A move at the root. Numbers are to the player who moves there. */
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
  /** null: infinite, never tried */
  score: number | null;
  /** of the score, in the order of `frame.terms` */
  terms: (number | null)[];
}

/** What an agent thinks of the position in which it moves. */
export interface Opinion {
  /** it moves now */
  done: boolean;
  /** of the position, to the agent */
  value: number | null;
  /** 0: it did not search a tree */
  simulations: number;
  /** how the game would go on */
  line: string[];
  /** most visits first; `terms` are empty */
  moves: ChildShown[];
}

/** A node of the tree, or a note beside its siblings: `more` of them are not shown. */
export interface NodeShown {
  node: string;
  /** null for the root is ""; the root's own `level` is 0 */
  parent: string;
  level: number;
  /** the move that leads here */
  name: string;
  /** who made it; −1 an outcome of chance */
  seat: number;
  /** who moves here: a seat, −1, −2; −3 unknown yet */
  player: number;
  visits: number;
  /** to `worth_to` */
  value: number;
  worth_to: number;
  exact: number | null;
  /** visited children that are not shown */
  more: number;
  more_visits: number;
  note: boolean;
  /** the middle, from the left edge */
  x: number;
  y: number;
  radius: number;
  /** with its words */
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

/** One look at a search. */
export interface FrameShown {
  /** from 1 */
  number: number;
  state: "waiting" | "running" | "paused" | "ended";
  simulations: number;
  /** that it has searched */
  seconds: number;
  per_second: number;
  rows: number;
  visited: number;
  bytes: number;
  depth: number;
  width: number;
  /** of the root, to the seat of `search_started` */
  value: number | null;
  exact: number | null;
  /** the best so far */
  action: number | null;
  /** the best line */
  line: string[];
  /** the names of the score's terms */
  terms: string[];
  /** most visits first */
  children: ChildShown[];
  /** the actions from which the next simulation draws; one: it takes that */
  following: number[];
  /** since the frame before */
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
  /** nodes */
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
  /** null: infinite, or nothing played yet */
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
  /** for `draw` */
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

/** The session is open. The page keeps `session`, to come back to its games. */
export interface Welcome {
  type: "welcome";
  session: string;
  /** is it an earlier session? */
  resumed: boolean;
  /** of plyground */
  version: string;
  protocol: number;
  limits: LimitsShown;
  id: number;
}

/** A request that could not be done, in one sentence; nothing has changed. */
export interface Failure {
  type: "failed";
  message: string;
  /** the `type` of the request */
  about: string;
  id: number;
}

/** It is done, and there is nothing else to say. */
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
  /** further text forms that the server was started with */
  offered_agents: string[];
  id: number;
}

export interface GameFacts {
  type: "game_facts";
  /** its text form, in full */
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
  /** its text form, in full */
  agent: string;
  obstacle: string;
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
  /** legal here; outcomes where chance moves */
  moves: LegalMove[];
  returns: number[] | null;
  /** the position as text */
  text: string;
  id: number;
}

/** One game being played, whole. It comes as an answer, and as news whenever the game has changed. */
export interface TableShown {
  type: "table";
  table: string;
  game: string;
  seats: SeatShown[];
  dice: "roll" | "ask";
  seed: number;
  /** made so far, dice included */
  moves: MoveMade[];
  /** how many moves `redo` would make */
  redo: number;
  /** the moves as one text: with `game` and the agents it is the whole table, for an address */
  position: string;
  player: number;
  status: string;
  board: BoardShown;
  /** of the person to move; empty while an agent thinks */
  legal: LegalMove[];
  /** the seat whose agent thinks */
  thinking: number | null;
  over: boolean;
  /** at the end, also after a resignation */
  returns: number[] | null;
  winners: number[];
  /** at the end, in words */
  result: string;
  resigned: number | null;
  /** why the agent to move could not; `set_seats` or `undo` helps */
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

/** A move was made: to animate. `table` follows. */
export interface Moved {
  type: "moved";
  table: string;
  /** counted from 1 */
  ply: number;
  player: number;
  action: number;
  name: string;
  /** of a throw: all that could have come */
  outcomes: LegalMove[];
  /** what the agent thought */
  seconds: number;
  id: number;
}

/** What an agent thinks: now and then while it searches for longer than 0.3 s, and once more before it moves. */
export interface Thought {
  type: "thought";
  table: string;
  /** the moves made before it: that of the agent will be the next one */
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
  /** expected return of every seat; null: not known, in games of more than two seats */
  values: (number | null)[];
  /** from a solver, or proven */
  exact: boolean;
  /** in words: "exact", "1,000 simulations" */
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
  /** how the game would go on */
  line: string[];
  /** all legal moves with what is known of them; `terms` are empty */
  moves: ChildShown[];
  id: number;
}

export interface SavedGameShown {
  type: "saved_game";
  text: string;
  file_name: string;
  id: number;
}

/** One move, judged. Values are to the player who made it. */
export interface ReviewPoint {
  type: "review_point";
  table: string;
  /** counted from 1: the move moves[ply − 1] */
  ply: number;
  player: number;
  action: number;
  name: string;
  /** null for dice, and where nothing is known */
  value: number | null;
  /** 95 % interval */
  low: number | null;
  high: number | null;
  best: LegalMove | null;
  best_value: number | null;
  /** does a solver know both values? */
  exact: boolean;
  /** what the best move had more */
  loss: number;
  mark: "" | "best" | "blunder";
  /** what the move gave away, in words: "a win becomes a draw" */
  blunder: string;
  /** the value to the first seat after this move, in a game of two; null: not known */
  curve: number | null;
  id: number;
}

export interface ReviewShown {
  type: "review";
  table: string;
  points: ReviewPoint[];
  /** a sentence for every seat */
  summary: string[];
  id: number;
}

export interface SearchStarted {
  type: "search_started";
  search: string;
  game: string;
  /** with all its parts */
  agent: string;
  position: string;
  parts: Record<string, string>;
  /** whose value the curve and the bar show */
  seat: number;
  value_range: [number, number];
  engine: string;
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
  /** the limit that ended it: simulations, seconds, solved, stopped, memory */
  reason: string;
  sentence: string;
  id: number;
}

export interface Children {
  type: "children";
  search: string;
  node: string;
  /** without places: x, y are 0; the page lays them out below the node */
  children: NodeShown[];
  /** of the node, where its position is certain */
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

/** One simulation. The tree is that before it for the first phase, with the new nodes from the second on. */
export interface SimulationShown {
  type: "simulation";
  story: string;
  number: number;
  /** nothing comes after: the root is proven */
  last: boolean;
  phases: PhaseShown[];
  path: string[];
  added: string[];
  before: TreeShown | null;
  after: TreeShown;
  /** how many moves its evaluation has */
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
  /** where they disagree */
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
  /** the order of rows and columns of `payoff` */
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
