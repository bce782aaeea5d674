import type { ErrorCode, Gender } from '@fairmark/contract';
import { commandIdOf, sentInviteId } from '@fairmark/api/commands/command-identity';
import { HOLES } from '@fairmark/scoring';
import type { Group, Story } from './calendar.js';
import type { HoleEntry } from './score-model.js';

/** A golfer of the demo. A plus handicap is negative. */
export interface Golfer {
  id: string;
  gender: Gender;
  handicap: number;
  /** Of the golfer's session. */
  token: string;
}

/** A golfer's request. Its key is the same in every run, and becomes the events' correlation id. */
export interface Step {
  /** Minutes after the tee-off; negative in the lobby. */
  minute: number;
  by: Golfer;
  /** Method and path. */
  call: string;
  body: object;
  key: string;
  /** The refusal that the story expects because something is missing or differs; null if none. */
  refused: ErrorCode | null;
}

/** A golfer in a match, with the handicap taken for it and the entries of all holes. */
export interface Player extends Golfer {
  entries: readonly HoleEntry[];
}

/** A match with everything its script is made from. */
export interface Match extends Pick<Group, 'format' | 'tee' | 'story' | 'lobby'> {
  matchId: string;
  courseId: string;
  host: Player;
  /** In joining order. */
  guests: readonly Player[];
  /** The golfer who is invited by mistake and the one who declines, if any. */
  bystanders: readonly Golfer[];
  keyOf: (step: number) => string;
}

/** What a golfer asks, and the refusal that follows, if any. */
type Act = readonly [by: Golfer, call: string, body: object, refused?: ErrorCode];

/** A player's card, with the entries that its marker makes. */
interface Card {
  player: Player;
  marker: Player;
  marks: readonly HoleEntry[];
}

/** In minutes from the tee-off: when the lobby opens, how long each step in it takes, and when the match starts. */
const LOBBY = { opens: -40, pace: 1.5, starts: -2 };
/** Minutes per hole, between two entries, and from the last putt to the signatures, which follow each other. */
const MINUTES = { hole: 13, entry: 0.2, signing: 6, signature: 1 };
/** Holes: the last player's last one, the marker's first missing one, the first with a slip or a correction. */
const AT_HOLE = { leaves: 8, behind: 14, wrong: 10 };
const SLIPS: readonly Story[] = ['slip-repaired', 'slip-left'];

/** All steps of a match, from the opening of its lobby to the last signature. */
export function stepsOf(match: Match): Step[] {
  const { matchId, host, guests, story, lobby } = match;
  const steps: Step[] = [];
  const add = (minute: number, pace: number, acts: readonly Act[]): void => {
    for (const [i, [by, call, body, refused = null]] of acts.entries()) {
      steps.push({ minute: minute + pace * i, by, call, body, key: match.keyOf(steps.length), refused });
    }
  };
  // Each card is marked by the previous player in joining order, or by the next one if the host chose the markers.
  const playing = [host, ...guests];
  let cards = story === 'practice' ? [] : cardsOf(playing, story, lobby === 'markers-chosen' ? 1 : -1);
  add(LOBBY.opens, LOBBY.pace, lobbyOf(match, cards));
  add(LOBBY.starts, 0, [[host, 'POST /api/match/start', { matchId }]]);
  for (let hole = 1; hole <= HOLES; hole += 1) {
    add(MINUTES.hole * (hole - 0.5), MINUTES.entry, entriesOn(hole, matchId, playing, cards));
    const leaver = story === 'withdrawal' && hole === AT_HOLE.leaves ? playing.pop() : undefined;
    if (leaver === undefined) continue;
    add(MINUTES.hole * hole, 0, [[leaver, 'DELETE /api/match/round', { matchId }]]);
    // Two remaining players mark each other; a single one keeps the marker they had.
    cards = playing.length > 1 ? cardsOf(playing, story, -1) : cards.slice(0, -1);
  }
  add(MINUTES.hole * HOLES + MINUTES.signing, MINUTES.signature, signaturesOf(match, cards));
  return steps;
}

/** Each player's card, marked by the one `offset` places further on. */
function cardsOf(players: readonly Player[], story: Story, offset: number): Card[] {
  return players.map((player, i) => {
    const marker = players.at((i + offset) % players.length) ?? player;
    return { player, marker, marks: i === 0 ? marksOnFirst(player, story) : player.entries };
  });
}

/** What the marker of the first card enters, with the slip of some stories. */
function marksOnFirst({ entries }: Player, story: Story): readonly HoleEntry[] {
  if (story === 'marker-behind') return entries.slice(0, AT_HOLE.behind - 1);
  const slip = entries.find((entry) => entry.holeNumber >= AT_HOLE.wrong && entry.slip !== null);
  return entries.map((entry) => (SLIPS.includes(story) && entry === slip ? { ...entry, strokes: entry.slip } : entry));
}

