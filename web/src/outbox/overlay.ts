import { type MatchAnswer, type Round, cardResults, scoredEntry } from '@fairmark/contract';
import { HOLES, strokesReceived } from '@fairmark/scoring';
import { holesOfCard, partOn } from '../golf/cards.js';
import { isNewer, type Box, type ConfirmedScore, type ScorePlace, type WaitingScore } from './box.js';

/**
 * The server's answer with my own scores applied: those being sent, and those confirmed after this answer was written,
 * but not refused ones. All results are computed as the server does. A waiting entry's id is its key. Cards whose par
 * and index the answer lacks stay unchanged.
 *
 * @param me the golfer whose settings and cards the answer shows
 */
export function overlay(answer: MatchAnswer, { waiting, confirmed }: Box, me: string): MatchAnswer {
  const isMine = ({ by, matchId }: ScorePlace): boolean => by === me && matchId === answer.match.id;
  const local = [
    ...confirmed.filter((score) => isMine(score) && isNewer(score, answer)),
    ...waiting.filter((score) => isMine(score) && score.state === 'waiting'),
  ];
  if (local.length === 0) return answer;
  const rounds = answer.rounds.map((round) => {
    const own = local.filter(({ userId }) => userId === round.player.id);
    // A verified card stays as the server sent it, with the committee's corrections: my entries cannot change it.
    return own.length === 0 || round.verified ? round : overlaid(answer, round, own, me);
  });
  return { ...answer, rounds };
}

function overlaid(answer: MatchAnswer, round: Round, local: (ConfirmedScore | WaitingScore)[], me: string): Round {
  const side = partOn(round, me);
  const holes = holesOfCard(answer, round.player.id) ?? [];
  if (side === null || holes.length !== HOLES || round.holes.length !== HOLES) return round;
  const player = round.holes.map((hole) => hole.player);
  const marker = round.holes.map((hole) => hole.marker);
  const entries = side === 'PLAYER' ? player : marker;
  const enteredBy = { id: me, fullName: answer.userMatchSettings?.fullName ?? '' };
  const { matchType: format, isSocial } = answer.match;
  const { dailyHandicap, cannotBeVerified } = round;
  const entered = ({ key: id, enteredAt: createdAt, ...score }: WaitingScore) => {
    const { matchId, userId, holeNumber, strokes, noScore } = score;
    const hole = holes[holeNumber - 1];
    if (hole === undefined || (strokes === null && !noScore)) return null;
    const played = { par: hole.par, strokesReceived: strokesReceived(dailyHandicap, hole.index) };
    const entry = { id, createdAt, matchId, userId, holeNumber, side, enteredBy, strokes, noScore };
    return scoredEntry(entry, played, format);
  };
  for (const score of local) entries[score.holeNumber - 1] = 'entry' in score ? score.entry : entered(score);
  const scored = holes.map(({ par, index }) => ({ par, strokeIndex: index }));
  const card = { format, isSocial, cannotBeVerified, dailyHandicap, holes: scored };
  return { ...round, ...cardResults(card, { player, marker }) };
}
