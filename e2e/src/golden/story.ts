import type { MatchAnswer } from '@fairmark/contract';
import type { Golfer } from '../support/golfer.js';

/** The cast of {@link everyCommand}: ada and ben play the signed round, eve is in the committee of its course. */
export type Cast = Record<'ada' | 'ben' | 'cat' | 'dot' | 'eve', Golfer>;

/** One command as a phone sends it. */
export interface Step {
  /** Description, unique except for steps that only fill the cards. */
  name: string;
  golfer: Golfer;
  method: string;
  path: string;
  body?: object;
}

/** Sends a step under an Idempotency-Key and returns its answer. The step has to succeed. */
export type Send = <Body = Record<string, unknown>>(step: Step) => Promise<Body>;

/** Name of the steps that only fill the cards. */
export const FILLS_A_CARD = 'fills a card';

interface Sent {
  match: { id: string };
  invite: { id: string };
  competition: { id: string };
  score: { id: string };
}

/** Sends a step whose call is `POST /api/match/create`, for example. */
type Does = (golfer: Golfer, name: string, call: string, body?: object) => Promise<Sent>;

const CARD = Array.from({ length: 18 }, (_, index) => 3 + (index % 3));

/**
 * Sends every command of the client, with every shape of body that any release has sent: outboxes of earlier releases
 * are still sent today. Requires rounds with four players. Append new steps at the end: in the frozen table the index
 * of a step is its key.
 */
export async function everyCommand(cast: Cast, course: string, send: Send): Promise<void> {
  const does: Does = (golfer, name, call, body) => {
    const [method = '', path = ''] = call.split(' ');
    return send<Sent>({ name, golfer, method, path, body });
  };
  const matchId = await lobby(cast, course, does);
  await threeStart(cast, matchId, does);
  await scoresInEveryShape(cast, matchId, does);
  await signedRound(cast, course, does);
  await competitions(cast, course, does);
}

/** Ada's lobby, which ben and cat have joined in the end. */
async function lobby({ ada, ben, cat, dot, eve }: Cast, course: string, does: Does): Promise<string> {
  const creates = (golfer: Golfer, name: string, settings: object) =>
    does(golfer, name, 'POST /api/match/create', { course, tee: 'Standard', ...settings });
  const invites = (guest: Golfer, name: string, matchId: string) =>
    does(ada, name, 'POST /api/match/invite', { id: guest.id, matchId });

  const { match: left } = await creates(eve, 'opens a practice lobby', { playType: 'SOCIAL' });
  await does(eve, 'leaves a lobby', 'POST /api/match/leave-lobby', { matchId: left.id });
  await creates(ada, 'opens a lobby that is left for another', { playType: 'SOCIAL', matchType: 'STABLEFORD' });
  const competition = { playType: 'COMPETITION', matchType: 'STABLEFORD' };
  const { match } = await creates(ada, 'opens a lobby, and ends the one before', competition);
  const matchId = match.id;

  const { invite: toDot } = await invites(dot, 'invites a golfer', matchId);
  const denied = { id: toDot.id, status: 'DENIED', matchId };
  await does(dot, 'declines an invitation', 'PUT /api/match/invite', denied);
  await invites(eve, 'invites another golfer', matchId);
  const removed = { userId: eve.id, matchId };
  await does(ada, 'takes an invitation back', 'DELETE /api/match/invite', removed);
  const { invite: toEve } = await invites(eve, 'invites a golfer again', matchId);
  const entered = { id: toEve.id, status: 'ACCEPTED', matchId };
  await does(eve, 'accepts an invitation to be removed', 'PUT /api/match/invite', entered);
  const query = `userId=${eve.id}&matchId=${matchId}`;
  await does(ada, 'removes a player, by the query', `DELETE /api/match/invite?${query}`);

  await creates(cat, 'opens a lobby that is left for an invitation', { playType: 'SOCIAL' });
  const { invite: toBen } = await invites(ben, 'invites ben', matchId);
  const { invite: toCat } = await invites(cat, 'invites cat', matchId);
  const accepted = { id: toBen.id, status: 'ACCEPTED', matchId };
  await does(ben, 'accepts an invitation', 'PUT /api/match/invite', accepted);
  const byInvitation = { id: toCat.id, status: 'ACCEPTED' };
  await does(cat, 'accepts an invitation without its match, and ends a lobby', 'PUT /api/match/invite', byInvitation);
  return matchId;
}

async function threeStart({ ada, ben, cat }: Cast, matchId: string, does: Does): Promise<void> {
  const readies = (golfer: Golfer, name: string, settings: object) =>
    does(golfer, name, 'POST /api/match/ready', { matchId, settings: { handicap: golfer.handicap, ...settings } });
  await readies(ada, 'is ready', { ready: true });
  await readies(ben, 'is ready, with a daily handicap', { dailyHandicap: 9, ready: true });
  await readies(cat, 'saves a handicap', {});
  await readies(cat, 'is not ready', { ready: false });
  await readies(cat, 'is ready without a daily handicap', { dailyHandicap: null, ready: true });
  const marker = { matchId, userId: ben.id, markerId: cat.id };
  await does(ada, 'chooses a marker', 'PUT /api/match/marker', marker);
  const userSettings = { handicap: ada.handicap, dailyHandicap: null, ready: true };
  await does(ada, 'starts with settings', 'POST /api/match/start', { matchId, userSettings });
}

