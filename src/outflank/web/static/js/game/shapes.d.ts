// The types of the API, generated from its OpenAPI document by `make format`:
// tools/api_types.py.

/** A game as one viewer sees it, with its recent events. */
export interface GameView {
  size: number;
  board: string;
  turn: Color;
  counts: CountsView;
  legal: Record<string, string[]>;
  last: LastMoveView | null;
  opening: string | null;
  ply: number;
  moves: PlyView[];
  seats: SeatsView;
  paused: boolean;
  thinking: ThinkingView | null;
  can: CanView;
  outcome: OutcomeView | null;
  status: string;
  notices: Notice[];
  id: string;
  kind: "game" | "link" | "save" | "shared";
  name: string | null;
  version: number;
  clock: ClockView | null;
  next: NextView | null;
  recipe: Recipe | null;
  shared: SharedView | null;
  record: string | null;
  reply: ReplyView | null;
  paces: number[];
}

/** Black (the dark discs, which move first) or White (the light discs). */
export type Color = "black" | "white";

export interface CountsView {
  black: number;
  white: number;
  empty: number;
}

/** The latest move; passes are ignored. */
export interface LastMoveView {
  square: string;
  color: Color;
}

/** A move with its flips, or a pass; moves that were undone are included. */
export interface PlyView {
  ply: number;
  number: number | null;
  color: Color;
  square: string | null;
  flips: string[];
}

export interface SeatsView {
  black: SeatView;
  white: SeatView;
}

/** The player of one side. */
export interface SeatView {
  player: string;
  human: boolean;
  title: string;
  description: string;
  face: string;
  taken: boolean;
  program: boolean;
  gone: number | null;
  member: string | null;
  rating: number | null;
}

export interface ThinkingView {
  ticket: number;
  color: Color;
}

export interface CanView {
  move: boolean;
  undo: boolean;
  redo: boolean;
  resign: boolean;
  study: boolean;
  why_not: string | null;
}

export interface OutcomeView {
  winner: Color | null;
  black: number;
  white: number;
  reason: Reason;
  sentence: string;
}

/** Why a game is over. */
export type Reason = "absence" | "forfeit" | "no moves" | "resignation" | "time";

/** A recent event, shown once. */
export interface Notice {
  kind: "branch" | "failure" | "finished" | "note" | "pass";
  color: Color | null;
  sentence: string;
}

/** The seconds left on both clocks when the view was sent. */
export interface ClockView {
  control: string;
  black: number;
  white: number;
  running: Color | null;
}

/** Suggestions for the next opponent. */
export interface NextView {
  easier: SeatView | null;
  harder: SeatView | null;
  proposed: SeatView | null;
  sentence: string;
}

/** Everything except the position that determines an opponent's move. */
export interface Recipe {
  depth: number;
  exact_from: number;
  seconds: number | null;
  nodes: number | null;
  book_depth: number | null;
  mistake: number;
  lead: number | null;
  roll: number;
  timed: boolean;
}

/** The state of a shared game besides the game itself. */
export interface SharedView {
  you: Color | null;
  free: Color | null;
  terms: Terms;
  proposal: ProposalView | null;
  said: SaidView[];
  news: NewsView[];
  may: MayView;
  called_off: boolean;
  another: string | null;
}

/** The host's choices besides board and clock, which are part of the game. */
export interface Terms {
  takebacks: boolean;
  early_study: boolean;
  rated: boolean;
  club: boolean;
  event: string;
}

/** A proposal as a sentence. */
export interface ProposalView {
  wish: "abort" | "rematch" | "take-back";
  by: Color;
  sentence: string;
}

/** A player's message; screens show each number once. */
export interface SaidView {
  number: number;
  color: Color;
  phrase: string;
  text: string;
}

/** A notice and the actions it offers. */
export interface NewsView {
  sentence: string;
  actions: ("agree" | "call-off" | "claim" | "close" | "decline" | "invite" | "withdraw")[];
}

/** The actions available to the viewer of a shared game, besides moving. */
export interface MayView {
  rematch: boolean;
  abort: boolean;
  answer: boolean;
  withdraw: boolean;
  say: boolean;
  write: boolean;
  claim: number | null;
}

/** The state of the game before a computer's instant reply. */
export interface ReplyView {
  ply: number;
  ticket: number;
  status: string;
  opening: string | null;
  notices: Notice[];
}

/** The moves of a position, known moves first. */
export interface ExplorerView {
  headline: string;
  rows: ExplorerRow[];
  notes: string[];
  examples: string[];
}

/** One move and everything known about it. */
export interface ExplorerRow {
  move: string;
  same: string[];
  book: string;
  umigame: string;
  tournaments: Share | null;
  archive: Share | null;
  own: Share | null;
}

/** A move's frequency and results, formatted for display. */
export interface Share {
  games: number;
  won: string;
  drawn: string;
  lost: string;
  average: string;
}

/** A position on the board of the trainer. */
export interface RepertoireBoard {
  position: Position;
  line: string[];
  mine: boolean;
  answer: string;
  replies: ReplyShare[];
  headline: string;
  sentence: string;
}

/** A board with its markings; squares have names. */
export interface Position {
  size: number;
  board: string;
  turn: Color;
  legal: Record<string, string[]>;
  last: string | null;
  labels: Record<string, Label>;
  noted: string[];
}

/** A label on an empty square; ``position_of`` translates it.

    It has the color of a won, drawn or lost move. */
