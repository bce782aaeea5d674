import type { ErrorCode } from '@fairmark/contract';
import { commandIdOf, sentInviteId } from '@fairmark/api/commands/command-identity';
import { HOLES, type CardEntry } from '@fairmark/scoring';
import type { Group } from './calendar.js';
import type { Slip } from './score-model.js';

/** A golfer's request. Its key is the same in every run, and becomes the events' correlation id. */
export interface Step {
  /** Minutes after the tee-off; negative in the lobby. */
  minute: number;
  by: number;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body: object;
  key: string;
  /** The refusal that the story expects because something is missing or differs; null if none. */
  refused: ErrorCode | null;
}

/** A match with everything its script is made from. */
export interface Match extends Pick<Group, 'players' | 'format' | 'tee' | 'story' | 'lobby' | 'bystanders'> {
  matchId: string;
  courseId: string;
  /** The handicap that each player takes for this round, and the 18 entries of each. */
  handicaps: readonly number[];
  entries: readonly (readonly CardEntry[])[];
  /** The wrong entry of the first card's marker; null if no slip is possible. */
  slip: Slip | null;
  idOf: (golfer: number) => string;
  keyOf: (step: number) => string;
}

/** In minutes from the tee-off: when the lobby opens, how long each step in it takes, and when the match starts. */
const LOBBY = { opens: -40, pace: 1.5, starts: -2 };
/** Minutes per hole, between two entries, and from the last putt to the signatures. */
const MINUTES = { hole: 13, entry: 0.2, signing: 6 };
/** Holes: the last player's last one, the marker's first missing one, the first that may be corrected, the tenth. */
const AT_HOLE = { leaves: 8, behind: 14, corrected: 10, halfPlayed: 10 };

type AddStep = (minute: number, by: number, call: string, body: object) => Step;
type Markers = ReadonlyMap<number, number>;

/** All steps of a match, and how many of them happen until an invitation is pending and until ten holes are played. */
export function scriptOf(match: Match) {
  const steps: Step[] = [];
  const add: AddStep = (minute, by, call, body) => {
    const [method, path] = call.split(' ') as [Step['method'], string];
    const request = { method, path: `/api/match/${path}`, body, key: match.keyOf(steps.length) };
    return steps[steps.push({ minute, by, ...request, refused: null }) - 1] as Step;
  };
  const inviting = inLobby(match, add);
  // Each card is marked by the previous player in joining order, or by the next one if the host chose the markers.
  const offset = match.lobby === 'markers-chosen' ? 1 : -1;
  let markers: Markers = match.story === 'practice' ? new Map() : loop(match.players, offset);
  let playing = match.players;
  let halfPlayed = 0;
  for (let hole = 1; hole <= HOLES; hole += 1) {
    onHole(match, { hole, playing, markers }, add);
    if (hole === AT_HOLE.halfPlayed) halfPlayed = steps.length;
    if (match.story === 'withdrawal' && hole === AT_HOLE.leaves) {
      add(MINUTES.hole * hole, playing.at(-1) ?? 0, 'DELETE round', { matchId: match.matchId });
      playing = playing.slice(0, -1);
      // Two remaining players mark each other; a single one keeps the marker they had.
      markers = playing.length > 1 ? loop(playing, -1) : markers;
    }
  }
  sign(match, playing, { markers, add });
  return { steps, inviting, halfPlayed };
}

/** Adds the steps from opening to start. Returns how many happen until an invitation is pending. */
function inLobby(match: Match, add: AddStep): number {
  const { matchId, courseId, tee, format, story, lobby, idOf } = match;
  const [host = 0, ...guests] = match.players;
  const [mistaken, declining] = match.bystanders ?? [];
  let count = 0;
  const next = (by: number, call: string, body: object): Step =>
    add(LOBBY.opens + LOBBY.pace * count++, by, call, { matchId, ...body });
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
  add(LOBBY.opens + LOBBY.pace * count++, host, 'POST create', { course: courseId, tee, playType, matchType: format });
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
  add(LOBBY.starts, host, 'POST start', { matchId });
  return inviting;
}

/** Pairs each player with the one `offset` places further on. */
function loop(players: readonly number[], offset: number): Markers {
  const { length } = players;
  return new Map(players.map((whose, i) => [whose, players[(i + offset + length) % length] ?? whose]));
}

/** All players enter their own scores, then those on the cards they mark. */
function onHole(
  match: Match,
  { hole, playing, markers }: { hole: number; playing: readonly number[]; markers: Markers },
  add: AddStep,
): void {
  const own = playing.map((whose) => ({ by: whose, whose, entry: entryOf(match, whose, hole) }));
  const kept = playing.flatMap((whose) => {
    const by = markers.get(whose);
    const entry = markerEntry(match, whose, hole);
    return by === undefined || entry === null ? [] : [{ by, whose, entry }];
  });
  for (const [i, { by, whose, entry }] of [...own, ...kept].entries()) {
    const minute = MINUTES.hole * (hole - 0.5) + MINUTES.entry * i;
    add(minute, by, 'POST score', scoreOf(match, whose, { holeNumber: hole, entry }));
  }
}

function entryOf({ players, entries }: Match, whose: number, hole: number): CardEntry {
  const entry = entries[players.indexOf(whose)]?.[hole - 1];
  if (entry === undefined) throw new RangeError(`Golfer ${whose} has no score on hole ${hole}`);
  return entry;
}

/** The marker's entry; null if the marker makes none. */
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

/** Adds the steps after the last hole: signatures, and the corrections they require. */
function sign(match: Match, playing: readonly number[], { markers, add }: { markers: Markers; add: AddStep }): void {
  const { matchId, story, slip, idOf } = match;
  const [first = 0] = playing;
  const marker = markers.get(first);
  if (marker === undefined) return;
  let count = 0;
  const next = (by: number, call: string, body: object): Step =>
    add(MINUTES.hole * HOLES + MINUTES.signing + count++, by, call, body);
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

/** Who signs with whom: player and marker sign each card, and one signature with a partner covers both their cards. */
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

/** Whether the first card still lacks its player's signature (`byPlayer`) or its marker's. */
function staysOpen(match: Match, byPlayer: boolean): boolean {
  const { story } = match;
  if (story === 'marker-behind' || (story === 'slip-left' && slips(match))) return true;
  return story === (byPlayer ? 'player-unsigned' : 'marker-unsigned');
}

/** Adds a stroke on the first hole of the back nine that was played out. */
function correction(match: Match, whose: number): Slip[] {
  for (let holeNumber = AT_HOLE.corrected; holeNumber <= HOLES; holeNumber += 1) {
    const { strokes } = entryOf(match, whose, holeNumber);
    if (strokes !== null) return [{ holeNumber, entry: { strokes: strokes + 1, noScore: false } }];
  }
  return [];
}
