import type { ErrorCode } from '@fairmark/contract';
import { commandIdOf, sentInviteId } from '@fairmark/api/match/commands/command-identity';
import { HOLES, type CardEntry } from '@fairmark/scoring';
import type { Group } from './calendar.js';
import type { Slip } from './score-model.js';

/** A request of a golfer. Its key and id are the same at every attempt; the id becomes the events' correlation id. */
export interface Step {
  /** From the tee-off; negative in the lobby. */
  minute: number;
  by: number;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body: object;
  key: string;
  requestId: string;
  /** The refusal that belongs to the story: golfers find out that something is missing or differs. */
  refused: ErrorCode | null;
}

/** A match with everything that its script is made of. */
export interface Match extends Pick<Group, 'players' | 'format' | 'tee' | 'story' | 'lobby' | 'bystanders'> {
  matchId: string;
  courseId: string;
  /** The handicap that each player takes for this round, and the 18 entries of each. */
  handicaps: readonly number[];
  entries: readonly (readonly CardEntry[])[];
  /** What the first card's marker writes down wrong; null: no slip is possible. */
  slip: Slip | null;
  idOf: (golfer: number) => string;
  identify: (step: number) => Pick<Step, 'key' | 'requestId'>;
}

/** All steps of a match, and how many of them have happened while an invitation waits, or ten holes are played. */
export interface Script {
  steps: Step[];
  inviting: number;
  halfPlayed: number;
}

/** Minutes before the tee-off at which a lobby opens, and between two things that happen in it. */
const LOBBY = { opens: -40, pace: 1.5, starts: -2 };
/** Minutes that a hole takes, between two entries, and from the last putt to the signatures. */
const MINUTES = { hole: 13, entry: 0.2, signing: 6 };
/** After this hole the last player leaves; from this hole on the marker writes nothing; the hole that a correction may change. */
const AT_HOLE = { leaves: 8, behind: 14, corrected: 10, halfPlayed: 10 };

type Does = (minute: number, by: number, call: string, body: object) => Step;
type Markers = ReadonlyMap<number, number>;

/** Writes down what happens in a match, from its lobby to the signatures. */
export function scriptOf(match: Match): Script {
  const steps: Step[] = [];
  const does: Does = (minute, by, call, body) => {
    const [method, path] = call.split(' ') as [Step['method'], string];
    const request = { method, path: `/api/match/${path}`, body, ...match.identify(steps.length) };
    return steps[steps.push({ minute, by, ...request, refused: null }) - 1] as Step;
  };
  const inviting = inLobby(match, does);
  // The one before in the joining order keeps a card, or the one behind where the host chose.
  const keeper = match.lobby === 'markers-chosen' ? 1 : -1;
  let markers: Markers = match.story === 'practice' ? new Map() : loop(match.players, keeper);
  let playing = match.players;
  let halfPlayed = 0;
  for (let hole = 1; hole <= HOLES; hole += 1) {
    onHole(match, { hole, playing, markers }, does);
    if (hole === AT_HOLE.halfPlayed) halfPlayed = steps.length;
    if (match.story === 'withdrawal' && hole === AT_HOLE.leaves) {
      does(MINUTES.hole * hole, playing.at(-1) ?? 0, 'DELETE round', { matchId: match.matchId });
      playing = playing.slice(0, -1);
      // Two who are left mark each other; one who is left keeps his marker.
      markers = playing.length > 1 ? loop(playing, -1) : markers;
    }
  }
  sign(match, playing, { markers, does });
  return { steps, inviting, halfPlayed };
}

/** From the opening to the start. Answers how many steps until an invitation waits for its answer. */
function inLobby(match: Match, does: Does): number {
  const { matchId, courseId, tee, format, story, lobby, idOf } = match;
  const [host = 0, ...guests] = match.players;
  const [mistaken, declining] = match.bystanders ?? [];
  let count = 0;
  const next = (by: number, call: string, body: object): Step =>
    does(LOBBY.opens + LOBBY.pace * count++, by, call, { matchId, ...body });
  const invite = (who: number): string => {
    const { key } = next(host, 'POST invite', { id: idOf(who) });
    return sentInviteId(commandIdOf(idOf(host), 'POST /api/match/invite', key), matchId);
  };
  const joins = (guest: number): void => void next(guest, 'PUT invite', { id: invite(guest), status: 'ACCEPTED' });
  const settles = (by: number, ready: boolean): void => {
    const handicap = match.handicaps[match.players.indexOf(by)] ?? 0;
    next(by, 'POST ready', { settings: { handicap, ready } });
  };
  let inviting = 0;

  const playType = story === 'practice' ? 'SOCIAL' : 'COMPETITION';
  does(LOBBY.opens + LOBBY.pace * count++, host, 'POST create', { course: courseId, tee, playType, matchType: format });
  settles(host, false);
  if (mistaken !== undefined) {
    invite(mistaken);
    next(host, 'DELETE invite', { userId: idOf(mistaken) });
  }
  for (const guest of guests) {
    joins(guest);
    if (lobby === 'comes-back' && guest === guests[0]) {
      next(guest, 'POST leave-lobby', {});
      joins(guest);
    }
    settles(guest, true);
  }
  if (declining !== undefined) {
    const id = invite(declining);
    inviting = count;
    next(declining, 'PUT invite', { id, status: 'DENIED' });
  }
  if (lobby === 'markers-chosen') {
    for (const [whose, marker] of loop(match.players, 1)) {
      next(host, 'PUT marker', { userId: idOf(whose), markerId: idOf(marker) });
    }
  }
  does(LOBBY.starts, host, 'POST start', { matchId });
  return inviting;
}

