import type { MatchAnswer, Round } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/call/errors.js';
import type { WaitingScore } from '../../outbox/box.js';
import { holesOfCard } from '../../golf/cards.js';
import { ErrorState } from '../../ui/empty-state.js';
import { Skeleton } from '../../ui/skeleton.js';
import { cardHolesQuery } from './parts/card-api.js';
import { HistorySheet } from './history-sheet.js';
import { PlayerCard } from './player-card.js';

interface CardOfProps {
  answer: MatchAnswer;
  round: Round;
  me: string;
  waiting: readonly WaitingScore[];
  flagged: ReadonlyMap<string, readonly number[]>;
  onEdit: (holeNumber: number) => void;
}

/** A player's card with its history. Par and index of a card that is not mine to keep are asked for. */
export function CardOf({ answer, round, me, waiting, flagged, onEdit }: CardOfProps) {
  const { id } = round.player;
  const known = holesOfCard(answer, id);
  const asked = useQuery({ ...cardHolesQuery(answer.match.id, id), enabled: known === null });
  const [history, setHistory] = useState(false);
  const unsent = new Set(waiting.filter((score) => score.userId === id).map(({ holeNumber }) => holeNumber));
  const holes = known ?? asked.data;
  if (holes === undefined && asked.error !== null) {
    return <ErrorState onRetry={() => void asked.refetch()}>{messageOf(asked.error)}</ErrorState>;
  }
  if (holes === undefined) return <Skeleton lines={2} height={200} label="Loading this card" />;
  return (
    <>
      <PlayerCard
        {...{ answer, round, holes, me }}
        waiting={unsent}
        flagged={flagged.get(id) ?? []}
        onEdit={onEdit}
        onHistory={() => setHistory(true)}
      />
      <HistorySheet
        open={history}
        onOpenChange={setHistory}
        {...{ matchId: answer.match.id, revision: answer.revision, player: round.player, me }}
      />
    </>
  );
}
