import type { MatchAnswer, Round } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/call/errors.js';
import type { WaitingScore } from '../../outbox/box.js';
import { holesOfCard } from '../../golf/cards.js';
import { ErrorState } from '../../ui/empty-state.js';
import { Skeleton } from '../../ui/skeleton.js';
import { cardHolesQuery } from './parts/card-api.js';
import { EditSheet } from './edit-sheet.js';
import { HistorySheet } from './history-sheet.js';
import { PlayerCard } from './player-card.js';

interface CardOfProps {
  answer: MatchAnswer;
  round: Round;
  me: string;
  waiting: readonly WaitingScore[];
  flagged: ReadonlyMap<string, readonly number[]>;
}

/** A player's card with its dialogs. Par and index of a card that is not mine to keep are asked for. */
export function CardOf({ answer, round, me, waiting, flagged }: CardOfProps) {
  const { id } = round.player;
  const known = holesOfCard(answer, id);
  const asked = useQuery({ ...cardHolesQuery(answer.match.id, id), enabled: known === null });
  const [editing, setEditing] = useState({ hole: 1, open: false });
  const [history, setHistory] = useState(false);
  const unsent = new Set(waiting.filter((score) => score.userId === id).map(({ holeNumber }) => holeNumber));
  const holes = known ?? asked.data;
  if (holes === undefined && asked.error !== null) {
    return <ErrorState onRetry={() => void asked.refetch()}>{messageOf(asked.error)}</ErrorState>;
  }
  if (holes === undefined) return <Skeleton lines={2} height={200} label="Loading this card" />;
  const hole = holes[editing.hole - 1];
  return (
    <>
      <PlayerCard
        {...{ answer, round, holes, me }}
        waiting={unsent}
        flagged={flagged.get(id) ?? []}
        onEdit={(number) => setEditing({ hole: number, open: true })}
        onHistory={() => setHistory(true)}
      />
      {hole !== undefined && (
        <EditSheet
          open={editing.open}
          onOpenChange={(open) => setEditing((before) => ({ ...before, open }))}
          {...{ match: answer.match, round, hole, me }}
        />
      )}
      <HistorySheet
        open={history}
        onOpenChange={setHistory}
        {...{ matchId: answer.match.id, revision: answer.revision, player: round.player, me }}
      />
    </>
  );
}