/** Each player with the one so many places further on. */
function loop(players: readonly number[], step: number): Markers {
  const { length } = players;
  return new Map(players.map((whose, i) => [whose, players[(i + step + length) % length] ?? whose]));
}

/** Everybody enters his own score, then that of the card he keeps. */
function onHole(
  match: Match,
  { hole, playing, markers }: { hole: number; playing: readonly number[]; markers: Markers },
  does: Does,
): void {
  const own = playing.map((whose) => ({ by: whose, whose, entry: entryOf(match, whose, hole) }));
  const kept = playing.flatMap((whose) => {
    const by = markers.get(whose);
    const entry = markerEntry(match, whose, hole);
    return by === undefined || entry === null ? [] : [{ by, whose, entry }];
  });
  for (const [i, { by, whose, entry }] of [...own, ...kept].entries()) {
    const minute = MINUTES.hole * (hole - 0.5) + MINUTES.entry * i;
    does(minute, by, 'POST score', scoreOf(match, whose, { holeNumber: hole, entry }));
  }
}

function entryOf({ players, entries }: Match, whose: number, hole: number): CardEntry {
  const entry = entries[players.indexOf(whose)]?.[hole - 1];
  if (entry === undefined) throw new RangeError(`Golfer ${whose} has no score on hole ${hole}`);
  return entry;
}

/** What the marker writes down, null where he writes nothing. */
function markerEntry(match: Match, whose: number, hole: number): CardEntry | null {
  const { story, slip, players } = match;
  if (whose === players[0]) {
    if (story === 'marker-behind' && hole >= AT_HOLE.behind) return null;
    if (slips(match) && slip?.holeNumber === hole) return slip.entry;
  }
  return entryOf(match, whose, hole);
}

const slips = ({ story, slip }: Match): boolean =>
  slip !== null && (story === 'slip-repaired' || story === 'slip-left');

function scoreOf({ matchId, idOf }: Match, whose: number, { holeNumber, entry: { strokes, noScore } }: Slip): object {
  return { matchId, holeNumber, userId: idOf(whose), ...(noScore ? { noScore } : { strokes }) };
}

/** What happens once everybody is in the clubhouse: signatures, and what has to be put right for them. */
function sign(match: Match, playing: readonly number[], { markers, does }: { markers: Markers; does: Does }): void {
  const { matchId, story, slip, idOf } = match;
  const [first = 0] = playing;
  const marker = markers.get(first);
  if (marker === undefined) return;
  let count = 0;
  const next = (by: number, call: string, body: object): Step =>
    does(MINUTES.hole * HOLES + MINUTES.signing + count++, by, call, body);
  const signs = (by: number, partner: number): Step => next(by, `POST ${matchId}/verify`, { userId: idOf(partner) });
  const scores = (by: number, score: Slip): Step => next(by, 'POST score', scoreOf(match, first, score));

  if (slip !== null && slips(match)) {
    signs(first, marker).refused = 'SCORES_DONT_MATCH';
    const { holeNumber } = slip;
    if (story === 'slip-repaired') scores(marker, { holeNumber, entry: entryOf(match, first, holeNumber) });
  }
  if (story === 'marker-behind') signs(first, marker).refused = 'ROUND_NOT_COMPLETE_BY_MARKER';
  if (story === 'reopened') {
    signs(first, marker);
    next(marker, `DELETE ${matchId}/verify`, { userId: idOf(first) });
    for (const by of [first, marker]) for (const score of correction(match, first)) scores(by, score);
  }
  for (const [by, partner] of signatures(playing, markers)) {
    const isFirstCard = [first, marker].includes(by) && [first, marker].includes(partner);
    if (!isFirstCard || !staysOpen(match, by === first)) signs(by, partner);
  }
}

/** Who signs with whom: each card by its player and by its marker; one signature with a partner is for both cards. */
function signatures(playing: readonly number[], markers: Markers): [number, number][] {
  const pairs = playing.flatMap((whose): [number, number][] => {
    const marker = markers.get(whose) ?? whose;
    return [
      [whose, marker],
      [marker, whose],
    ];
  });
  return [...new Map(pairs.map((pair) => [pair.join(), pair])).values()];
}

/** Whether the first card goes without the signature of its player, or else of its marker. */
function staysOpen(match: Match, byPlayer: boolean): boolean {
  const { story } = match;
  if (story === 'marker-behind' || (story === 'slip-left' && slips(match))) return true;
  return story === (byPlayer ? 'player-unsigned' : 'marker-unsigned');
}

/** One stroke more on the first hole of the back nine that was played out. */
function correction(match: Match, whose: number): Slip[] {
  for (let holeNumber = AT_HOLE.corrected; holeNumber <= HOLES; holeNumber += 1) {
    const { strokes } = entryOf(match, whose, holeNumber);
    if (strokes !== null) return [{ holeNumber, entry: { strokes: strokes + 1, noScore: false } }];
  }
  return [];
}
