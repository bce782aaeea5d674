import { useRef, useState, type ReactNode } from 'react';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { Modal } from '../ui/modal.js';
import { Sheet } from '../ui/sheet.js';
import { TextField } from '../ui/text-field.js';
import { GolferSearch } from './forms.js';
import { Group, Shelf, Stack } from './frame.js';

type Open = 'short' | 'long' | 'search' | 'modal' | 'confirm' | 'failed' | 'settings' | null;

/** Sheets, dialogs and questions, each behind its button. */
export function DialogsGallery(): ReactNode {
  const [open, setOpen] = useState<Open>(null);
  const field = useRef<HTMLInputElement>(null);
  const at = (which: Open) => ({ open: open === which, onOpenChange: (next: boolean) => setOpen(next ? which : null) });
  const close = () => setOpen(null);
  const [asking, setAsking] = useState(false);
  return (
    <Group title="Sheets and dialogs">
      <Shelf>
        <Button kind="secondary" onClick={() => setOpen('short')}>
          Short sheet
        </Button>
        <Button kind="secondary" onClick={() => setOpen('long')}>
          Long sheet
        </Button>
        <Button kind="secondary" onClick={() => setOpen('search')}>
          Search sheet
        </Button>
        <Button kind="secondary" onClick={() => setOpen('modal')}>
          Dialog
        </Button>
        <Button kind="secondary" onClick={() => setOpen('confirm')}>
          Question
        </Button>
        <Button kind="secondary" onClick={() => setOpen('failed')}>
          Failed question
        </Button>
        <Button kind="secondary" onClick={() => setOpen('settings')}>
          Question over a sheet
        </Button>
      </Shelf>
      <Sheet
        {...at('short')}
        title="Your handicap"
        description="For this round and on your profile."
        footer={<Button onClick={close}>Save</Button>}
      >
        <TextField label="Daily handicap" defaultValue="19" inputMode="numeric" />
      </Sheet>
      <Sheet {...at('long')} title="Scorecard">
        <Stack>
          {Array.from({ length: 36 }, (_, hole) => (
            <p key={hole}>Hole {hole + 1}, par 4, 388 m</p>
          ))}
        </Stack>
      </Sheet>
      <Sheet {...at('search')} title="Invite a player" size="tall" initialFocus={field}>
        <GolferSearch inputRef={field} />
      </Sheet>
      <Sheet {...at('settings')} title="Settings">
        <Button kind="secondary" onClick={() => setAsking(true)}>
          Remove player
        </Button>
        <Confirm
          open={asking}
          onOpenChange={setAsking}
          title="Remove player"
          confirmLabel="Remove Alex Kerr"
          danger
          onConfirm={() => setAsking(false)}
        >
          Are you sure? Are they really that bad?
        </Confirm>
      </Sheet>
      <Modal
        {...at('modal')}
        title="Alex Kerr has invited you"
        actions={
          <>
            <Button onClick={close}>Accept</Button>
            <Button kind="secondary" onClick={close}>
              Decline
            </Button>
          </>
        }
      >
        A match round at Royal Sandhurst, stableford.
      </Modal>
      <Confirm {...at('confirm')} title="Delete this round?" confirmLabel="Delete round" danger onConfirm={close}>
        Your card ends as Withdrawn and appears in no table.
      </Confirm>
      <Confirm
        {...at('failed')}
        title="Sign your card?"
        confirmLabel="Sign"
        onConfirm={close}
        error={<Banner kind="danger" title="There was no answer. Please try again." />}
      >
        A signed card can't be changed.
      </Confirm>
    </Group>
  );
}
