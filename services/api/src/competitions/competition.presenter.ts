import {
  handicapForShow,
  LIMITS,
  MESSAGES,
  type Competition,
  type CompetitionRound,
  type CompetitionStanding,
} from '@fairmark/contract';
import { deadlineOf, isFinished, weeksPlayed, type CompetitionState } from '@fairmark/events';
import type { Place, TableRow } from '@fairmark/read-models';
import { nameOf, personOf, type People } from '../match/presenting/people.js';

/** The players whom a list names. */
export function firstPlayers({ players }: CompetitionState): string[] {
  return [...players.keys()].slice(0, LIMITS.competitionNamesShown);
}

/** Everybody whose name a competition shows. */
export function peopleOf({ hostId, players }: CompetitionState): Set<string> {
  return new Set([hostId, ...players.keys()]);
}

/** A competition as its host and players see it. `now`: ISO 8601. `named`: the players who are named, all by default. */
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

/** Those who lead a table by gross; a card with a hole missing leads nothing. */
export function leadersOf(rows: readonly TableRow[]): TableRow[] {
  return rows
    .filter(({ gross, places }) => gross !== null && places.gross?.rank === 1)
    .slice(0, LIMITS.competitionNamesShown);
}

/** How its table stands by gross for one golfer. */
export function presentStanding(rows: readonly TableRow[], userId: string, people: People): CompetitionStanding {
  const leaders = leadersOf(rows);
  return {
    rank: labelOf(rows.find((row) => row.userId === userId)?.places.gross ?? null),
    leaders: leaders.map((row) => nameOf(people, row.userId)),
    best: leaders[0]?.gross ?? null,
  };
}

/** A row of its table. */
export function presentTableRow(row: TableRow, people: People): CompetitionRound {
  const { gross, nett, firstNine, lastNine } = row.places;
  const { dailyHandicap } = row;
  return {
    player: personOf(people, row.userId),
    shown: row.shown,
    totalScoreStroke: row.gross,
    totalScoreStrokeRank: gross?.rank ?? null,
    totalScoreStrokeNett: row.nett.total,
    totalScoreStrokeNettToPar: row.nettToPar.total,
    totalScoreStrokeNettRank: nett?.rank ?? null,
    firstNineScoreStrokeNett: row.nett.out,
    firstNineScoreStrokeNettRank: firstNine?.rank ?? null,
    lastNineScoreStrokeNett: row.nett.in,
    lastNineScoreStrokeNettRank: lastNine?.rank ?? null,
    rankLabels: {
      gross: labelOf(gross),
      nett: labelOf(nett),
      firstNine: labelOf(firstNine),
      lastNine: labelOf(lastNine),
    },
    countback: { gross: countbackOf(gross), nett: countbackOf(nett) },
    contributingRounds: row.rounds,
    userMatchSettings:
      dailyHandicap === null ? null : { dailyHandicap, dailyHandicapForShow: handicapForShow(dailyHandicap, 0) },
    allowedStrokes: row.allowed,
    holeScores: row.holes,
    updatedAt: row.updatedAt,
    correctedAt: row.correctedAt,
  };
}

const labelOf = (place: Place | null): string | null =>
  place === null ? null : `${place.tied ? 'T' : ''}${place.rank}`;

const countbackOf = (place: Place | null): { decidedBy: string } | null =>
  place === null || place.decidedBy === null ? null : { decidedBy: place.decidedBy };
