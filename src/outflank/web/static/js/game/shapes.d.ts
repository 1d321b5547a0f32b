// What the API takes and gives, made from its OpenAPI document by `make format`:
// tools/api_types.py.

/** A lesson as a screen shows it, before or after a move. */
export interface LessonView {
  number: number;
  of: number;
  title: string;
  sentence: string;
  size: number;
  board: string;
  legal: Record<string, string[]>;
  moves: PlyView[];
  done: boolean;
}

/** A move of the game and what it turned, or a pass; also those taken back. */
export interface PlyView {
  ply: number;
  number: number | null;
  color: Color;
  square: string | null;
  flips: string[];
}

/** Black (the dark discs, who moves first) or White (the light discs). */
export type Color = "black" | "white";

/** A game as one viewer sees it, and what just happened in it. */
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

export interface CountsView {
  black: number;
  white: number;
  empty: number;
}

/** The latest move, passes aside. */
export interface LastMoveView {
  square: string;
  color: Color;
}

export interface SeatsView {
  black: SeatView;
  white: SeatView;
}

/** Who sits at one side. */
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

/** Something that just happened, shown once. */
export interface Notice {
  kind: "branch" | "failure" | "finished" | "note" | "pass";
  color: Color | null;
  sentence: string;
}

/** The seconds both sides have left when this was sent. */
export interface ClockView {
  control: string;
  black: number;
  white: number;
  running: Color | null;
}

/** Whom to play after a game. */
export interface NextView {
  easier: SeatView | null;
  harder: SeatView | null;
  proposed: SeatView | null;
  sentence: string;
}

/** All that decides a move besides the position: who follows it plays as the opponent does. */
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

/** What two players at a distance have besides the game. */
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

/** What the host chose besides board and clock, which belong to the game. */
export interface Terms {
  takebacks: boolean;
  early_study: boolean;
  rated: boolean;
  club: boolean;
  event: string;
}

/** What is proposed, in a sentence. */
export interface ProposalView {
  wish: "abort" | "rematch" | "take-back";
  by: Color;
  sentence: string;
}

/** What a player said; a number that was shown before is not shown again. */
export interface SaidView {
  number: number;
  color: Color;
  phrase: string;
  text: string;
}

/** Something to know, and what the reader can do about it. */
export interface NewsView {
  sentence: string;
  actions: ("agree" | "call-off" | "claim" | "close" | "decline" | "invite" | "withdraw")[];
}

/** What the viewer may do in a shared game, besides playing. */
export interface MayView {
  rematch: boolean;
  abort: boolean;
  answer: boolean;
  withdraw: boolean;
  say: boolean;
  write: boolean;
  claim: number | null;
}

/** How the game stood before a computer's immediate reply. */
export interface ReplyView {
  ply: number;
  ticket: number;
  status: string;
  opening: string | null;
  notices: Notice[];
}

/** The moves of a position, those that are known first. */
export interface ExplorerView {
  headline: string;
  rows: ExplorerRow[];
  notes: string[];
  examples: string[];
}

/** One move, and all that is known of it. */
export interface ExplorerRow {
  move: string;
  same: string[];
  book: string;
  archive: Share | null;
  own: Share | null;
}

/** How often a move was played, and how that went for the side that made it. */
export interface Share {
  games: number;
  won: string;
  drawn: string;
  lost: string;
  average: string;
}

/** What came of a file. */
export interface ArchiveAdded {
  games: number;
  told: string;
}

/** The files in the archive; none where it is empty. */
export interface ArchiveContents {
  files: ArchiveFile[];
  may_add: boolean;
  coming_in: number | null;
}

export interface ArchiveFile {
  name: string;
  games: number;
}

/** Some of the games that fit, and what was played next in all of them. */
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

/** A move that was played from the position, and how the games went on. */
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

/** What to look for; all of it must fit. */
export interface ArchiveSearch {
  player?: string;
  event?: string;
  opening?: string;
  first_year?: number | null;
  last_year?: number | null;
  position?: string | null;
  offset?: number;
}

/** A file of games; WTHOR has the names of players and tournaments in two files beside it. */
export interface ArchiveUpload {
  name: string;
  content: string;
  players?: string;
  tournaments?: string;
}

/** The position as it is now. */
export interface EditorAnswer {
  editor: EditorState;
  view: EditorView;
}

/** Everything to restore an editor in the next request. */
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

/** A board with what is to be seen on it; squares have their names. */
export interface Position {
  size: number;
  board: string;
  turn: Color;
  legal: Record<string, string[]>;
  last: string | null;
  labels: Record<string, Label>;
  noted: string[];
}