export interface Label {
  text: string;
  short: string;
  tone: Fate;
  mark: string;
}

/** The result of a move with perfect play. */
export type Fate = "drawn" | "lost" | "won";

/** A move of the opponent, how often it comes up, and whether there is an answer to it. */
export interface ReplyShare {
  move: string;
  share: string;
  answered: boolean;
}

/** The result of an import. */
export interface ArchiveAdded {
  games: number;
  told: string;
}

/** The files in the archive. */
export interface ArchiveContents {
  files: ArchiveFile[];
  may_add: boolean;
  coming_in: number | null;
}

export interface ArchiveFile {
  name: string;
  games: number;
}

/** One page of the matching games, and the next moves in all of them. */
export interface ArchiveFound {
  total: number;
  offset: number;
  games: FoundGame[];
  next: NextMoveView[];
  ended: number;
}

export interface FoundGame {
  id: number;
  black: string;
  white: string;
  event: string;
  opening: string;
  year: number | null;
  score: number | null;
}

/** A move played from the position, and the results of its games. */
export interface NextMoveView {
  squares: string[];
  games: number;
  won: number;
  drawn: number;
  lost: number;
  average: number | null;
}

export interface ArchiveGame {
  id: number;
  transcript: string;
  black: string;
  white: string;
  event: string;
  year: number | null;
  score: number | null;
}

/** Search conditions, all of which must match. */
export interface ArchiveSearch {
  player?: string;
  event?: string;
  opening?: string;
  first_year?: number | null;
  last_year?: number | null;
  position?: string | null;
  offset?: number;
}

/** A file of games; a WTHOR file comes with two files of player and tournament names. */
export interface ArchiveUpload {
  name: string;
  content: string;
  players?: string;
  tournaments?: string;
}

/** A position of a game, or of another line from its start. */
export interface ExploredLine {
  line?: string[] | null;
}

/** The edited position. */
export interface EditorAnswer {
  editor: EditorState;
  view: EditorView;
}

/** The complete state of an editor between two requests. */
export interface EditorState {
  board?: string;
  brush?: "black" | "empty" | "white";
  past?: string[];
  note?: string;
}

export interface EditorView {
  position: Position;
  text: string;
  brush: string;
  counts: string;
  headline: string;
  problem: string;
  remark: string;
  note: string;
  can_play: boolean;
  can_undo: boolean;
  values: ValueView[];
}

/** The value of a move, in discs for the side that makes it. */
export interface ValueView {
  square: string;
  score: number;
  exact: boolean;
  best: boolean;
  fate: Fate | null;
  judgement: Judgement;
  depth: number;
  book: boolean;
  line: string[];
}

/** The severity of an error; the value is its name. */
export type Judgement = "blunder" | "fine" | "inaccuracy" | "mistake";

/** An action in the editor: set one field, or none to view the position. */
export interface EditorStep {
  put?: string | null;
  brush?: "black" | "empty" | "white" | null;
  change?: "clear" | "mirror" | "rotate" | "start" | "swap" | "turn" | "undo" | null;
  size?: number | null;
  paste?: string | null;
  values?: boolean;
  start?: string | null;
  editor?: EditorState | null;
}

/** An error: what went wrong and why. */
export interface Error {
  error: string;
  code: string;
  game: GameView | null;
}

/** Your games. */
export interface GameList {
  games: EntryView[];
}

/** A game in My Games. */
export interface EntryView {
  id: string;
  place: "bin" | "finished" | "running" | "saved";
  name: string | null;
  title: string;
  players: string;
  shared: boolean;
  note: string;
  size: number;
  board: string;
  moves: number;
  result: string | null;
  created: string;
  updated: string;
}

/** A game to load: a save of Outflank or another program, or any text with a game. */
export interface Import {
  save: string;
  name?: string | null;
}

/** A name for a game. */
export interface Name {
  name: string;
}

/** A game to start; by default on 8×8 with the server's default players. */
export interface NewGame {
  size?: number | null;
  black?: string | null;
  white?: string | null;
  transcript?: string;
  start?: string | null;
  openings?: string;
  name?: string | null;
  black_name?: string | null;
  white_name?: string | null;
  clock?: string | null;
  request?: string | null;
}

/** An empty body. */
export type Nothing = Record<string, never>;

/** The available opponents: characters with your record, and all players. */
export interface Opponents {
  characters: CharacterView[];
  opponents: OpponentView[];
}

export interface CharacterView {
  name: string;
  seat: string;
  face: string;
  line: string;
  strength: string;
  sizes: number[];
  record: OpponentRecord;
}

export interface OpponentRecord {
  games: number;
  won: number;
  best: number | null;
}

/** An opponent and its settings. */
export interface OpponentView {
  name: string;
  title: string;
  sentence: string;
  friendly: boolean;
  strength: string;
  levels: string[];
  sizes: number[];
  parameters: ParameterView[];
}

/** One setting of an opponent. */
export interface ParameterView {
  name: string;
  default: number;
  choices: string[];
  low: number;
  high: number;
  meaning: string;
}

/** A visit. */
export interface SitDown {
  request?: string | null;
}

export interface CourseView {
  lessons: CourseLesson[];
}

/** A lesson in the table of contents. */
export interface CourseLesson {
  id: string;
  chapter: string;
  title: string;
  exercises: number;
  right: number;
  answered: number;
}

