import type { PersonRef } from '@fairmark/contract';
import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { hasCode } from '../../api/errors.js';
import { refreshMatch, removePlayer } from '../../api/match.js';
import { Confirm } from '../../ui/dialogs.js';
import { IconButton } from '../../ui/icon-button.js';
import { CommandBanner } from './command-banner.js';

/** Takes a player out of the group, or an invitation back; asks first. */
export function RemovePlayer({ matchId, player }: { matchId: string; player: PersonRef }) {
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => removePlayer(matchId, player.id).catch(goneAlready),
    onSuccess: () => setAsking(false),
    onSettled: () => refreshMatch(matchId),
  });
  return (
    <>
      <IconButton
        label={`Remove ${player.fullName}`}
        icon={<Trash2 size={20} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      />
      <Confirm
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          remove.reset();
        }}
        title="Remove player"
        confirmLabel={`Remove ${player.fullName}`}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        error={<CommandBanner error={remove.error} />}
        danger
      >
        Are you sure? Are they really that bad?
      </Confirm>
    </>
  );
}

/** Whoever has declined or left meanwhile is as gone as was asked for. */
function goneAlready(error: unknown): null {
  if (hasCode(error, 'INVITE_NOT_FOUND')) return null;
  throw error;
}
