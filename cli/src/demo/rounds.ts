import { LIMITS, type Tee } from '@fairmark/contract';
import { commandIdOf, sentInviteId } from '@fairmark/api/match/commands/command-identity';
import type { HoleCard } from '@fairmark/events';
import { FORMATS, HOLES, nettDoubleBogey, scoresAgree, strokesReceived, type CardEntry } from '@fairmark/scoring';
import type { Format } from '@fairmark/scoring';
import type { Chance } from '@fairmark/server';

/** How a round turns out. The first card is that of the lobby's host. */
export type Story =
  /** Every card is signed twice. */
  | 'plain'
  /** The marker of the first card enters a wrong score, so that it cannot be signed. */
  | 'differs'
  /** The first card waits for its player's or its marker's signature. */
  | 'player-unsigned'
  | 'marker-unsigned'
  /** The last player withdraws during the round. */
  | 'withdrawal'
  /** A practice round, without markers and signatures. */
  | 'practice';

/** A golfer's request. Its key and id are the same in every run; the id becomes the events' correlation id. */
export interface Step {
  /** Minutes after the tee-off; negative in the lobby. */
  minute: number;
  by: number;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body: object;
  key: string;
  requestId: string;
}

/** What a golfer plays. */
export interface PlayedCard {
  holes: readonly HoleCard[];
  handicap: number;
  dailyHandicap: number;
  format: Format;
}

/** A match, with all that its steps are made from. `players`: in joining order, the host first. */
export interface Match {
  matchId: string;
  courseId: string;
  players: readonly number[];
  cards: readonly PlayedCard[];
  format: Format;
  tee: Tee;
  story: Story;
  /** The golfer who is invited too and declines; null if there is none. */
  declines: number | null;
  draws: Chance;
  idOf: (golfer: number) => string;
  identify: (step: number) => Pick<Step, 'key' | 'requestId'>;
}

/** In minutes from the tee-off: when the lobby opens, how long each step in it takes, and when the match starts. */
const LOBBY = { opens: -40, pace: 1.5, starts: -2 };
/** Minutes per hole, between two entries, and from the last putt to the signatures. */
const MINUTES = { hole: 13, entry: 0.2, signing: 6 };
/** Holes: the last player's last one, the first that a marker may get wrong, the last one of a round in play. */
const AT_HOLE = { leaves: 8, differs: 10, halfPlayed: 10 };

type Add = (minute: number, by: number, call: string, body: object) => void;
/** The marker of each player. */
type Markers = ReadonlyMap<number, number>;

/** All steps of a match, and how many of them happen until an invitation is pending and until ten holes are played. */
export function stepsOf(match: Match): { steps: Step[]; inviting: number; halfPlayed: number } {
  const steps: Step[] = [];
  const add: Add = (minute, by, call, body) => {
    const [method, path] = call.split(' ') as [Step['method'], string];
    steps.push({ minute, by, method, path: `/api/match/${path}`, body, ...match.identify(steps.length) });
  };
  const inviting = inLobby(match, steps, add);
  const { story, players, matchId } = match;
  const score = scoring(match, add);
  let playing = players;
  let markers: Markers = story === 'practice' ? new Map() : loop(players);
  let halfPlayed = 0;
  for (let hole = 1; hole <= HOLES; hole += 1) {
    score(hole, playing, markers);
    if (hole === AT_HOLE.halfPlayed) halfPlayed = steps.length;
    if (story !== 'withdrawal' || hole !== AT_HOLE.leaves) continue;
    add(MINUTES.hole * hole, playing.at(-1) ?? 0, 'DELETE round', { matchId });
    playing = playing.slice(0, -1);
    // Two remaining players mark each other; a single one keeps the marker they had.
    markers = playing.length > 1 ? loop(playing) : new Map([...markers].slice(0, 1));
  }
  sign(match, markers, add);
  return { steps, inviting, halfPlayed };
}

/** Adds the steps from opening to start. Returns how many happen until the invitation that is declined is pending. */
function inLobby(match: Match, steps: readonly Step[], add: Add): number {
  const { matchId, courseId, players, cards, format, tee, story, declines, idOf, identify } = match;
  const [host = 0, ...guests] = players;
  const next = (by: number, call: string, body: object): void =>
    add(LOBBY.opens + LOBBY.pace * steps.length, by, call, body);
  const invites = (golfer: number): string => {
    const commandId = commandIdOf(idOf(host), 'POST /api/match/invite', identify(steps.length).key);
    next(host, 'POST invite', { matchId, id: idOf(golfer) });
    return sentInviteId(commandId, matchId);
  };
  const settles = (by: number, ready: boolean): void => {
    const settings = { handicap: cards[players.indexOf(by)]?.handicap, ready };
    next(by, 'POST ready', { matchId, settings });
  };
  const playType = story === 'practice' ? 'SOCIAL' : 'COMPETITION';
  next(host, 'POST create', { course: courseId, tee, playType, matchType: format });
  settles(host, false);
  for (const guest of guests) {
    next(guest, 'PUT invite', { matchId, id: invites(guest), status: 'ACCEPTED' });
    settles(guest, true);
  }
  let inviting = 0;
  if (declines !== null) {
    const id = invites(declines);
    inviting = steps.length;
    next(declines, 'PUT invite', { matchId, id, status: 'DENIED' });
  }
  add(LOBBY.starts, host, 'POST start', { matchId });
  return inviting;
}