/** An action in a lesson. */
export interface LessonAction {
  event: "begin" | "choose" | "give up" | "go on" | "go to" | "walk";
  lesson?: string;
  packed?: string;
  tour?: boolean;
  square?: string | null;
  at?: number;
  where?: "back" | "first" | "last" | "next";
  state?: LessonState | null;
}

/** The state of a lesson between two requests. */
export interface LessonState {
  at?: number;
  moves?: number[];
  first?: boolean | null;
  sentence?: string;
  tour?: boolean;
}

/** The lesson after the action. */
export interface LessonAnswer {
  state: LessonState;
  view: LessonView;
}

/** A lesson with its current step. */
export interface LessonView {
  position: Position;
  number: number;
  total: number;
  asking: boolean;
  solved: boolean;
  headline: string;
  sentence: string;
  give_up: string;
  again: boolean;
  lessons: string[];
  along: Position[];
  step: number;
  until: number | null;
  found: number;
  lesson: LessonLink | null;
  task: string;
  id: string;
  title: string;
  chapter: string;
  text: string[];
  steps: string[];
  diagram: boolean;
  can_back: boolean;
  can_on: boolean;
  last: boolean;
  next_lesson: string;
  theme: string;
  theme_title: string;
}

export interface LessonLink {
  id: string;
  title: string;
}

/** A teacher's lesson to put into a link. */
export interface OwnLesson {
  document: string;
}

export interface PackedLesson {
  packed: string;
}

export interface Departures {
  departures: DepartureView[];
}

/** Where a game left the visitor's repertoire. */
export interface DepartureView {
  color: Color;
  by: "end" | "opponent" | "you";
  number: number;
  sentence: string;
  line: string[];
}

/** An opening on the board and the names to choose from. */
export interface NameQuestionView {
  position: Position;
  moves: string;
  choices: string[];
  right: number;
}

/** The named openings, and the visitor's repertoires. */
export interface OpeningsView {
  openings: OpeningName[];
  black: RepertoireView;
  white: RepertoireView;
}

/** A named opening; the Umigame numbers count the lines to memorize by the book. */
export interface OpeningName {
  name: string;
  setting: string;
  moves: string;
  black: number;
  white: number;
}

/** A repertoire and what is left to learn of it. */
export interface RepertoireView {
  color: Color;
  positions: number;
  known: number;
  due: number;
  new: number;
  note: string;
}

/** What to add to a repertoire, or remove: the fields that the change needs. */
export interface RepertoireChange {
  change: "clear" | "games" | "import" | "line" | "propose" | "remove";
  style?: "few" | "fights" | "masters";
  opening?: string;
  line?: string[];
  text?: string;
}

/** A position of a repertoire. */
export interface RepertoirePlace {
  line?: string[];
}

/** A repertoire as a file; a link is the end of a URL, after `#repertoire=`. */
export interface RepertoireText {
  text: string;
  name: string;
}

/** An action in a game, done at most once per request id and only at the given version. */
export interface ActionRequest {
  version?: number | null;
  request?: string | null;
}

/** A move that the browser's own engine found with the game's recipe. */
export interface Answer {
  ticket: number;
  square: string;
  seconds?: number;
}

/** A new player for one side. */
export interface ChangeSeat {
  version?: number | null;
  request?: string | null;
  color: Color;
  seat: string;
}

/** A free-text message. */
export interface ChatText {
  version?: number | null;
  request?: string | null;
  text: string;
}

/** A position of the game to view. */
export interface GoTo {
  version?: number | null;
  request?: string | null;
  ply: number;
}

/** The side to move, and each legal square with the discs it flips. */
export interface LegalMoves {
  turn: Color;
  moves: Record<string, string[]>;
}

/** A square to play. */
export interface Move {
  version?: number | null;
  request?: string | null;
  square: string;
  ply?: number | null;
  answer?: boolean;
  thought?: number | null;
}

/** A phrase to say. */
export interface Phrase {
  version?: number | null;
  request?: string | null;
  phrase: string;
}

/** The answer to a proposal. */
export interface ProposalAnswer {
  version?: number | null;
  request?: string | null;
  yes: boolean;
}

/** A proposal to the opponent. */
export interface ProposalRequest {
  version?: number | null;
  request?: string | null;
  wish: "abort" | "rematch" | "take-back";
}

/** The ticket of the reply to compute; by default the pending one. */
export interface Reply {
  ticket?: number | null;
}

/** A resignation; a program that failed reports how and forfeits as in the arena. */
export interface Resignation {
  version?: number | null;
  request?: string | null;
  failure?: "crash" | "illegal" | "memory" | "time" | null;
  message?: string;
}

/** The ending, after the opponent's reply. */
export interface EndingAnswer {
  round: PlayOutState;
  view: PracticeView;
}

/** The state of an ending between two requests. */
export interface PlayOutState {
  ending?: "lost" | "won";
  number?: number;
  moves?: number[];
  note?: string;
}

export interface PracticeView {
  position: Position;
  number: number;
  total: number;
  asking: boolean;
  solved: boolean;
  headline: string;
  sentence: string;
  give_up: string;
  again: boolean;
  lessons: string[];
  along: Position[];
  step: number;
  until: number | null;
  found: number;
  lesson: LessonLink | null;
}

/** An action while playing out an ending. */
export interface EndingStep {
  event: "begin" | "choose" | "give up" | "go on";
  ending?: "lost" | "won";
  square?: string | null;
  round?: PlayOutState | null;
}

/** The position to solve, or a message if there is none. */
export interface PracticeAnswer {
  round: PracticeState;
  view: PracticeView;
}

