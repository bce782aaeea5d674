import type { Lobby } from '@fairmark/contract';
import { QrCode as QrSign } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from '../../../shared/copy-button.js';
import { paths } from '../../../shared/routing/paths.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { Modal } from '../../../ui/overlays/dialogs.js';
import { Stack } from '../../../ui/page-parts.js';
import { Scan } from '../../../shared/scan.js';

interface ScanToJoinProps {
  matchId: string;
  invited: Lobby['invited'][number];
}

/** The invitation as a QR code for a phone nearby, and as a link for one elsewhere. */
export function ScanToJoin({ matchId, invited: { fullName, inviteId } }: ScanToJoinProps) {
  const [open, setOpen] = useState(false);
  const url = new URL(paths.joinLobby(inviteId, matchId), window.location.origin).href;
  return (
    <>
      <Button kind="secondary" icon={<QrSign size={20} />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Scan to join
        <span className="visually-hidden">: {fullName}</span>
      </Button>
      <Modal
        open={open}
        onOpenChange={setOpen}
        title="Scan to join"
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Done</Button>
            <SendLink url={url} />
          </>
        }
      >
        <Stack as="div">
          <p>
            Only <strong>{fullName}</strong> can join with it.
          </p>
          <Scan size={260} text={url} label={`Code that leads to the invitation of ${fullName}`} />
          <TextField
            label="Or send the link"
            value={url}
            readOnly
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </Stack>
      </Modal>
    </>
  );
}

/** Shares the link with the phone's share sheet or, if there is none, copies it; the browser may allow neither. */
function SendLink({ url }: { url: string }) {
  if (typeof navigator.share === 'function') {
    // Dismissing the share sheet also rejects, and is no failure.
    const share = () => navigator.share({ title: 'Join my round', url }).catch(() => undefined);
    return (
      <Button kind="secondary" onClick={() => void share()}>
        Share link
      </Button>
    );
  }
  return (
    <CopyButton url={url} kind="secondary">
      Copy link
    </CopyButton>
  );
}