/** A word on an empty square, which ``position_of`` translates.

    Its color is that of a won, drawn or lost move. */
export interface Label {
  text: string;
  short: string;
  tone: Fate;
  mark: string;
}

/** How the game ends after a move, with perfect play. */
export type Fate = "drawn" | "lost" | "won";

/** What a move is worth, in discs for the side that makes it. */
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

/** How bad a move was. The value is what it is called. */
export type Judgement = "blunder" | "fine" | "inaccuracy" | "mistake";

/** What a person does to a position: one of the fields, or none to look at it. */
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

/** What was not done, and why. */
export interface Error {
  error: string;
  code: string;
  game: GameView | null;
}

/** The shelf. */
export interface GameList {
  games: EntryView[];
}

/** A game on the shelf, for My Games. */
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

/** A game to load: a save of ours, or of another program, or any text with a game in it. */
export interface Import {
  save: string;
  name?: string | null;
}

/** What a game is to be called. */
export interface Name {
  name: string;
}

/** A game to start: on 8×8 with the server's usual players, where it says nothing else. */
export interface NewGame {
  size?: number | null;
  black?: string | null;
  white?: string | null;
  transcript?: string;
  start?: string | null;
  name?: string | null;
  black_name?: string | null;
  white_name?: string | null;
  clock?: string | null;
  request?: string | null;
}

/** Nothing more needs to be said. */
export type Nothing = Record<string, never>;

/** Who there is to play against: characters with your record, and the whole catalogue. */
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

/** What can be set of an opponent. */
export interface ParameterView {
  name: string;
  default: number;
  choices: string[];
  low: number;
  high: number;
  meaning: string;
}

/** Somebody has come. */
export interface SitDown {
  request?: string | null;
}

/** Which lesson, and the square that was chosen in it, if one was. */
export interface LessonStep {
  number: number;
  square?: string | null;
}

/** Something done in a game: at most once per request id, and only at the version it names. */
export interface ActionRequest {
  version?: number | null;
  request?: string | null;
}

/** A move that the visitor's own machine found, by the recipe of the game. */
export interface Answer {
  ticket: number;
  square: string;
  seconds?: number;
}

/** Who is to sit at a side. */
export interface ChangeSeat {
  version?: number | null;
  request?: string | null;
  color: Color;
  seat: string;
}

/** Something to say in words of your own. */
export interface ChatText {
  version?: number | null;
  request?: string | null;
  text: string;
}

/** A position of the game to look at. */
export interface GoTo {
  version?: number | null;
  request?: string | null;
  ply: number;
}

/** Who is to move, and each legal square with what it turns. */
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

/** Something to say. */
export interface Phrase {
  version?: number | null;
  request?: string | null;
  phrase: string;
}

/** Whether you agree. */
export interface ProposalAnswer {
  version?: number | null;
  request?: string | null;
  yes: boolean;
}

/** What you would like. */
export interface ProposalRequest {
  version?: number | null;
  request?: string | null;
  wish: "abort" | "rematch" | "take-back";
}

/** The question that is to be answered; any that is open, where it is not named. */
export interface Reply {
  ticket?: number | null;
}

/** A resignation; a program that failed says how, and forfeits as it would in the arena. */
export interface Resignation {
  version?: number | null;
  request?: string | null;
  failure?: "crash" | "illegal" | "memory" | "time" | null;
  message?: string;
}

/** The ending as it stands, the other side's answer made. */
export interface EndingAnswer {
  round: PlayOutState;
  view: PracticeView;
}

/** Everything to restore an ending in the next request. */
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
}

/** What a person does in an ending that is played out. */
export interface EndingStep {
  event: "begin" | "choose" | "give up" | "go on";
  ending?: "lost" | "won";
  square?: string | null;
  round?: PlayOutState | null;
}

/** The position that is asked, or what is said where none is. */
export interface PracticeAnswer {
  round: PracticeState;
  view: PracticeView;
}

/** Everything that is not in the cards, to restore a round in the next request. */
export interface PracticeState {
  keys?: string[];
  at?: number;
  first?: boolean | null;
  solved?: boolean;
  tried?: number | null;
  sentence?: string;
}

/** What a person does in practice. */
export interface PracticeStep {
  event: "begin" | "choose" | "give up" | "go on";
  source?: "daily" | "errors" | "puzzles";
  square?: string | null;
  round?: PracticeState | null;
}

/** A code, as it was made in another browser. */
export interface EnteredCode {
  code: string;
}

/** Nothing more needs to be said. */
export type NewCode = Record<string, never>;

/** What there is now. */
export interface Recovered {
  games: number;
}