/** The state of a round between two requests, without the cards. */
export interface PracticeState {
  keys?: string[];
  at?: number;
  first?: boolean | null;
  solved?: boolean;
  tried?: number | null;
  sentence?: string;
  until?: number | null;
  found?: number;
}

/** An action in practice. */
export interface PracticeStep {
  event: "begin" | "choose" | "give up" | "go on";
  source?: "daily" | "errors" | "openings" | "puzzles" | "run";
  theme?: string;
  color?: "black" | "white";
  line?: string[];
  square?: string | null;
  round?: PracticeState | null;
}

export interface PuzzleThemes {
  themes: PuzzleTheme[];
}

export interface PuzzleTheme {
  key: string;
  title: string;
  definition: string;
  puzzles: number;
  lesson: LessonLink;
}

/** What is waiting for a returning visitor. */
export interface TodayView {
  puzzle: boolean;
  days: number;
  due: number;
  running: number;
  challenges: number;
  your_turn: number;
}

/** A code that was created in another browser. */
export interface EnteredCode {
  code: string;
}

/** An empty body. */
export type NewCode = Record<string, never>;

/** The number of games after the move. */
export interface Recovered {
  games: number;
}

/** A code that moves your games to another browser, once. */
export interface RecoveryCode {
  code: string;
}

/** A link that gives the free seat to the first client, also as a QR code. */
export interface InvitationLink {
  link: string;
  code: string[];
}

/** The game and seat of an invitation. */
export interface InvitationView {
  game: GameView;
  color: Color;
  free: boolean;
}

/** A game for you and the player who takes the other seat. */
export interface NewSharedGame {
  size?: number;
  color?: "black" | "lot" | "white";
  clock?: string | null;
  rated?: boolean;
  takebacks?: boolean;
  request?: string | null;
  name: string;
  early_study?: boolean;
  openings?: string;
}

/** An opened invitation. */
export interface OpenedInvitation {
  token: string;
}

/** The address of this server as the client sees it. */
export interface ServerAddress {
  address: string;
}

/** A player who accepts an invitation. */
export interface TakeSeat {
  token: string;
  name: string;
  program?: boolean;
}

/** A password for your name in the club. */
export interface ChosenPassword {
  password: string;
}

/** A name in the club and its password. */
export interface SignIn {
  name: string;
  password: string;
}

/** The number of new positions to practice. */
export interface PracticeAdded {
  added: number;
}

/** The strengths and weaknesses, and the finished games that are not reviewed yet. */
export interface StrengthsView {
  strengths: Strengths;
  unreviewed: UnreviewedGame[];
}

/** What the reviews of a player's games show together, the greatest weakness first. */
export interface Strengths {
  games: number;
  lost: number;
  topics: TopicView[];
  phases: GroupView[];
  openings: GroupView[];
  opponents: GroupView[];
  course: number[];
}

/** How often the player errs in one way, and how much that costs. */
export interface TopicView {
  key: string;
  title: string;
  theme: string;
  lesson: LessonLink;
  errors: number;
  usual: number;
  lost: number;
  verdict: string;
}

/** The discs lost per game in one phase, opening, against one opponent, or at one time. */
export interface GroupView {
  title: string;
  games: number;
  lost: number;
}

/** The id for the review of a game; a shared game is reviewed as a link. */
export interface UnreviewedGame {
  id: string;
  size: number;
}

/** A topic to practice. */
export interface TopicWanted {
  topic: string;
}

/** The opening's name, and the whole game encoded for a link. */
export interface About {
  opening: string | null;
  link: string;
}

/** A good move with one reason; ``more`` has its value and what follows. */
export interface HintView {
  square: string;
  sentence: string;
  more: string;
  value: ValueView | null;
}

/** A line of moves from the start of a game. */
export interface LinePositions {
  line: string[];
  start?: number;
}

/** The probability of each legal move; the sum is 1. */
export interface MoveProbabilities {
  moves: MoveProbability[];
}

export interface MoveProbability {
  square: string;
  probability: number;
}

/** The values of all legal moves. */
export interface MoveValues {
  values: ValueView[];
  deeper: "glance" | "hint" | "look" | "screen" | null;
}

/** A pasted text. */
export interface PastedBody {
  text: string;
}

/** The positions along a line. */
export interface PositionsAlong {
  positions: Position[];
}

/** A file in base64. */
export interface ReportFile {
  content: string;
}

/** The format of a review's report. */
export interface ReportWanted {
  format: "html" | "png";
  study: StudyState;
}

/** The state of a study between two requests, without the game itself. */
export interface StudyState {
  findings?: Finding[];
  ply?: number | null;
  running?: boolean;
  note?: string;
  way?: number[] | null;
  line?: number[];
  line_from?: number;
}

/** The analysis of a move: scores in discs from the mover's view. */
export interface Finding {
  ply: number;
  best: number;
  best_score: number;
  score: number;
  exact: boolean;
  line: number[];
  answer: number | null;
  made_line?: number[];
  second?: number | null;
  second_score?: number;
}

/** The progress of a review; continue while it is running. */
export interface ReviewAnswer {
  study: StudyState;
  view: ReviewView;
  questions: QuestionView[];
}