/** From the opening of the lobby until everyone is ready. */
function lobbyOf(match: Match, cards: readonly Card[]): Act[] {
  const { matchId, courseId, host, guests, tee, format, story, lobby } = match;
  const [mistaken, declining] = match.bystanders;
  const playType = story === 'practice' ? 'SOCIAL' : 'COMPETITION';
  const acts: Act[] = [[host, 'POST /api/match/create', { course: courseId, tee, playType, matchType: format }]];
  const settles = (player: Player, ready: boolean) =>
    acts.push([player, 'POST /api/match/ready', { matchId, settings: { handicap: player.handicap, ready } }]);
  const invites = ({ id }: Golfer): string => {
    const key = match.keyOf(acts.length);
    acts.push([host, 'POST /api/match/invite', { matchId, id }]);
    return sentInviteId(commandIdOf(host.id, 'POST /api/match/invite', key), matchId);
  };
  const answers = (who: Golfer, id: string, status: 'ACCEPTED' | 'DENIED') =>
    acts.push([who, 'PUT /api/match/invite', { matchId, id, status }]);

  settles(host, false);
  if (mistaken !== undefined) {
    invites(mistaken);
    acts.push([host, 'DELETE /api/match/invite', { matchId, userId: mistaken.id }]);
  }
  for (const [i, guest] of guests.entries()) {
    answers(guest, invites(guest), 'ACCEPTED');
    if (lobby === 'comes-back' && i === 0) {
      acts.push([guest, 'POST /api/match/leave-lobby', { matchId }]);
      answers(guest, invites(guest), 'ACCEPTED');
    }
    settles(guest, true);
  }
  if (declining !== undefined) answers(declining, invites(declining), 'DENIED');
  if (lobby === 'markers-chosen') {
    for (const { player, marker } of cards) {
      acts.push([host, 'PUT /api/match/marker', { matchId, userId: player.id, markerId: marker.id }]);
    }
  }
  return acts;
}

/** All players enter their own scores, then those on the cards they mark. */
function entriesOn(hole: number, matchId: string, playing: readonly Player[], cards: readonly Card[]): Act[] {
  const own = playing.map((player) => ({ player, marker: player, marks: player.entries }));
  return [...own, ...cards].flatMap(({ player, marker, marks }) =>
    scored(matchId, marker, player, marks.slice(hole - 1, hole)),
  );
}

function scored(matchId: string, by: Player, { id: userId }: Player, entries: readonly HoleEntry[]): Act[] {
  return entries.map(({ holeNumber, strokes, noScore }) => {
    return [by, 'POST /api/match/score', { matchId, holeNumber, userId, ...(noScore ? { noScore } : { strokes }) }];
  });
}

/** After the last hole: what happens to the first card before it is signed, then the signatures of all cards. */
function signaturesOf({ matchId, story }: Match, cards: readonly Card[]): Act[] {
  const [first] = cards;
  if (first === undefined) return [];
  const { player, marker, marks } = first;
  const sign = `POST /api/match/${matchId}/verify`;
  const signs = (by: Player, { id: userId }: Player): Act => [by, sign, { userId }];
  const isRefused = (code: ErrorCode): Act => [player, sign, { userId: marker.id }, code];
  const reopens: Act = [marker, `DELETE /api/match/${matchId}/verify`, { userId: player.id }];
  const slips = player.entries.filter((entry) => !marks.includes(entry));
  const repairs = scored(matchId, marker, player, slips);
  // A stroke more on the first hole of the back nine that was played out.
  const corrected = player.entries
    .filter(({ holeNumber, noScore }) => holeNumber >= AT_HOLE.wrong && !noScore)
    .map((entry) => ({ ...entry, strokes: (entry.strokes ?? 0) + 1 }))
    .slice(0, 1);
  const corrections = [player, marker].flatMap((by) => scored(matchId, by, player, corrected));
  const stories: Partial<Record<Story, { before?: readonly Act[]; unsigned?: readonly Golfer[] }>> = {
    'slip-left': { before: [isRefused('SCORES_DONT_MATCH')], unsigned: [player, marker] },
    'slip-repaired': { before: [isRefused('SCORES_DONT_MATCH'), ...repairs] },
    'marker-behind': { before: [isRefused('ROUND_NOT_COMPLETE_BY_MARKER')], unsigned: [player, marker] },
    reopened: { before: [signs(player, marker), reopens, ...corrections] },
    'player-unsigned': { unsigned: [player] },
    'marker-unsigned': { unsigned: [marker] },
  };
  // Where no slip would show, the round is a plain one.
  const isPlain = SLIPS.includes(story) && slips.length === 0;
  const { before = [], unsigned = [] } = isPlain ? {} : (stories[story] ?? {});
  // Two players mark each other, and one signature covers both their cards.
  const signed = cards.length === 2 ? [first] : cards;
  const signatures = signed.flatMap((card) => [signs(card.player, card.marker), signs(card.marker, card.player)]);
  // The first two are those of the first card.
  return [...before, ...signatures.filter(([by], i) => i > 1 || !unsigned.includes(by))];
}
