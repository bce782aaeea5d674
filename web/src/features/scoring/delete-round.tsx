import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasCode, messageOf } from '../../api/errors.js';
import { deleteRound, refreshMatch, refreshMine } from '../../api/match.js';
import { leavingMatch } from '../../app/leaving.js';
import { paths } from '../../app/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/dialogs.js';

/** Leaves the started round for good: my card ends as withdrawn. Asks first. */
export function DeleteRound({ matchId, isSocial }: { matchId: string; isSocial: boolean }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = useMutation({
    mutationFn: () => leavingMatch(matchId, () => deleteRound(matchId)),
    onSuccess: () => {
      refreshMine();
      void navigate(paths.home());
    },
    onError: () => refreshMatch(matchId),
  });
  return (
    <>
      <Button
        kind="quiet"
        icon={<Trash2 size={18} aria-hidden="true" />}
        style={{ marginTop: 24 }}
        onClick={() => setAsking(true)}
      >
        Delete Round
      </Button>
      <Confirm
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          leave.reset();
        }}
        title="Delete Round"
        confirmLabel="Delete round"
        cancelLabel="Keep playing"
        danger
        busy={leave.isPending}
        onConfirm={() => leave.mutate()}
        error={leave.error !== null && <Refusal error={leave.error} />}
      >
        {isSocial
          ? 'Your card is deleted.'
          : 'Your card ends as withdrawn and appears in no results, only in your own history.'}{' '}
        Other players play on. This can&apos;t be undone.
      </Confirm>
    </>
  );
}

function Refusal({ error }: { error: Error }) {
  return (
    <Banner kind="danger" title={messageOf(error)}>
      {hasCode(error, 'ROUND_SIGNED') ? 'A card with a signature stays in the round.' : undefined}
    </Banner>
  );
}