export interface ReviewView {
  ply: number;
  plies: number;
  position: Position;
  headline: string;
  best: string;
  why: string;
  moves: MoveView[];
  points: GraphPoint[];
  opening: string;
  lost: Record<string, number>;
  summary: string;
  decided: Decided | null;
  rule: string;
  spent: Spent[];
  progress: string;
  done: number;
  total: number;
  running: boolean;
  complete: boolean;
  can_practise: boolean;
  tree: TreeView;
  line: string;
  note: string;
}

/** An analyzed move in words. */
export interface MoveView {
  ply: number;
  number: number;
  color: Color;
  name: string;
  loss: number;
  judgement: Judgement;
  listed: boolean;
  score: number;
  headline: string;
  best: string;
  why: string;
  replay: string[];
  labels: Record<string, Label>;
  noted: string[];
  lesson: LessonLink | null;
}

export interface GraphPoint {
  ply: number;
  score: number;
  exact: boolean;
  lost: Record<string, number>;
}

/** The move that gave away the proven win or draw for the last time. */
export interface Decided {
  ply: number;
  sentence: string;
}

export interface Spent {
  ply: number;
  color: Color;
  seconds: number;
}

/** The game with its variations, and the current position. */
export interface TreeView {
  lines: LineView[];
  way: string;
  aside: boolean;
  name: string;
  comment: string;
  can_back: boolean;
  can_on: boolean;
  can_promote: boolean;
  can_delete: boolean;
}

/** A line of the tree: first the game itself, then the variations. */
export interface LineView {
  depth: number;
  number: number;
  name: string;
  moves: TreeMove[];
}

/** A move of a line, or the start of the game; the user can go there. */
export interface TreeMove {
  place: number;
  name: string;
  here: boolean;
  noted: boolean;
}

/** A position to analyze, for the move at a ply. */
export interface QuestionView {
  ply: number;
  position: string;
  depth: number;
  exact_from: number;
  lines: number;
}

/** An action in a review. */
export interface ReviewStep {
  event: "go on" | "practise" | "stop";
  study?: StudyState | null;
  answers?: Judged[] | null;
}

/** The answer to a review's question: the question and the best moves found. */
export interface Judged {
  ply: number;
  position: string;
  depth: number;
  exact_from: number;
  lines: number;
  found: FoundMove[];
}

/** The analysis of a move by the browser's own engine. */
export interface FoundMove {
  square: string;
  score: number;
  exact: boolean;
  line: string[];
}

/** A position of a game and how deeply to search: start with ``glance``, then ``deeper``. */
export interface Values {
  effort?: "glance" | "hint" | "look" | "screen";
  line?: string[] | null;
}

/** A step in the variation tree: set one field, or none to view the tree. */
export interface VariationStep {
  study?: StudyState | null;
  play?: string | null;
  place?: number | null;
  step?: number | null;
  aside?: number | null;
  note?: NoteText | null;
  change?: "delete" | "promote" | null;
}

/** The name and comment of a node of the tree. */
export interface NoteText {
  name: string;
  comment: string;
}

/** The current node and the tree around it. */
export interface VariationsAnswer {
  study: StudyState;
  position: Position;
  headline: string;
  tree: TreeView;
  note: string;
}

/** Your games in progress and your challenges. */
export interface YoursView {
  games: YourGame[];
  challenges: ChallengeView[];
}

/** A game that you are playing. */
export interface YourGame {
  game: string;
  who: PersonView;
  color: Color;
  your_turn: boolean;
}

/** A player as others see them; a guest has no id. */
export interface PersonView {
  id: string | null;
  name: string;
  face: string | null;
  program: boolean;
  rating: number | null;
}

/** A challenge that you sent or received. */
export interface ChallengeView {
  id: string;
  who: PersonView;
  sent: boolean;
  color: Color | null;
  size: number;
  control: string;
  rated: boolean;
  declined: boolean;
  game: string | null;
}

/** The answer to a challenge. */
export interface ChallengeReply {
  yes: boolean;
}

/** The settings of a challenge's game. */
export interface NewChallenge {
  name?: string;
  size?: number;
  color?: "black" | "lot" | "white";
  clock?: string | null;
  rated?: boolean;
}

/** The new game; null if you declined. */
export interface Replied {
  game: string | null;
}

/** The settings of an opponent search; repeat the request every few seconds while searching. */
export interface Asked {
  name?: string;
  clock?: string | null;
  rated?: boolean;
}

/** Your name and picture in the club. */
export interface Claimed {
  name: string;
  face?: string;
}

/** The player who joins a game. */
export interface ClubSeat {
  name?: string;
}

/** A game that any club member can join. */
export interface NewClubTable {
  name?: string;
  size?: number;
  color?: "black" | "lot" | "white";
  clock?: string | null;
  rated?: boolean;
  takebacks?: boolean;
  request?: string | null;
}

/** Your search, with the game once an opponent is found. */
export interface SeekView {
  control: string;
  rated: boolean;
  waited: number;
  game: string | null;
}

/** Your identity in the club; a guest has none. */
export interface YouView {
  who: PersonView | null;
  strengths: Strength[];
  seek: SeekView | null;
  faces: string[];
  sign_in: boolean;
  password: boolean;
}

/** A rating at one pace with its uncertainty (two deviations). */
export interface Strength {
  pace: "blitz" | "rapid" | "slow" | "untimed";
  rating: number;
  uncertainty: number;
  games: number;
}

/** An entry in an event; a member's own name is used. */
export interface EventEntry {
  name?: string;
  program?: boolean;
}

