import {
  LIMITS,
  TABLE_IN_COLUMNS,
  type Competition,
  type CompetitionChangedAnswer,
  type CompetitionsAnswer,
  type CompetitionSort,
  type CompetitionTableAnswer,
  type CompetitionTableRow,
  type PublicUser,
} from '@fairmark/contract';
import { command } from './call/client.js';
import { minPosition } from './call/position.js';
import { queryClient } from './call/query-client.js';
import { listQuery, LIVE_MS, NO_HINT_MS, read, refetchAfter } from './call/read.js';
import { session } from './call/session.js';

/** Competitions that I host or play in, latest first. The first `pages` pages in one answer. */
export const competitionsQuery = (pages = 1) =>
  listQuery<CompetitionsAnswer>(['competitions', pages], '/api/competitions', {
    rows: 'competitions',
    many: pages * LIMITS.competitionsPageMax,
    most: LIMITS.competitionsPageMax,
  });

/** A player's row of a table; `own`: the golfer's. */
export type CompetitionRow = Omit<CompetitionTableRow, 'player'> & { player: PublicUser; own: boolean };
/** A competition with the rows of its table. */
export type CompetitionRows = CompetitionTableAnswer & { rows: CompetitionRow[] };

/** A competition with its sorted table. Code: COMPETITION_NOT_FOUND. */
export const competitionQuery = (competitionId: string, sort: CompetitionSort) =>
  read(['competition', competitionId, sort], `/api/competitions/${encodeURIComponent(competitionId)}`, {
    ask: () => ({ query: { sort, ...minPosition() }, accept: TABLE_IN_COLUMNS }),
    select: withRows,
    staleTime: LIVE_MS,
    refetchInterval: refetchAfter(NO_HINT_MS),
  });

function withRows(answer: CompetitionTableAnswer): CompetitionRows {
  const rows = answer.table.flatMap((row) => {
    const player = answer.competition.players[row.player];
    return player === undefined ? [] : [{ ...row, player, own: player.id === session()?.userId }];
  });
  return { ...answer, rows };
}

/** The body sent by "Create a competition": course and players by id, weeks, and percent of the daily handicap. */
export interface NewCompetition extends Pick<Competition, 'duration' | 'days' | 'allowance'> {
  competitionName: string;
  competitionType: Competition['type'];
  course: string;
  players: string[];
}

/** Creates a competition. `key`: the Idempotency-Key, one per form, so that repeated submits create it once. */
export async function createCompetition(body: NewCompetition, key: string): Promise<CompetitionChangedAnswer> {
  const answer = await command<CompetitionChangedAnswer>('POST', '/api/competitions', { body, key });
  void queryClient.invalidateQueries({ queryKey: ['competitions'] });
  return answer;
}

/**
 * Changes the list of players as the server has it now, since the host's other phone may have changed it, and refetches
 * the competition. Host only. Code: COMPETITION_FINISHED.
 */
export async function changePlayers(
  competitionId: string,
  change: (players: PublicUser[]) => readonly PublicUser[],
): Promise<void> {
  const queryKey = ['competition', competitionId];
  try {
    const before = await queryClient.fetchQuery({ ...competitionQuery(competitionId, 'gross'), staleTime: 0 });
    const body = { players: change(before.competition.players).map(({ id }) => id) };
    const path = `/api/competitions/${competitionId}`;
    const { competition } = await command<CompetitionChangedAnswer>('PUT', path, { body });
    // Shown even if the table cannot be read now, whose rows name players by their place in the list.
    const placeOf = (id?: string): number => competition.players.findIndex((player) => player.id === id);
    queryClient.setQueriesData<CompetitionTableAnswer>({ queryKey }, (shown) => {
      const table = shown?.table.map((row) => ({ ...row, player: placeOf(shown.competition.players[row.player]?.id) }));
      return shown && { ...shown, competition, table: table ?? [] };
    });
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['competitions'] });
    await queryClient.invalidateQueries({ queryKey });
  }
}

/** Leaves a competition as a player. Code: COMPETITION_NOT_FOUND. */
export const leaveCompetition = (competitionId: string) =>
  command('DELETE', `/api/competitions/${competitionId}/players/me`);

/** Deletes a competition. Host only. */
export const deleteCompetition = (competitionId: string) => command('DELETE', `/api/competitions/${competitionId}`);

/** Removes a deleted competition from the cache. */
export function forgetCompetition(competitionId: string): void {
  queryClient.removeQueries({ queryKey: ['competition', competitionId] });
  void queryClient.invalidateQueries({ queryKey: ['competitions'] });
}