async function scoresInEveryShape({ ada, ben, cat }: Cast, matchId: string, does: Does): Promise<void> {
  const scores = (golfer: Golfer, name: string, entry: object) =>
    does(golfer, name, 'POST /api/match/score', { matchId, ...entry });
  const { score } = await scores(ada, 'enters a score', { holeNumber: 1, strokes: 5 });
  const replaced = { holeNumber: 1, strokes: 6, userId: ada.id, replaces: score.id };
  await scores(ada, 'replaces an entry', replaced);
  await scores(ada, 'enters what is there', { holeNumber: 1, strokes: 6 });
  await scores(ada, 'enters no score', { holeNumber: 2, noScore: true });
  const late = { holeNumber: 3, strokes: 4, noScore: false, replaces: null, occurredAt: '2026-05-01T08:30:00.000Z' };
  await scores(ada, 'enters a score that waited for a signal', late);
  await scores(ada, 'clears an entry', { holeNumber: 3, strokes: null });
  await scores(cat, 'enters a score of a player', { holeNumber: 1, strokes: 4, userId: ben.id });

  await does(cat, 'withdraws', 'DELETE /api/match/round', { matchId });
  await does(ben, 'withdraws, by the query', `DELETE /api/match/round?matchId=${matchId}`);
  await does(ada, 'withdraws as the last one', 'DELETE /api/match/round', { matchId });
}

/** A round of two players, signed in every way, and corrected. */
async function signedRound({ ada, ben, eve }: Cast, course: string, does: Does): Promise<void> {
  const settings = { course, tee: 'Standard', playType: 'COMPETITION', matchType: 'PAR' };
  const { match } = await does(ada, 'opens a lobby for a round against par', 'POST /api/match/create', settings);
  const matchId = match.id;
  const { invite } = await does(ada, 'invites a partner', 'POST /api/match/invite', { id: ben.id, matchId });
  const accepted = { id: invite.id, status: 'ACCEPTED', matchId };
  await does(ben, 'accepts as a partner', 'PUT /api/match/invite', accepted);
  const ready = (golfer: Golfer) => ({ matchId, settings: { handicap: golfer.handicap, ready: true } });
  await does(ben, 'is ready as a partner', 'POST /api/match/ready', ready(ben));
  await does(ada, 'is ready as the host', 'POST /api/match/ready', ready(ada));
  await does(ada, 'starts', 'POST /api/match/start', { matchId });
  for (const golfer of [ada, ben]) {
    for (const { id: userId } of [ada, ben]) {
      for (const [index, strokes] of CARD.entries()) {
        const score = { matchId, holeNumber: index + 1, strokes, userId };
        await does(golfer, FILLS_A_CARD, 'POST /api/match/score', score);
      }
    }
  }
  const verify = `/api/match/${matchId}/verify`;
  await does(ada, 'signs', `POST ${verify}`);
  await does(ada, 'reopens a card', `DELETE ${verify}`, { userId: ada.id });
  await does(ada, 'signs with an empty body', `POST ${verify}`, {});
  await does(ben, 'reopens a card, by the query', `DELETE ${verify}?userId=${ada.id}`);
  await does(ada, 'signs with a partner', `POST ${verify}`, { userId: ben.id });
  const seen = entries(await ben.match(matchId));
  await does(ben, 'signs what was seen', `POST ${verify}`, { userId: ada.id, seen });

  const corrections = `POST /api/match/${matchId}/corrections`;
  const ruling = { userId: ada.id, reason: 'RULING', holes: [{ holeNumber: 1, strokes: 8 }] };
  await does(eve, 'corrects a card', corrections, ruling);
  const noted = {
    userId: ada.id,
    reason: 'OTHER',
    note: 'The ball moved',
    holes: [{ holeNumber: 2, strokes: null, noScore: true }],
  };
  await does(eve, 'corrects a card, with a note', corrections, noted);
}

/** Ids of the markers' entries, card by card. */
function entries({ rounds }: MatchAnswer): string[] {
  return rounds.flatMap(({ holes }) => holes.flatMap(({ marker }) => (marker?.id === undefined ? [] : [marker.id])));
}

async function competitions({ ada, ben, cat, dot }: Cast, course: string, does: Does): Promise<void> {
  const eclectic = (players: Golfer[]) => ({
    competitionName: 'Ringers',
    competitionType: 'ECLECTIC',
    course,
    duration: 6,
    days: ['Sunday', 'Monday'],
    players: players.map(({ id }) => id),
  });
  const { competition } = await does(ada, 'creates a competition', 'POST /api/competitions', eclectic([ada, ben]));
  const path = `/api/competitions/${competition.id}`;
  await does(ben, 'looks at a competition for the first time', `GET ${path}`);
  await does(ada, 'sets the players', `PUT ${path}`, { players: [ada.id, ben.id, cat.id] });
  await does(cat, 'leaves a competition', `DELETE ${path}/players/me`);
  await does(ada, 'deletes a competition', `DELETE ${path}`);

  const allowance = { ...eclectic([dot, cat]), allowance: 75 };
  await does(dot, 'creates a competition with an allowance', 'POST /api/competitions', allowance);
  const settings = { course, tee: 'Standard', playType: 'COMPETITION', matchType: 'STROKE' };
  await does(dot, 'opens the last lobby', 'POST /api/match/create', settings);
  await does(dot, 'deletes the account', 'DELETE /api/user/delete');
}