/** Returns a function that adds the scores of a hole: everyone's own, then those on the cards that they mark. */
function scoring({ matchId, players, cards, story, draws, idOf }: Match, add: Add) {
  const entries = new Map(players.map((golfer, i) => [golfer, playRound(draws, cards[i] as PlayedCard)]));
  const [host = 0] = players;
  const wrong = story === 'differs' ? wrongEntry(cards[0] as PlayedCard, entries.get(host) ?? []) : null;
  return (hole: number, playing: readonly number[], markers: Markers): void => {
    const own = playing.map((whose) => [whose, whose]);
    for (const [i, [whose = 0, by = 0]] of [...own, ...markers].entries()) {
      const isWrong = whose === host && by !== host && wrong?.hole === hole;
      const entry = isWrong ? wrong.entry : entries.get(whose)?.[hole - 1];
      const score = entry?.noScore === true ? { noScore: true } : { strokes: entry?.strokes };
      const minute = MINUTES.hole * (hole - 0.5) + MINUTES.entry * i;
      add(minute, by, 'POST score', { matchId, holeNumber: hole, userId: idOf(whose), ...score });
    }
  };
}

/** Player and marker sign each card, unless the story leaves the first one open. */
function sign({ matchId, players: [host = 0], story, idOf }: Match, markers: Markers, add: Add): void {
  // One signature with a partner covers the cards of both.
  const pairs = [...markers].flatMap(([whose, marker]) => [[whose, marker] as const, [marker, whose] as const]);
  const signatures = [...new Map(pairs.map((pair) => [pair.join(), pair])).values()];
  for (const [i, [by, partner]] of signatures.entries()) {
    const hostsCard = [host, markers.get(host)];
    const isLeftOut = story === 'differs' || story === (by === host ? 'player-unsigned' : 'marker-unsigned');
    if (isLeftOut && hostsCard.includes(by) && hostsCard.includes(partner)) continue;
    add(MINUTES.hole * HOLES + MINUTES.signing + i, by, `POST ${matchId}/verify`, { userId: idOf(partner) });
  }
}

/** Everyone is marked by the player before them in joining order. */
function loop(players: readonly number[]): Markers {
  return new Map(players.map((whose, i) => [whose, players.at(i - 1) ?? whose]));
}

/** A golfer plays about four strokes over the handicap on average, because it reflects the better rounds. */
const OVER_HANDICAP_PER_HOLE = 0.24;
/** How much good and bad days differ, in strokes per hole. */
const FORM = 0.14;
/** How much one hole differs from the next; higher handicaps are less steady. */
const SPREAD = { scratch: 0.72, perStroke: 0.011 };
/** Best result on a hole relative to par: an eagle. */
const BEST_TO_PAR = -2;
/** Probability of picking up on a hole that can no longer score points. */
const PICKS_UP = 0.6;

/**
 * Eighteen entries, hole 1 first, drawn around par plus the strokes received. A golfer who can no longer score may
 * pick up (No Score) if the format allows it; in stroke play every hole is played out, in 12 strokes at most.
 */
function playRound(draws: Chance, { holes, dailyHandicap, format }: PlayedCard): CardEntry[] {
  const form = OVER_HANDICAP_PER_HOLE + FORM * draws.bell();
  const spread = SPREAD.scratch + SPREAD.perStroke * Math.max(0, dailyHandicap);
  return inOrder(holes).map(({ par, strokeIndex }) => {
    const received = strokesReceived(dailyHandicap, strokeIndex);
    const drawn = Math.round(par + received + form + spread * draws.bell());
    const strokes = Math.min(Math.max(drawn, par + BEST_TO_PAR, 1), LIMITS.pickerStrokesMax);
    const hopeless = strokes >= nettDoubleBogey({ par, strokesReceived: received });
    const picksUp = FORMATS[format].noScore && hopeless && draws.happens(PICKS_UP);
    return picksUp ? { strokes: null, noScore: true } : { strokes, noScore: false };
  });
}

/** A hole of the back nine with a marker's entry whose result differs from the player's; null if there is none. */
function wrongEntry(
  { holes, dailyHandicap, format }: PlayedCard,
  entries: readonly CardEntry[],
): { hole: number; entry: CardEntry } | null {
  for (const { number, par, strokeIndex } of inOrder(holes).slice(AT_HOLE.differs - 1)) {
    const player = entries[number - 1];
    if (player === undefined || player.strokes === null) continue;
    const received = strokesReceived(dailyHandicap, strokeIndex);
    const marker = { strokes: Math.max(1, player.strokes - 1), noScore: false };
    if (!scoresAgree({ format, par, strokesReceived: received, player, marker })) {
      return { hole: number, entry: marker };
    }
  }
  return null;
}

const inOrder = (holes: readonly HoleCard[]): HoleCard[] => holes.toSorted((one, other) => one.number - other.number);