/** The current state of the club; long lists are cut and come with their full length. */
export interface ClubView {
  here: PersonView[];
  here_count: number;
  seats: SeatOffer[];
  seats_count: number;
  games: LiveGame[];
  games_count: number;
  results: ResultView[];
  seeking: number;
  events: EventSummary[];
}

/** An open game that you can join. */
export interface SeatOffer {
  game: string;
  who: PersonView;
  color: Color;
  size: number;
  control: string;
  rated: boolean;
}

export interface LiveGame {
  game: string;
  black: PersonView;
  white: PersonView;
  size: number;
  board: string;
  moves: number;
  control: string;
  rated: boolean;
}

/** A finished club game. */
export interface ResultView {
  game: string;
  at: number;
  black: PersonView;
  white: PersonView;
  score: number;
  reason: string;
  pace: "blitz" | "rapid" | "slow" | "untimed";
  control: string;
  size: number;
  rated: boolean;
}

export interface EventSummary {
  id: string;
  name: string;
  state: "closed" | "open" | "over" | "running";
  format: string;
  control: string;
  size: number;
  rated: boolean;
  entrants: string[];
  played: number;
}

/** The strongest members at a pace by rating minus two deviations. */
export interface LadderView {
  pace: "blitz" | "rapid" | "slow" | "untimed";
  rungs: RungView[];
}

/** A place on the ladder. */
export interface RungView {
  rank: number;
  who: PersonView;
  strength: Strength;
}

/** A member's profile. */
export interface PlayerView {
  who: PersonView;
  joined: number;
  here: boolean;
  strengths: Strength[];
  record: WonAndLost;
  curves: RatingCurve[];
  recent: ResultView[];
  openings: OpeningRecord[];
}

export interface WonAndLost {
  won: number;
  drawn: number;
  lost: number;
}

/** The history of a rating, oldest first. */
export interface RatingCurve {
  pace: "blitz" | "rapid" | "slow" | "untimed";
  points: CurvePoint[];
}

export interface CurvePoint {
  at: number;
  rating: number;
}

/** An opening in a player's games with the points scored: 1 for a win, 0.5 for a draw. */
export interface OpeningRecord {
  name: string;
  games: number;
  points: number;
}

/** The state of an event: entrants, standings, next games. */
export interface EventView {
  id: string;
  name: string;
  state: "closed" | "open" | "over" | "running";
  format: string;
  summary: string;
  control: string;
  size: number;
  pairs: number;
  rated: boolean;
  round: number;
  rounds: number | null;
  played: number;
  games: number | null;
  entrants: PersonView[];
  table: EventLine[];
  boards: EventBoard[];
  boards_count: number;
  next: EventPairing[];
  resting: string[];
  results: EventResult[];
  verdict: string | null;
}

/** An entrant's line in the standings. */
export interface EventLine {
  rank: number;
  who: PersonView;
  points: number;
  games: number;
  won: number;
  drawn: number;
  lost: number;
  byes: number;
  forfeits: number;
  elo: number | null;
  low: number | null;
  high: number | null;
  left: boolean;
  playing: boolean;
}

/** A running game of an event. */
export interface EventBoard {
  game: string;
  number: number;
  black: PersonView;
  white: PersonView;
  size: number;
  board: string;
  turn: Color;
  last: string | null;
  moves: number;
  black_clock: number;
  white_clock: number;
  running: boolean;
}

export interface EventPairing {
  number: number;
  black: string;
  white: string;
}

/** A finished game of an event. */
export interface EventResult {
  number: number;
  round: number;
  black: string;
  white: string;
  winner: Color | null;
  discs: number[] | null;
  forfeit: string | null;
}

/** Which entrants of an event solved which exercises of a lesson. */
export interface LessonResults {
  title: string;
  results: LessonResult[];
}

/** An entrant's exercises, in their order: right, wrong, or empty if not answered. */
export interface LessonResult {
  name: string;
  marks: string[];
}

/** A game to abort. */
export interface Closed {
  game: string;
}

/** An event, and a lesson that its players work on. */
export interface EventLesson {
  event: string;
  lesson: string;
}

/** An event, and a member to expel from it. */
export interface Expelled {
  event: string;
  player: string;
}

/** A tournament for members of the club. */
export interface NewEvent {
  name: string;
  format?: "gauntlet" | "knock-out" | "round-robin" | "swiss";
  pairs?: number;
  clock?: string;
  size?: number;
  openings?: string;
  rounds?: number;
  rated?: boolean;
}

/** Two members, whose rated games no longer count. */
export interface Pair {
  winner: string;
  loser: string;
}

/** A member and the new name. */
export interface Renamed {
  player: string;
  name: string;
}

/** An event. */
export interface ThatEvent {
  event: string;
}

/** A banned member. */
export interface Unbanned {
  name: string;
}

/** A member. */
export interface Whom {
  player: string;
}

export interface HostView {
  members: MemberView[];
  banned: string[];
  games: LiveGame[];
  events: EventSummary[];
  suspicious: SeriesView[];
}

export interface MemberView {
  id: string;
  name: string;
  program: boolean;
  joined: number;
  here: boolean;
}

/** Rated games of two members within a day; the winner comes first. */
export interface SeriesView {
  winner: string;
  loser: string;
  names: string[];
  games: number;
  points: number;
  moves: number;
  until: number;
}

/** An empty body. */
export type NewToken = Record<string, never>;

/** Your invited programs, newest first. */
export interface ProgramsView {
  programs: InvitedProgram[];
  token: string | null;
}

