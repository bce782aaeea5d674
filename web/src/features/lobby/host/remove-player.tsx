import type { PersonRef } from '@fairmark/contract';
import { Trash2 } from 'lucide-react';
import { unless } from '../../../api/call/errors.js';
import { refreshMatch, removePlayer } from '../../../api/match.js';
import { ConfirmAction } from '../../../shared/confirm-action.js';
import { IconButton } from '../../../ui/icon-button.js';
import { CommandBanner } from '../parts/command-banner.js';

/** Takes a player out of the group, or an invitation back; asks first. */
export function RemovePlayer({ matchId, player }: { matchId: string; player: PersonRef }) {
  return (
    <ConfirmAction
      renderButton={(ask) => (
        <IconButton label={`Remove ${player.fullName}`} icon={<Trash2 size={20} aria-hidden="true" />} onClick={ask} />
      )}
      title="Remove player"
      confirmLabel={`Remove ${player.fullName}`}
      act={() =>
        removePlayer(matchId, player.id)
          .catch(unless('INVITE_NOT_FOUND'))
          .finally(() => refreshMatch(matchId))
      }
      renderRefusal={(error) => <CommandBanner error={error} />}
    >
      Are you sure? Are they really that bad?
    </ConfirmAction>
  );
}
