import type { MatchAnswer } from '@fairmark/contract';
import { useEffect } from 'react';
import { Button } from '../../../ui/button.js';
import { Sheet, type OpenState } from '../../../ui/overlays/dialogs.js';
import { CommandBanner } from '../parts/command-banner.js';
import { HandicapFields } from './handicap-fields.js';
import { Stack } from '../../../ui/page-parts.js';
import { useHandicap } from './use-handicap.js';

interface HandicapSheetProps extends OpenState {
  answer: MatchAnswer;
  onSaved: () => void;
}

/** The host's round handicap. */
export function HandicapSheet({ answer, open, onOpenChange, onSaved }: HandicapSheetProps) {
  const state = useHandicap(answer);
  const { save, forget } = state;
  // Discard an unsaved choice when the sheet opens again: the round is not played with it.
  useEffect(() => {
    if (open) forget();
  }, [open, forget]);
  const saved = (): void => {
    onOpenChange(false);
    onSaved();
  };
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Round handicap"
      footer={
        <Button
          size="large"
          wide
          busy={save.isPending}
          onClick={() => save.mutate({ ready: false }, { onSuccess: saved })}
        >
          Save
        </Button>
      }
    >
      <Stack>
        <CommandBanner error={save.error} />
        <HandicapFields state={state} />
      </Stack>
    </Sheet>
  );
}
