import type { Match } from '@fairmark/contract';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Sheet } from '../../ui/overlays/dialogs.js';
import { IconButton } from '../../ui/icon-button.js';
import { LeaveLobby } from './leave-lobby.js';

/** What is seldom done in a lobby, away from the thumb. Holds its place until the match is known. */
export function LobbyMenu({ match, isHost }: { match: Match | undefined; isHost: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label="More"
        icon={<Ellipsis />}
        aria-haspopup="dialog"
        disabled={match === undefined}
        onClick={() => setOpen(true)}
      />
      {match !== undefined && (
        <Sheet open={open} onOpenChange={setOpen} title="Round set-up">
          <LeaveLobby match={match} isHost={isHost} />
        </Sheet>
      )}
    </>
  );
}
