import { useEffect, useState } from 'react';
import { storedRound } from '../api/stored-round.js';
import { Sheet } from '../ui/overlays/dialogs.js';
import { SyncPill } from '../ui/sync-pill.js';
import { OutboxList } from './outbox-list.js';
import { startSending } from './start-sending.js';
import { useSyncStatus } from './use-outbox.js';

/**
 * How my scores stand: all with the server, some waiting, some that need a look. Without a round on this phone it is there
 * only if it has something to say. Scores are sent as long as one of these is in the page, and the frame always has one.
 */
export function OutboxPill() {
  const status = useSyncStatus();
  const [open, setOpen] = useState(false);
  useEffect(() => startSending(), []);
  const shown = status.state !== 'synced' || storedRound().matchId !== null;
  return (
    <>
      {shown && <SyncPill state={status.state} waiting={status.waiting} onPress={() => setOpen(true)} />}
      <Sheet open={open} onOpenChange={setOpen} title="Your scores">
        <OutboxList status={status} />
      </Sheet>
    </>
  );
}