/** A program invited by the user; it has a name once it has signed in. */
export interface InvitedProgram {
  id: string;
  name: string | null;
  made: number;
  here: boolean;
}

/** The format of a pasted text, and its games. */
export interface Read {
  format: string;
  games: ReadGame[];
}

export interface ReadGame {
  size: number;
  start: string | null;
  transcript: string;
  black: string;
  white: string;
  result: string | null;
  note: string;
}

/** The files of the engine. */
export interface EngineView {
  worker: string;
  module: string;
  weights: FileView;
  light: FileView;
  book: FileView;
}

/** A file with a permanent address, which can be cached forever. */
export interface FileView {
  address: string;
  size: number;
}

/** Options of a request: a signal to abort it, and additional headers. */
export interface Options {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** Ask for something. */
export interface Get {
  (path: `/api/archive/games/${string}`, options?: Options): Promise<ArchiveGame>;
  (path: `/api/club/events/${string}`, options?: Options): Promise<EventView>;
  (path: `/api/club/players/${string}`, options?: Options): Promise<PlayerView>;
  (path: `/api/games/${string}/about`, options?: Options): Promise<About>;
  (path: `/api/games/${string}/hint`, options?: Options): Promise<HintView>;
  (path: `/api/games/${string}/legal`, options?: Options): Promise<LegalMoves>;
  (path: `/api/games/${string}/probabilities`, options?: Options): Promise<MoveProbabilities>;
  (path: `/api/games/${string}/repertoire`, options?: Options): Promise<Departures>;
  (path: `/api/openings/${string}/file${string}`, options?: Options): Promise<RepertoireText>;
  (path: "/api/club/host", options?: Options): Promise<HostView>;
  (path: `/api/club/ladder${string}`, options?: Options): Promise<LadderView>;
  (path: "/api/club/programs", options?: Options): Promise<ProgramsView>;
  (path: "/api/club/you", options?: Options): Promise<YouView>;
  (path: "/api/club/yours", options?: Options): Promise<YoursView>;
  (path: "/api/games/current", options?: Options): Promise<GameView | null>;
  (path: `/api/games/${string}`, options?: Options): Promise<GameView>;
  (path: `/api/openings/quiz${string}`, options?: Options): Promise<NameQuestionView>;
  (path: "/api/puzzles/themes", options?: Options): Promise<PuzzleThemes>;
  (path: "/api/archive", options?: Options): Promise<ArchiveContents>;
  (path: "/api/club", options?: Options): Promise<ClubView>;
  (path: "/api/engine", options?: Options): Promise<EngineView>;
  (path: "/api/games", options?: Options): Promise<GameList>;
  (path: "/api/lessons", options?: Options): Promise<CourseView>;
  (path: "/api/openings", options?: Options): Promise<OpeningsView>;
  (path: "/api/opponents", options?: Options): Promise<Opponents>;
  (path: "/api/strengths", options?: Options): Promise<StrengthsView>;
  (path: "/api/today", options?: Options): Promise<TodayView>;
}

/** Change something, or ask with a body. */
export interface Send {
  (method: "POST", path: `/api/club/challenges/${string}/answer`, body: ChallengeReply, options?: Options): Promise<Replied>;
  (method: "POST", path: `/api/club/events/${string}/entry`, body?: EventEntry, options?: Options): Promise<EventView>;
  (method: "DELETE", path: `/api/club/events/${string}/entry`, body?: Record<string, never>, options?: Options): Promise<null>;
  (method: "POST", path: "/api/club/host/events/close", body: ThatEvent, options?: Options): Promise<HostView>;
  (method: "POST", path: "/api/club/host/events/expel", body: Expelled, options?: Options): Promise<EventView>;
  (method: "POST", path: "/api/club/host/events/lesson", body: EventLesson, options?: Options): Promise<LessonResults>;
  (method: "POST", path: "/api/club/host/events/start", body: ThatEvent, options?: Options): Promise<EventView>;
  (method: "POST", path: `/api/club/players/${string}/challenge`, body?: NewChallenge, options?: Options): Promise<YoursView>;
  (method: "POST", path: `/api/club/tables/${string}/seat`, body?: ClubSeat, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/proposal/answer`, body: ProposalAnswer, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/archive/explorer/${string}`, body?: ExploredLine, options?: Options): Promise<ExplorerView>;
  (method: "DELETE", path: `/api/club/challenges/${string}`, body?: Record<string, never>, options?: Options): Promise<null>;
  (method: "POST", path: "/api/club/host/ban", body: Whom, options?: Options): Promise<HostView>;
  (method: "POST", path: "/api/club/host/close", body: Closed, options?: Options): Promise<HostView>;
  (method: "POST", path: "/api/club/host/code", body: Whom, options?: Options): Promise<RecoveryCode>;
  (method: "POST", path: "/api/club/host/delete", body: Whom, options?: Options): Promise<HostView>;
  (method: "POST", path: "/api/club/host/events", body: NewEvent, options?: Options): Promise<EventView>;
  (method: "POST", path: "/api/club/host/remove", body: Whom, options?: Options): Promise<HostView>;
  (method: "POST", path: "/api/club/host/rename", body: Renamed, options?: Options): Promise<HostView>;
  (method: "POST", path: "/api/club/host/unban", body: Unbanned, options?: Options): Promise<HostView>;
  (method: "POST", path: "/api/club/host/unrate", body: Pair, options?: Options): Promise<HostView>;
  (method: "DELETE", path: `/api/club/programs/${string}`, body?: Record<string, never>, options?: Options): Promise<null>;
  (method: "POST", path: `/api/games/${string}/answer`, body: Answer, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/claim`, body?: ActionRequest, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/goto`, body: GoTo, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/invitation`, body: ServerAddress, options?: Options): Promise<InvitationLink>;
  (method: "DELETE", path: `/api/games/${string}/invitation`, body?: Record<string, never>, options?: Options): Promise<null>;
  (method: "POST", path: `/api/games/${string}/line`, body: LinePositions, options?: Options): Promise<PositionsAlong>;
  (method: "POST", path: `/api/games/${string}/moves`, body: Move, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/open`, body?: Nothing, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/phrase`, body: Phrase, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/proposal`, body: ProposalRequest, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/redo`, body?: ActionRequest, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/reply`, body?: Reply, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/report`, body: ReportWanted, options?: Options): Promise<ReportFile>;
  (method: "POST", path: `/api/games/${string}/resign`, body?: Resignation, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/restore`, body?: Nothing, options?: Options): Promise<EntryView>;
  (method: "POST", path: `/api/games/${string}/resume`, body?: ActionRequest, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/review`, body: ReviewStep, options?: Options): Promise<ReviewAnswer>;
  (method: "POST", path: `/api/games/${string}/save`, body: Name, options?: Options): Promise<EntryView>;
  (method: "POST", path: `/api/games/${string}/seats`, body: ChangeSeat, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/stop`, body?: ActionRequest, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/swap`, body?: ActionRequest, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/text`, body: ChatText, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/time`, body?: ActionRequest, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/undo`, body?: ActionRequest, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/values`, body?: Values, options?: Options): Promise<MoveValues>;
  (method: "POST", path: `/api/games/${string}/variations`, body?: VariationStep, options?: Options): Promise<VariationsAnswer>;
  (method: "POST", path: `/api/openings/${string}/position`, body?: RepertoirePlace, options?: Options): Promise<RepertoireBoard>;
  (method: "POST", path: "/api/archive/files", body: ArchiveUpload, options?: Options): Promise<ArchiveAdded>;
  (method: "POST", path: "/api/archive/search", body?: ArchiveSearch, options?: Options): Promise<ArchiveFound>;
  (method: "POST", path: "/api/club/password", body: ChosenPassword, options?: Options): Promise<YouView>;
  (method: "DELETE", path: "/api/club/password", body?: Record<string, never>, options?: Options): Promise<YouView>;
  (method: "POST", path: "/api/club/programs", body?: NewToken, options?: Options): Promise<ProgramsView>;
  (method: "POST", path: "/api/club/seek", body?: Asked, options?: Options): Promise<SeekView>;
  (method: "DELETE", path: "/api/club/seek", body?: Record<string, never>, options?: Options): Promise<null>;
  (method: "POST", path: "/api/club/sign-in", body: SignIn, options?: Options): Promise<YouView>;
  (method: "DELETE", path: "/api/club/sign-in", body?: Record<string, never>, options?: Options): Promise<YouView>;
  (method: "POST", path: "/api/club/tables", body?: NewClubTable, options?: Options): Promise<GameView>;
  (method: "POST", path: "/api/club/you", body: Claimed, options?: Options): Promise<YouView>;
  (method: "DELETE", path: "/api/club/you", body?: Record<string, never>, options?: Options): Promise<null>;
  (method: "POST", path: "/api/games/current", body?: SitDown, options?: Options): Promise<GameView>;
  (method: "POST", path: "/api/games/import", body: Import, options?: Options): Promise<GameView>;
  (method: "POST", path: "/api/games/shared", body: NewSharedGame, options?: Options): Promise<GameView>;
  (method: "PATCH", path: `/api/games/${string}`, body: Name, options?: Options): Promise<EntryView>;
  (method: "DELETE", path: `/api/games/${string}`, body?: Record<string, never>, options?: Options): Promise<null>;
  (method: "POST", path: "/api/invitations/look", body: OpenedInvitation, options?: Options): Promise<InvitationView>;
  (method: "POST", path: "/api/invitations/take", body: TakeSeat, options?: Options): Promise<GameView>;
  (method: "POST", path: "/api/lessons/pack", body: OwnLesson, options?: Options): Promise<PackedLesson>;
  (method: "POST", path: `/api/openings/${string}`, body: RepertoireChange, options?: Options): Promise<RepertoireView>;
  (method: "POST", path: "/api/recovery/code", body?: NewCode, options?: Options): Promise<RecoveryCode>;
  (method: "POST", path: "/api/strengths/practice", body: TopicWanted, options?: Options): Promise<PracticeAdded>;
  (method: "POST", path: "/api/editor", body?: EditorStep, options?: Options): Promise<EditorAnswer>;
  (method: "POST", path: "/api/endings", body: EndingStep, options?: Options): Promise<EndingAnswer>;
  (method: "POST", path: "/api/games", body?: NewGame, options?: Options): Promise<GameView>;
  (method: "POST", path: "/api/lessons", body: LessonAction, options?: Options): Promise<LessonAnswer>;
  (method: "POST", path: "/api/practice", body: PracticeStep, options?: Options): Promise<PracticeAnswer>;
  (method: "POST", path: "/api/read", body: PastedBody, options?: Options): Promise<Read>;
  (method: "POST", path: "/api/recovery", body: EnteredCode, options?: Options): Promise<Recovered>;
}
