import type { Match } from '@fairmark/contract';
import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasCode } from '../../api/errors.js';
import { deleteRound, leaveLobby, refreshMine } from '../../api/match.js';
import { leavingMatch } from '../../app/leaving.js';
import { paths } from '../../app/paths.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/dialogs.js';
import { CommandBanner } from './command-banner.js';

/** The way out before the start: the host deletes the set-up for all, a guest leaves it. Asks first. */
export function LeaveLobby({ match, isHost }: { match: Match; isHost: boolean }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = useMutation({
    mutationFn: () =>
      leavingMatch(match.id, () => (isHost ? deleteRound(match.id) : leaveLobby(match.id)).catch(goneAlready)),
    onSuccess: () => {
      refreshMine();
      void navigate(paths.home(), { replace: true });
    },
  });
  const title = isHost ? 'Delete Round Set-up' : 'Leave Round Set-up';
  return (
    <>
      <Button kind="quiet" icon={<LogOut size={18} aria-hidden="true" />} onClick={() => setAsking(true)}>
        {title}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          leave.reset();
        }}
        title={title}
        confirmLabel={isHost ? 'Delete set-up' : 'Leave set-up'}
        onConfirm={() => leave.mutate()}
        busy={leave.isPending}
        error={<CommandBanner error={leave.error} />}
        danger
      >
        {isHost
          ? 'The set-up ends for everybody who has joined or was invited.'
          : `${match.host.fullName} can invite you again.`}
      </Confirm>
    </>
  );
}

/** A lobby that is gone, or that I am not in any more, has been left. */
function goneAlready(error: unknown): null {
  if (hasCode(error, 'MATCH_NOT_FOUND', 'MATCH_ENDED')) return null;
  throw error;
}
