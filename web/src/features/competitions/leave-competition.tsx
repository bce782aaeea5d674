import type { Competition } from '@fairmark/contract';
import { LogOut } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { unless } from '../../api/call/errors.js';
import { forgetCompetition, leaveCompetition } from '../../api/competitions.js';
import { ConfirmAction } from '../../shared/confirm-action.js';
import { paths } from '../../shared/routing/paths.js';
import { Button } from '../../ui/button.js';
import { announce } from '../../ui/live-region.js';

/** The way out of a competition, for its players; asks first. */
export function LeaveCompetition({ competition }: { competition: Competition }) {
  const { id, name, isFinished } = competition;
  const navigate = useNavigate();
  return (
    <ConfirmAction
      renderButton={(ask) => (
        <Button kind="secondary" icon={<LogOut size={20} />} onClick={ask}>
          Leave competition
        </Button>
      )}
      title="Leave competition"
      confirmLabel="Leave competition"
      act={() => leaveCompetition(id).catch(unless('COMPETITION_NOT_FOUND'))}
      onDone={async () => {
        await navigate(paths.competitions(), { replace: true });
        announce(`You have left ${name}`);
        forgetCompetition(id);
      }}
    >
      {isFinished
        ? `${name} is no longer in your list. It has finished, so your result stays in its table.`
        : `Your row goes from the table of ${name}, and you can't be added again. Your rounds stay in your history.`}
    </ConfirmAction>
  );
}
