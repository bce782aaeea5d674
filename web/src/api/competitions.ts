import {
  competitionRounds,
  TABLE_IN_COLUMNS,
  type Competition,
  type CompetitionAnswer,
  type CompetitionChangedAnswer,
  type CompetitionCommandAnswer,
  type CompetitionRound,
  type CompetitionsAnswer,
  type CompetitionSort,
  type CompetitionTableAnswer,
  type CompetitionType,
  type Weekday,
} from '@fairmark/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, command } from './call/client.js';
import { minPosition } from './call/position.js';
import { queryClient } from './call/query-client.js';
import { read, readPages } from './call/read.js';

/** Of the cards of a table the course's room tells, of players and settings nothing: coming back to a page asks again. */
const FRESH_MS = 5_000;

/** Competitions that I host or play in, the latest first; as many pages as were asked for, in one answer. */
export function competitionsQuery(pages = 1) {
  return queryOptions({
    queryKey: ['competitions', pages],
    queryFn: ({ signal }) =>
      readPages<CompetitionsAnswer>(
        pages,
        (offset) =>
          call<CompetitionsAnswer>('GET', '/api/competitions', {
            query: { ...minPosition(), offset: String(offset) },
            signal,
          }),
        (before, next) => ({ ...before, ...next, competitions: [...before.competitions, ...next.competitions] }),
      ),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** A competition with the rows of its table. */
export type CompetitionRows = Omit<CompetitionAnswer, 'rounds'> & { rounds: CompetitionRound[] };

/** A competition with its table in this order; another order keeps the rows until it has come. Code: COMPETITION_NOT_FOUND. */
export const competitionQuery = (competitionId: string, sort: CompetitionSort) =>
  read<CompetitionAnswer | CompetitionTableAnswer, CompetitionRows>(
    ['competition', competitionId, sort],
    `/api/competitions/${encodeURIComponent(competitionId)}`,
    {
      ask: () => ({ query: { sort, ...minPosition() }, accept: TABLE_IN_COLUMNS }),
      // A process of the release before answers rows.
      pick: (answer) => ('table' in answer ? { ...answer, rounds: competitionRounds(answer) } : answer),
      staleTime: FRESH_MS,
      placeholderData: (before, query) => (query?.queryKey[1] === competitionId ? before : undefined),
    },
  );

/** What Create a competition sends. */
export interface NewCompetition {
  competitionName: string;
  competitionType: CompetitionType;
  /** Its id. */
  course: string;
  /** Weeks. */
  duration: number;
  days: Weekday[];
  /** Percent of the daily handicap. */
  allowance: number;
  /** Ids of golfers. */
  players: string[];
}

/** Creates a competition. `key`: the same for the same form, which is carried out once however often it is sent. */
export async function createCompetition(body: NewCompetition, key: string): Promise<CompetitionChangedAnswer> {
  const answer = await command<CompetitionChangedAnswer>('POST', '/api/competitions', { body, key });
  void queryClient.invalidateQueries({ queryKey: ['competitions'] });
  return answer;
}

/** Who plays from now on, all of them. Host only. Code: COMPETITION_FINISHED. */
export const setCompetitionPlayers = (competitionId: string, players: string[]) =>
  command<CompetitionChangedAnswer>('PUT', `/api/competitions/${competitionId}`, { body: { players } });

/** Leaves a competition as its player. Code: COMPETITION_NOT_FOUND. */
export const leaveCompetition = (competitionId: string) =>
  command<CompetitionCommandAnswer>('DELETE', `/api/competitions/${competitionId}/players/me`);

/** Deletes a competition. Host only. */
export const deleteCompetition = (competitionId: string) =>
  command<CompetitionCommandAnswer>('DELETE', `/api/competitions/${competitionId}`);

/** Takes over what a command said of a competition, and asks again for its tables and for the list that it stands in. */
export async function refreshCompetition(competitionId: string, competition?: Competition): Promise<void> {
  const queryKey = ['competition', competitionId];
  if (competition !== undefined) {
    queryClient.setQueriesData<CompetitionRows>({ queryKey }, (before) => before && { ...before, competition });
  }
  void queryClient.invalidateQueries({ queryKey: ['competitions'] });
  await queryClient.invalidateQueries({ queryKey });
}

/** Forgets a competition that is there no more. */
export function forgetCompetition(competitionId: string): void {
  queryClient.removeQueries({ queryKey: ['competition', competitionId] });
  void queryClient.invalidateQueries({ queryKey: ['competitions'] });
}
