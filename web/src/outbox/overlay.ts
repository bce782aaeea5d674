import { type MatchAnswer, type Round, type ScoreEntry, cardResults, scoredEntry } from '@fairmark/contract';
import { type CardEntry, HOLES, strokesReceived } from '@fairmark/scoring';
import { holesOfCard, partOn } from '../golf/cards.js';
import { isNewer, type Box, type ScorePlace } from './box.js';

interface LocalHole {
  place: ScorePlace;
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
  return { ...answer, rounds };

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
  const { id: matchId, matchType: format, isSocial } = answer.match;
  const { dailyHandicap, cannotBeVerified } = round;
  for (const { place, entry } of local) {
    const { userId, holeNumber } = place;
    const hole = holes[holeNumber - 1];
    if (hole === undefined) continue;
    const played = { par: hole.par, strokesReceived: strokesReceived(dailyHandicap, hole.index) };
    entries[holeNumber - 1] =
      entry === null || 'side' in entry
        ? entry
        : scoredEntry({ ...entry, holeNumber, matchId, userId, side, enteredBy }, played, format);
  }
  const scored = holes.map(({ par, index }) => ({ par, strokeIndex: index }));
  const card = { format, isSocial, cannotBeVerified, dailyHandicap, holes: scored };
  return { ...round, ...cardResults(card, { player, marker }) };
}
