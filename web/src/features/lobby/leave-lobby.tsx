import type { Match } from '@fairmark/contract';
import { LogOut } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { unless } from '../../api/call/errors.js';
import { deleteRound, leaveLobby, refreshMine } from '../../api/match.js';
import { ConfirmAction } from '../../shared/confirm-action.js';
import { leavingMatch } from '../../shared/resume/leaving.js';
import { paths } from '../../shared/routing/paths.js';
import { Button } from '../../ui/button.js';
import { CommandBanner } from './parts/command-banner.js';

/** The way out before the start: the host deletes the set-up for all, a guest leaves it. Asks first. */
export function LeaveLobby({ match, isHost }: { match: Match; isHost: boolean }) {
  const navigate = useNavigate();
  const title = isHost ? 'Delete Round Set-up' : 'Leave Round Set-up';
  return (
    <ConfirmAction
      button={
        <Button kind="secondary" wide icon={<LogOut size={18} />}>
          {title}
        </Button>
      }
      title={title}
      confirmLabel={isHost ? 'Delete set-up' : 'Leave set-up'}
      act={() =>
        leavingMatch(match.id, () =>
          (isHost ? deleteRound(match.id) : leaveLobby(match.id)).catch(unless('MATCH_NOT_FOUND', 'MATCH_ENDED')),
        )
      }
      onDone={() => {
        refreshMine();
        return navigate(paths.home(), { replace: true });
      }}
      renderRefusal={(error) => <CommandBanner error={error} />}
    >
      {isHost
        ? 'The set-up ends for everybody who has joined or was invited.'
        : `${match.host.fullName} can invite you again.`}
    </ConfirmAction>
  );
}
