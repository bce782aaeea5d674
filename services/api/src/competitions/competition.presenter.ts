import {
  handicapForShow,
  LIMITS,
  MESSAGES,
  type Competition,
  type CompetitionStanding,
  type CompetitionTableRow,
  type RankedCompetitionRound,
} from '@fairmark/contract';
import { deadlineOf, isFinished, weeksPlayed, type CompetitionState } from '@fairmark/events';
import type { TableRow } from '@fairmark/read-models';
import { placeLabel, type LeaderboardPlace } from '@fairmark/scoring';
import { nameOf, personOf, type People } from '../golfers/people.js';

/** The players named in a list of competitions. */
export function firstPlayers({ players }: CompetitionState): string[] {
  return [...players.keys()].slice(0, LIMITS.competitionNamesShown);
}

/** The golfers whose names a competition shows. */
export function peopleOf({ hostId, players }: CompetitionState): Set<string> {
  return new Set([hostId, ...players.keys()]);
}

/** A competition as shown to its host and players. `now`: ISO 8601. `named`: the players to name, all by default. */
export function presentCompetition(
  state: CompetitionState,
  people: People,
  now: string,
  named: readonly string[] = [...state.players.keys()],
): Competition {
  const { courseId, name, clubName, courseName } = state.course;
  return {
    id: state.competitionId,
    name: state.name,
    title: state.name,
    description: MESSAGES.competitionDescription(state.duration, name),
    type: state.competitionType,
    hostId: state.hostId,
    host: nameOf(people, state.hostId),
    course: { id: courseId, name, clubName, courseName, holes: LIMITS.holes },
    duration: state.duration,
    weeksPlayed: weeksPlayed(state, now),
    days: [...state.days],
    allowance: state.allowance,
    players: named.map((userId) => personOf(people, userId)),
    playerCount: state.players.size,
    startDate: state.firstDay,
    endDate: state.lastDay,
    verifiedBefore: deadlineOf(state),
    createdAt: state.createdAt,
    isFinished: isFinished(state, now),
  };
}

/** The leaders of a table by gross; a card with a missing hole cannot lead. */
export function leadersOf(rows: readonly TableRow[]): TableRow[] {
  return rows
    .filter(({ gross, places }) => gross !== null && places.gross?.rank === 1)
    .slice(0, LIMITS.competitionNamesShown);
}

/** The standing by gross, for one golfer. */
export function presentStanding(rows: readonly TableRow[], userId: string, people: People): CompetitionStanding {
  const leaders = leadersOf(rows);
  return {
    rank: labelOf(rows.find((row) => row.userId === userId)?.places.gross ?? null),
    leaders: leaders.map((row) => nameOf(people, row.userId)),
    best: leaders[0]?.gross ?? null,
  };
}

/** A table in columns. Match ids are only in the row of the golfer `me`. */
export function presentTable({ players }: CompetitionState, rows: readonly TableRow[], me: string) {
  const places = new Map([...players.keys()].map((userId, i) => [userId, i]));
  return rows.map((row): CompetitionTableRow => ({
    player: places.get(row.userId) ?? -1,
    days: row.origins.map(({ day }) => day),
    matches: row.userId === me ? row.origins.map(({ matchId }) => matchId) : undefined,
    // Spread last: V8 adds properties after a spread slowly.
    ...sentOf(row),
  }));
}

/** The same table in rows, which have all match ids and the ranks also as numbers. */
export function presentRows(rows: readonly TableRow[], people: People): RankedCompetitionRound[] {
  return rows.map((row) => {
    const { dailyHandicap, strokes, points, pars, from, ...sent } = sentOf(row);
    const { gross, nett, firstNine, lastNine } = row.places;
    return {
      player: personOf(people, row.userId),
      totalScoreStrokeRank: gross?.rank ?? null,
      totalScoreStrokeNettRank: nett?.rank ?? null,
      firstNineScoreStrokeNettRank: firstNine?.rank ?? null,
      lastNineScoreStrokeNettRank: lastNine?.rank ?? null,
      userMatchSettings:
        dailyHandicap === null ? null : { dailyHandicap, dailyHandicapForShow: handicapForShow(dailyHandicap, 0) },
      holeScores: strokes.map((scoreStroke, i) => {
        const [par = null, round = null] = [pars[i], from[i]];
        const origin = row.origins[round ?? -1];
        return {
          holeNumber: i + 1,
          scoreStroke,
          scoreStableford: points[i] ?? null,
          holeParUnadjusted: par,
          noScore: scoreStroke === null && par !== null,
          from: round === null || origin === undefined ? null : { ...origin, round },
        };
      }),
      ...sent,
    };
  });
}

/** What both forms of a row have, and its columns. */
function sentOf(row: TableRow) {
  const { userId: _, origins: _rounds, gross, nett, nettToPar, places, ...sent } = row;
  return {
    totalScoreStroke: gross,
    totalScoreStrokeNett: nett.total,
    totalScoreStrokeNettToPar: nettToPar.total,
    firstNineScoreStrokeNett: nett.out,
    lastNineScoreStrokeNett: nett.in,
    rankLabels: {
      gross: labelOf(places.gross),
      nett: labelOf(places.nett),
      firstNine: labelOf(places.firstNine),
      lastNine: labelOf(places.lastNine),
    },
    countback: { gross: countbackOf(places.gross), nett: countbackOf(places.nett) },
    ...sent,
  };
}

const labelOf = (place: LeaderboardPlace | null): string | null => (place === null ? null : placeLabel(place));

const countbackOf = (place: LeaderboardPlace | null): { decidedBy: string } | null =>
  place === null || place.decidedBy === null ? null : { decidedBy: place.decidedBy };
