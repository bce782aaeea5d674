import type { PersonRef } from '@fairmark/contract';
import { Trash2 } from 'lucide-react';
import { unless } from '../../../api/call/errors.js';
import { refreshMatch, removePlayer } from '../../../api/match.js';
import { ConfirmAction } from '../../../shared/confirm-action.js';
import { IconButton } from '../../../ui/icon-button.js';

interface RemoveProps {
  matchId: string;
  player: PersonRef;
  invited?: boolean;
}

/** Removes a player, or withdraws the invitation of one who has not answered, after a confirmation. */
export function RemovePlayer({ matchId, player: { id, fullName }, invited = false }: RemoveProps) {
  const label = `${invited ? 'Withdraw invitation of' : 'Remove'} ${fullName}`;
  return (
    <ConfirmAction
      button={<IconButton label={label} icon={<Trash2 size={20} />} />}
      title={invited ? 'Withdraw invitation' : 'Remove player'}
      confirmLabel={invited ? 'Withdraw invitation' : label}
      danger={!invited}
      act={() =>
        removePlayer(matchId, id)
          .catch(unless('INVITE_NOT_FOUND'))
          .finally(() => refreshMatch(matchId))
      }
    >
      {invited
        ? `${fullName} has not answered yet. You can invite the same player again.`
        : 'Are you sure? Are they really that bad?'}
    </ConfirmAction>
  );
}
