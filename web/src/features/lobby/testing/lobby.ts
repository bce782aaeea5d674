import type { LobbyUser, Match, MatchAnswer, PublicUser } from '@fairmark/contract';
import { matchAnswer, settingsOf } from '../../../shared/testing/match.js';

/** A golfer as other golfers see one. */
export function person(fullName: string): PublicUser {
  const id = fullName.toLowerCase();
  return { id, fullName, handicap: 12.4, handicapForShow: '12.4', avatar: null, homeCourse: null };
}

/** A player of a lobby: joined, not ready, no marker. */
export function player(fullName: string, more: Partial<LobbyUser> = {}): LobbyUser {
  const open = { ready: false, isHost: false, dailyHandicap: null, dailyHandicapForShow: null, marker: null };
  return { ...person(fullName), ...open, ...more };
}

/** The call that reads such a lobby. */
export const LOBBY = 'GET /api/match/match';

export interface LobbyParts {
  match?: Partial<Match>;
  users?: LobbyUser[];
  /** Names of golfers who have not answered. */
  invited?: string[];
  /** The golfer's own round handicap; null: not set. */
  handicap?: number | null;
  /** Whether the golfer is. */
  ready?: boolean;
}

/** A lobby of "Alex Tran" as its host sees it: alone, with a handicap, for a match round in stableford. */
export function lobbyOf({ match, users, invited = [], handicap = 12.4, ready = false }: LobbyParts = {}): MatchAnswer {
  const host = { id: 'alex tran', fullName: 'Alex Tran' };
  const dailyHandicap = handicap === null ? null : 14;
  return matchAnswer(
    { host, ...match },
    {
      userMatchSettings: settingsOf(host, {
        handicap,
        handicapForShow: handicap?.toFixed(1) ?? null,
        dailyHandicap,
        dailyHandicapForShow: dailyHandicap?.toString() ?? null,
        ready,
      }),
      lobby: {
        users: users ?? [player('Alex Tran', { isHost: true })],
        invited: invited.map((name) => ({ ...person(name), inviteId: `invite ${name}` })),
      },
    },
  );
}
