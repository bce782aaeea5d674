import type { PersonRef } from '@fairmark/contract';
import { Trash2 } from 'lucide-react';
import { unless } from '../../../api/call/errors.js';
import { refreshMatch, removePlayer } from '../../../api/match.js';
import { ConfirmAction } from '../../../shared/confirm-action.js';
import { IconButton } from '../../../ui/icon-button.js';

interface RemoveProps {
  matchId: string;
  player: PersonRef;
}

/** Removes a player from the group, after a confirmation. */
export function RemovePlayer({ matchId, player }: RemoveProps) {
  return (
    <ConfirmAction
      button={<IconButton label={`Remove ${player.fullName}`} icon={<Trash2 size={20} />} />}
      title="Remove player"
      confirmLabel={`Remove ${player.fullName}`}
      act={() => remove(matchId, player)}
    >
      Are you sure? Are they really that bad?
    </ConfirmAction>
  );
}

/** Withdraws an open invitation, after a confirmation. */
export function WithdrawInvitation({ matchId, player }: RemoveProps) {
  return (
    <ConfirmAction
      button={<IconButton label={`Withdraw invitation of ${player.fullName}`} icon={<Trash2 size={20} />} />}
      title="Withdraw invitation"
      danger={false}
      act={() => remove(matchId, player)}
    >
      {player.fullName} has not answered yet. You can invite the same player again.
    </ConfirmAction>
  );
}

const remove = (matchId: string, { id }: PersonRef): Promise<unknown> =>
  removePlayer(matchId, id)
    .catch(unless('INVITE_NOT_FOUND'))
    .finally(() => refreshMatch(matchId));
