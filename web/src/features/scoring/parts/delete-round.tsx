import { Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { hasCode, messageOf } from '../../../api/call/errors.js';
import { deleteRound, refreshMatch, refreshMine } from '../../../api/match.js';
import { ConfirmAction } from '../../../shared/confirm-action.js';
import { leavingMatch } from '../../../shared/resume/leaving.js';
import { paths } from '../../../shared/routing/paths.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';

/** Leaves the started round for good: my card ends as withdrawn. Asks first. */
export function DeleteRound({ matchId, isSocial }: { matchId: string; isSocial: boolean }) {
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    try {
      await leavingMatch(matchId, () => deleteRound(matchId));
    } catch (error) {
      refreshMatch(matchId);
      throw error;
    }
  };
  return (
    <ConfirmAction
      button={
        <Button kind="quiet" icon={<Trash2 size={18} />} style={{ marginTop: 24 }}>
          Delete Round
        </Button>
      }
      title="Delete Round"
      confirmLabel="Delete round"
      cancelLabel="Keep playing"
      act={leave}
      onDone={() => {
        refreshMine();
        return navigate(paths.home());
      }}
      renderRefusal={(error) => <Refusal error={error} />}
    >
      {isSocial ? 'Your card will be deleted.' : "Your card will be withdrawn and won't count."} The others can keep
      playing. This can&apos;t be undone.
    </ConfirmAction>
  );
}

function Refusal({ error }: { error: Error }) {
  return (
    <Banner kind="danger" title={messageOf(error)}>
      {hasCode(error, 'ROUND_SIGNED') ? 'A card with a signature stays in the round.' : undefined}
    </Banner>
  );
}
