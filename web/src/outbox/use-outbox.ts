import { type MatchAnswer, type Round, cardResults, scoredEntry } from '@fairmark/contract';
import { HOLES, strokesReceived } from '@fairmark/scoring';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { holesOfCard, partOn } from '../golf/cards.js';
import { useMatchRoom } from '../api/realtime/realtime.js';
import { matchQuery } from '../api/match.js';
import { useSession } from '../api/use-session.js';
import { useRevealed } from '../ui/hooks/use-revealed.js';
import { changeOutbox, onOutboxPainted, outbox } from './outbox.js';
import { isNewer, type Box, type ConfirmedScore, type ScorePlace, type WaitingScore } from './box.js';
import { prune } from './waiting-scores.js';

/**
 * The state of my scores on this phone. `attention`: some were refused, or could not be stored. `unsaved`: storage is
 * full, so that waiting scores live as long as this page.
 */
export function useSyncStatus() {
  const { box, unsaved } = useSyncExternalStore(onOutboxPainted, outbox);
  const me = useSession()?.userId;
  const mine = box.waiting.filter((score) => score.by === me);
  const refused = mine.filter(({ state }) => state === 'refused');
  const waiting = mine.filter(({ state }) => state === 'waiting');
  const isUnsaved = unsaved && waiting.length > 0;
  const unlessAttention = waiting.length > 0 ? 'waiting' : 'synced';
  const state = refused.length > 0 || isUnsaved ? 'attention' : unlessAttention;
  return { state, waiting, refused, unsent: mine.length, unsaved: isUnsaved };
}

interface LiveMatch {
  /** The server's last answer with my own scores applied, including unsent ones; undefined until loaded. */
  match: MatchAnswer | undefined;
  error: Error | null;
  waiting: readonly WaitingScore[];
  refetch: () => void;
}

/** A match, kept current while the component is mounted. Only entry ids from here may be used as `replaces`. */
export function useLiveMatch(matchId: string): LiveMatch {
  const { data, error, refetch } = useQuery(matchQuery(matchId));
  const { box } = useSyncExternalStore(onOutboxPainted, outbox);
  const me = useSession()?.userId ?? null;
  const waiting = useMemo(
    () => box.waiting.filter((score) => score.by === me && score.matchId === matchId),
    [box, me, matchId],
  );
  useMatchRoom(matchId);
  useEffect(() => {
    if (data !== undefined) changeOutbox((known) => prune(known, matchId, data));
  }, [matchId, data]);
  const latest = useMemo(() => (data === undefined || me === null ? data : overlay(data, box, me)), [data, box, me]);
  return { match: useRevealed(latest), error, waiting, refetch: () => void refetch() };
}

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