/** A code that brings your games to another browser, once. */
export interface RecoveryCode {
  code: string;
}

/** A link that gives the free seat to the first who takes it, and the same as a QR code. */
export interface InvitationLink {
  link: string;
  code: string[];
}

/** What an invitation leads to. */
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
}

/** An invitation that was opened. */
export interface OpenedInvitation {
  token: string;
}

/** Where this server is found, as the client sees it. */
export interface ServerAddress {
  address: string;
}

/** A player who takes the seat of an invitation. */
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

/** The opening's name, and the whole game packed for a link. */
export interface About {
  opening: string | null;
  link: string;
}

/** A good move. */
export interface HintView {
  square: string;
  sentence: string;
  value: ValueView | null;
}

/** How likely each legal move is; the probabilities add up to 1. */
export interface MoveProbabilities {
  moves: MoveProbability[];
}

export interface MoveProbability {
  square: string;
  probability: number;
}

/** What every legal move is worth. */
export interface MoveValues {
  values: ValueView[];
  deeper: "glance" | "hint" | "look" | "screen" | null;
}

/** Whatever was on the clipboard. */
export interface PastedBody {
  text: string;
}

/** A file, its bytes in base 64. */
export interface ReportFile {
  content: string;
}

/** Which report of a review. */
export interface ReportWanted {
  format: "html" | "png";
  study: StudyState;
}

/** Everything that is not in the game itself, to restore a study in the next request. */
export interface StudyState {
  findings?: Finding[];
  ply?: number | null;
  running?: boolean;
  note?: string;
  way?: number[] | null;
  line?: number[];
  line_from?: number;
}

/** What the analysis found about a move: numbers, in discs, from the mover's view. */
export interface Finding {
  ply: number;
  best: number;
  best_score: number;
  score: number;
  exact: boolean;
  line: number[];
  answer: number | null;
  made_line?: number[];
  seen?: number[];
  made_seen?: number[];
  second?: number | null;
  second_score?: number;
}

/** A review as far as it has come; ask to go on while it is running. */
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
  turned: string;
  door: Door | null;
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

/** A move that was looked at, in words. */
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
}

/** One point of the graph: the position after so many plies. */
export interface GraphPoint {
  ply: number;
  score: number;
  exact: boolean;
  lost: Record<string, number>;
}

/** Where the result was decided. */
export interface Door {
  ply: number;
  sentence: string;
}

export interface Spent {
  ply: number;
  color: Color;
  seconds: number;
}

/** What was played, what else was tried, and the place that is looked at. */
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

/** A line of the tree: first the game as it was played, then whatever else was tried. */
export interface LineView {
  depth: number;
  number: number;
  name: string;
  moves: TreeMove[];
}

/** A move of a line, or the start of the game; a person may go there. */
export interface TreeMove {
  place: number;
  name: string;
  here: boolean;
  noted: boolean;
}

/** A position that somebody is to look at, about the move after so many plies. */
export interface QuestionView {
  ply: number;
  position: string;
  depth: number;
  exact_from: number;
  lines: number;
}

/** What a person wants of a review. */
export interface ReviewStep {
  event: "go on" | "practise" | "stop";
  study?: StudyState | null;
  answers?: Judged[] | null;
}

/** The answer to a question of a review: what was asked, and the best moves that were found. */
export interface Judged {
  ply: number;
  position: string;
  depth: number;
  exact_from: number;
  lines: number;
  found: FoundMove[];
}

/** What the visitor's own machine found out about a move. */
export interface FoundMove {
  square: string;
  score: number;
  exact: boolean;
  line: string[];
}

