import type { Competition } from '@fairmark/contract';
import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { forgetCompetition, leaveCompetition } from '../../api/competitions.js';
import { hasCode, messageOf } from '../../api/errors.js';
import { paths } from '../../app/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/dialogs.js';
import { announce } from '../../ui/live-region.js';

/** The way out of a competition, for its players; asks first. */
export function LeaveCompetition({ competition }: { competition: Competition }): ReactNode {
  const { id, name, isFinished } = competition;
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = useMutation({
    mutationFn: () => leaveCompetition(id).catch(goneAlready),
    onSuccess: async () => {
      await navigate(paths.competitions(), { replace: true });
      announce(`You have left ${name}`);
      forgetCompetition(id);
    },
  });
  return (
    <>
      <Button kind="secondary" icon={<LogOut size={20} aria-hidden="true" />} onClick={() => setAsking(true)}>
        Leave competition
      </Button>
      <Confirm
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          leave.reset();
        }}
        title="Leave competition"
        confirmLabel="Leave competition"
        onConfirm={() => leave.mutate()}
        busy={leave.isPending}
        error={leave.error !== null && <Banner kind="danger" title={messageOf(leave.error)} />}
        danger
      >
        {isFinished
          ? `${name} is no longer in your list. It has finished, so your result stays in its table.`
          : `Your row goes from the table of ${name}, and nobody can add you again. Your rounds stay in your history.`}
      </Confirm>
    </>
  );
}

/** Somebody who was removed meanwhile is out already. */
function goneAlready(error: unknown): void {
  if (!hasCode(error, 'COMPETITION_NOT_FOUND')) throw error;
}
