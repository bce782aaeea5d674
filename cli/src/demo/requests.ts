import type { SentCall } from './phone.js';
import type { PlannedMatch } from './plan.js';
import type { Call, Step } from './script.js';

/** What a step's request is made of: the match, its id in the log, and what happened so far. */
export interface Setting {
  match: PlannedMatch;
  matchId: string;
  /** The last invitation of each golfer. */
  invites: ReadonlyMap<number, string>;
  /** Account id of a golfer. */
  idOf: (golfer: number) => string;
}

export type Request = Pick<SentCall, 'method' | 'path'> & { body: object };

/** A step as the api takes it: method, path and body. The body says the same at every attempt. */
export function requestOf({ by, call }: Step, { match, matchId, invites, idOf }: Setting): Request {
  const to = (method: SentCall['method'], path: string, body: object): Request => ({
    method,
    path: `/api/match/${path}`,
    body,
  });
  const requests: { [K in Call['kind']]: (call: Extract<Call, { kind: K }>) => Request } = {
    create: () => {
      const { course, tee, playType, matchType } = match;
      return to('POST', 'create', { course: course.id, tee, playType, matchType });
    },
    invite: ({ who }) => to('POST', 'invite', { id: idOf(who), matchId }),
    remove: ({ who }) => to('DELETE', 'invite', { userId: idOf(who), matchId }),
    answer: ({ status }) => to('PUT', 'invite', { id: invites.get(by) ?? '', status, matchId }),
    settings: ({ ready }) => {
      const handicap = match.handicaps[match.players.indexOf(by)] ?? 0;
      return to('POST', 'ready', { matchId, settings: { handicap, ready } });
    },
    marker: ({ whose, marker }) => to('PUT', 'marker', { matchId, userId: idOf(whose), markerId: idOf(marker) }),
    start: () => to('POST', 'start', { matchId }),
    'leave-lobby': () => to('POST', 'leave-lobby', { matchId }),
    score: ({ whose, holeNumber, entry: { strokes, noScore } }) => {
      const entry = noScore ? { noScore } : { strokes };
      return to('POST', 'score', { matchId, holeNumber, userId: idOf(whose), ...entry });
    },
    sign: ({ partner }) => to('POST', `${matchId}/verify`, { userId: idOf(partner) }),
    reopen: ({ whose }) => to('DELETE', `${matchId}/verify`, { userId: idOf(whose) }),
    withdraw: () => to('DELETE', 'round', { matchId }),
  };
  return (requests[call.kind] as (call: Call) => Request)(call);
}