/** How thoroughly to look at the moves: begin with ``glance``, go on with what is ``deeper``. */
export interface Values {
  effort?: "glance" | "hint" | "look" | "screen";
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

/** What is written at a place of the tree. */
export interface NoteText {
  name: string;
  comment: string;
}

/** The place that is looked at, and the tree around it. */
export interface VariationsAnswer {
  study: StudyState;
  position: Position;
  headline: string;
  tree: TreeView;
  note: string;
}

/** What is your own affair in the club: games you play now, and challenges. */
export interface YoursView {
  games: YourGame[];
  challenges: ChallengeView[];
}

/** A game that you play now. */
export interface YourGame {
  game: string;
  who: PersonView;
  color: Color;
}

/** Somebody as others see them; a guest has no id. */
export interface PersonView {
  id: string | null;
  name: string;
  face: string | null;
  program: boolean;
  rating: number | null;
}

/** Somebody would like to play with you, or you with them. */
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

/** Whether you play. */
export interface ChallengeReply {
  yes: boolean;
}

/** A game that you would like to play with somebody. */
export interface NewChallenge {
  name?: string;
  size?: number;
  color?: "black" | "lot" | "white";
  clock?: string | null;
  rated?: boolean;
}

/** The table where you play now; none where you declined. */
export interface Replied {
  game: string | null;
}

/** What opponent you ask for; ask again every few seconds for as long as you wait. */
export interface Asked {
  name?: string;
  clock?: string | null;
  rated?: boolean;
}

/** Who you want to be in the club. */
export interface Claimed {
  name: string;
  face?: string;
}

/** Somebody who sits down. */
export interface ClubSeat {
  name?: string;
}

/** A table for you and whoever of the club sits down. */
export interface NewClubTable {
  name?: string;
  size?: number;
  color?: "black" | "lot" | "white";
  clock?: string | null;
  rated?: boolean;
  takebacks?: boolean;
  request?: string | null;
}

/** What you ask for, and the table where somebody waits for you, once there is one. */
export interface SeekView {
  control: string;
  rated: boolean;
  waited: number;
  game: string | null;
}

/** Who you are in the club; a guest has no name there yet. */
export interface YouView {
  who: PersonView | null;
  strengths: Strength[];
  seek: SeekView | null;
  faces: string[];
  sign_in: boolean;
  password: boolean;
}

/** How strong somebody is at a pace: in 19 of 20 cases within the uncertainty, either way. */
export interface Strength {
  pace: "blitz" | "rapid" | "slow" | "untimed";
  rating: number;
  uncertainty: number;
  games: number;
}

/** Who wants to play; members have their name. */
export interface EventEntry {
  name?: string;
  program?: boolean;
}

/** The club as it is now; of long lists the beginning, with how long they are. */
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

/** A table at which somebody waits for you. */
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

/** A game of the club that is over. */
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

/** The strongest at a pace, by what is sure of their strength. */
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

/** A member's page. */
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

/** How a rating went, the oldest first. */
export interface RatingCurve {
  pace: "blitz" | "rapid" | "slow" | "untimed";
  points: CurvePoint[];
}

export interface CurvePoint {
  at: number;
  rating: number;
}

/** An opening in somebody's games, and the points in it: a win is one, a draw half of one. */
export interface OpeningRecord {
  name: string;
  games: number;
  points: number;
}

/** An event as it stands: who plays, who leads, who is next. */
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

/** Somebody's line in the table of an event. */
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

/** A game of an event that is played now. */
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

/** A game of an event that is over. */
export interface EventResult {
  number: number;
  round: number;
  black: string;
  white: string;
  winner: Color | null;
  discs: number[] | null;
  forfeit: string | null;
}

/** A game to call off. */
export interface Closed {
  game: string;
}

/** An event, and somebody who shall play in it no longer. */
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

/** A member, and what they are to be called. */
export interface Renamed {
  player: string;
  name: string;
}

/** An event. */
export interface ThatEvent {
  event: string;
}

/** Somebody who may come again. */
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
}

export interface MemberView {
  id: string;
  name: string;
  program: boolean;
  joined: number;
  here: boolean;
}

/** Nothing more needs to be said. */
export type NewToken = Record<string, never>;

/** The programs that you invited, the latest first. */
export interface ProgramsView {
  programs: InvitedProgram[];
  token: string | null;
}

/** A program that you invited; it has a name once it has come. */
export interface InvitedProgram {
  id: string;
  name: string | null;
  made: number;
  here: boolean;
}

/** What a pasted text is, and the games in it. */
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

/** Where the parts of the engine are. */
export interface EngineView {
  worker: string;
  module: string;
  weights: FileView;
  light: FileView;
  book: FileView;
}

/** A file to fetch once: under this address it is never another one. */
export interface FileView {
  address: string;
  size: number;
}

