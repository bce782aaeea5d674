import type { CardHole, MatchAnswer, PersonRef, Round, RoundHole, ScoreEntry } from '@fairmark/contract';
import {
  type CardEntry,
  HOLES,
  cardTotals,
  holeResult,
  noScoreOnCard,
  parResult,
  scoresAgree,
  stablefordPoints,
  strokesReceived,
} from '@fairmark/scoring';
import { holesOfCard, partOn } from '../golf/cards.js';
import { isNewer, type Box, type ScorePlace } from './box.js';

/** A hole of a card for which this phone has a newer entry than the server's answer. */
interface LocalHole {
  place: ScorePlace;
  /** Null if cleared. */
  entry: ScoreEntry | (CardEntry & { id: string; createdAt: string }) | null;
}

/**
 * The server's answer with my own scores applied: those being sent, and those confirmed after this answer was written,
 * but not refused ones. All results are computed as the server does. A waiting entry's id is its key. Cards whose par
 * and index the answer lacks stay unchanged.
 *
 * @param me the golfer whose settings and cards the answer shows
 */
export function overlay(answer: MatchAnswer, { waiting, confirmed }: Box, me: string): MatchAnswer {
  const local = [
    ...confirmed
      .filter((score) => isMine(score) && isNewer(score, answer))
      .map((score): LocalHole => ({ place: score, entry: score.entry })),
    ...waiting
      .filter((score) => isMine(score) && score.state === 'waiting')
      .map(({ key: id, enteredAt: createdAt, strokes, noScore, ...place }): LocalHole => ({
        place,
        entry: strokes === null && !noScore ? null : { id, createdAt, strokes, noScore },
      })),
  ];
  if (local.length === 0) return answer;
  const rounds = answer.rounds.map((round) => {
    const own = local.filter(({ place }) => place.userId === round.player.id);
    // A verified card stays as the server sent it, with the committee's corrections: my entries cannot change it.
    return own.length === 0 || round.verified ? round : overlaid(answer, round, { local: own, me });
  });
  return { ...answer, rounds, scores: scoresOf(rounds, me) };

  function isMine({ by, matchId }: ScorePlace): boolean {
    return by === me && matchId === answer.match.id;
  }
}

function overlaid(
  answer: MatchAnswer,
  round: Round,
  { local, me }: { local: readonly LocalHole[]; me: string },
): Round {
  const side = partOn(round, me);
  const holes = holesOfCard(answer, round.player.id) ?? [];
  if (side === null || holes.length !== HOLES || round.holes.length !== HOLES) return round;
  const player = round.holes.map((hole) => hole.player);
  const marker = round.holes.map((hole) => hole.marker);
  const entries = side === 'PLAYER' ? player : marker;
  const enteredBy = { id: me, fullName: answer.userMatchSettings?.fullName ?? '' };
  for (const { place, entry } of local) {
    const hole = holes[place.holeNumber - 1];
    if (hole === undefined) continue;
    entries[hole.number - 1] =
      entry === null || 'side' in entry ? entry : entryOf({ answer, round, side, hole, enteredBy }, entry);
  }
  return {
    ...round,
    ...cardResults({ match: answer.match, dailyHandicap: round.dailyHandicap, holes }, player, marker),
  };
}

/** A card's results. The marker's entries count once all are there, until then the player's. */
export function cardResults({ match, dailyHandicap, holes }: Card, player: Entries, marker: Entries) {
  const format = match.matchType;
  const counting = marker.includes(null) ? player : marker;
  const shown = holes.map((hole, index): RoundHole => {
    const [mine, theirs, counts] = [player[index] ?? null, marker[index] ?? null, counting[index] ?? null];
    const received = strokesReceived(dailyHandicap, hole.index);
    const both = mine !== null && theirs !== null;
    const mismatch =
      both && !scoresAgree({ format, par: hole.par, strokesReceived: received, player: mine, marker: theirs });
    return {
      holeNumber: hole.number,
      player: mine,
      marker: theirs,
      mismatch,
      differentStrokes: both && !mismatch && mine.strokes !== theirs.strokes,
      strokes: counts === null ? null : counts.noScore ? noScoreOnCard(hole.par) : counts.strokes,
      noScore: counts?.noScore ?? false,
      corrected: false,
    };
  });
  const scored = holes.map(({ par, index }) => ({ par, strokeIndex: index }));
  const totals = cardTotals({ entries: counting, holes: scored, dailyHandicap, format });
  const { stableford, par, gross, nett, includesNoScore, thru, out, in: back } = totals;
  return {
    holes: shown,
    scoreTotals: { stableford, par, gross, nett, includesNoScore, thru, out, in: back },
    mismatchingScoreHoleNumbers: shown.filter(({ mismatch }) => mismatch).map(({ holeNumber }) => holeNumber),
    incompleteHoles: { player: missing(player), marker: match.isSocial ? [] : missing(marker) },
  };
}

type Entries = readonly (ScoreEntry | null)[];

interface Card {
  match: Pick<MatchAnswer['match'], 'matchType' | 'isSocial'>;
  dailyHandicap: number;
  holes: readonly CardHole[];
}

interface EntryContext {
  answer: MatchAnswer;
  round: Round;
  side: ScoreEntry['side'];
  hole: CardHole;
  enteredBy: PersonRef;
}

function entryOf(
  { answer, round, side, hole, enteredBy }: EntryContext,
  { id, createdAt, strokes, noScore }: CardEntry & { id: string; createdAt: string },
): ScoreEntry {
  const played = { par: hole.par, strokesReceived: strokesReceived(round.dailyHandicap, hole.index), strokes };
  return {
    id,
    holeNumber: hole.number,
    strokes,
    noScore,
    score: holeResult({ ...played, format: answer.match.matchType }),
    scoreStableford: stablefordPoints(played),
    scorePar: parResult(played),
    scoreStrokes: strokes,
    scoreStroke: strokes,
    createdAt,
    matchId: answer.match.id,
    userId: round.player.id,
    side,
    enteredBy,
  };
}

function scoresOf(rounds: readonly Round[], me: string): MatchAnswer['scores'] {
  const own = rounds.find(({ player }) => player.id === me);
  const marked = rounds.filter(({ marker, withdrawn }) => marker?.id === me && !withdrawn);
  return {
    userScores: (own?.holes ?? []).flatMap(({ player }) => player ?? []),
    markerScores: marked.flatMap(({ holes }) => holes.flatMap(({ marker }) => marker ?? [])),
  };
}

function missing(entries: Entries): number[] {
  return entries.flatMap((entry, index) => (entry === null ? [index + 1] : []));
}