/** How to ask: whoever has the signal can stop it; what else is said of who asks. */
export interface Options {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** Ask for something. */
export interface Get {
  (path: `/api/archive/explorer/${string}`, options?: Options): Promise<ExplorerView>;
  (path: `/api/archive/games/${string}`, options?: Options): Promise<ArchiveGame>;
  (path: `/api/club/events/${string}`, options?: Options): Promise<EventView>;
  (path: `/api/club/players/${string}`, options?: Options): Promise<PlayerView>;
  (path: `/api/games/${string}/about`, options?: Options): Promise<About>;
  (path: `/api/games/${string}/hint`, options?: Options): Promise<HintView>;
  (path: `/api/games/${string}/legal`, options?: Options): Promise<LegalMoves>;
  (path: `/api/games/${string}/probabilities`, options?: Options): Promise<MoveProbabilities>;
  (path: "/api/club/host", options?: Options): Promise<HostView>;
  (path: `/api/club/ladder${string}`, options?: Options): Promise<LadderView>;
  (path: "/api/club/programs", options?: Options): Promise<ProgramsView>;
  (path: "/api/club/you", options?: Options): Promise<YouView>;
  (path: "/api/club/yours", options?: Options): Promise<YoursView>;
  (path: "/api/games/current", options?: Options): Promise<GameView | null>;
  (path: `/api/games/${string}`, options?: Options): Promise<GameView>;
  (path: "/api/archive", options?: Options): Promise<ArchiveContents>;
  (path: "/api/club", options?: Options): Promise<ClubView>;
  (path: "/api/engine", options?: Options): Promise<EngineView>;
  (path: "/api/games", options?: Options): Promise<GameList>;
  (path: "/api/opponents", options?: Options): Promise<Opponents>;
}

/** Change something, or ask with a body. */
export interface Send {
  (method: "POST", path: `/api/club/challenges/${string}/answer`, body: ChallengeReply, options?: Options): Promise<Replied>;
  (method: "POST", path: `/api/club/events/${string}/entry`, body?: EventEntry, options?: Options): Promise<EventView>;
  (method: "DELETE", path: `/api/club/events/${string}/entry`, body?: Record<string, never>, options?: Options): Promise<null>;
  (method: "POST", path: "/api/club/host/events/close", body: ThatEvent, options?: Options): Promise<HostView>;
  (method: "POST", path: "/api/club/host/events/expel", body: Expelled, options?: Options): Promise<EventView>;
  (method: "POST", path: "/api/club/host/events/start", body: ThatEvent, options?: Options): Promise<EventView>;
  (method: "POST", path: `/api/club/players/${string}/challenge`, body?: NewChallenge, options?: Options): Promise<YoursView>;
  (method: "POST", path: `/api/club/tables/${string}/seat`, body?: ClubSeat, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/proposal/answer`, body: ProposalAnswer, options?: Options): Promise<GameView>;
  (method: "DELETE", path: `/api/club/challenges/${string}`, body?: Record<string, never>, options?: Options): Promise<null>;
  (method: "POST", path: "/api/club/host/ban", body: Whom, options?: Options): Promise<HostView>;
  (method: "POST", path: "/api/club/host/close", body: Closed, options?: Options): Promise<HostView>;
  (method: "POST", path: "/api/club/host/code", body: Whom, options?: Options): Promise<RecoveryCode>;
  (method: "POST", path: "/api/club/host/delete", body: Whom, options?: Options): Promise<HostView>;
  (method: "POST", path: "/api/club/host/events", body: NewEvent, options?: Options): Promise<EventView>;
  (method: "POST", path: "/api/club/host/remove", body: Whom, options?: Options): Promise<HostView>;
  (method: "POST", path: "/api/club/host/rename", body: Renamed, options?: Options): Promise<HostView>;
  (method: "POST", path: "/api/club/host/unban", body: Unbanned, options?: Options): Promise<HostView>;
  (method: "DELETE", path: `/api/club/programs/${string}`, body?: Record<string, never>, options?: Options): Promise<null>;
  (method: "POST", path: `/api/games/${string}/answer`, body: Answer, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/claim`, body?: ActionRequest, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/goto`, body: GoTo, options?: Options): Promise<GameView>;
  (method: "POST", path: `/api/games/${string}/invitation`, body: ServerAddress, options?: Options): Promise<InvitationLink>;
  (method: "DELETE", path: `/api/games/${string}/invitation`, body?: Record<string, never>, options?: Options): Promise<null>;
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
  (method: "POST", path: "/api/recovery/code", body?: NewCode, options?: Options): Promise<RecoveryCode>;
  (method: "POST", path: "/api/editor", body?: EditorStep, options?: Options): Promise<EditorAnswer>;
  (method: "POST", path: "/api/endings", body: EndingStep, options?: Options): Promise<EndingAnswer>;
  (method: "POST", path: "/api/games", body?: NewGame, options?: Options): Promise<GameView>;
  (method: "POST", path: "/api/lessons", body: LessonStep, options?: Options): Promise<LessonView>;
  (method: "POST", path: "/api/practice", body: PracticeStep, options?: Options): Promise<PracticeAnswer>;
  (method: "POST", path: "/api/read", body: PastedBody, options?: Options): Promise<Read>;
  (method: "POST", path: "/api/recovery", body: EnteredCode, options?: Options): Promise<Recovered>;
}
