import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../shared/paths.js';
import { Button } from '../../../ui/button.js';
import { Modal } from '../../../ui/overlays/dialogs.js';
import { IconButton } from '../../../ui/icon-button.js';
import { announce } from '../../../ui/live-region.js';
import { TextField } from '../../../ui/fields/text-field.js';

interface ShareLinkProps {
  inviteId: string;
  matchId: string;
  /** Who was invited. */
  name: string;
}

/** Sends the join link by whatever the phone shares with; a browser that shares nothing copies it, or shows it. */
export function ShareLink({ inviteId, matchId, name }: ShareLinkProps) {
  const [shown, setShown] = useState(false);
  const [copied, setCopied] = useState(false);
  const url = new URL(paths.joinLobby(inviteId, matchId), window.location.origin).href;
  const share = async (): Promise<void> => {
    if (typeof navigator.share !== 'function') return show();
    // Closing the phone's own sheet is a refusal too, and no failure.
    await navigator.share({ title: 'Join my round', url }).catch(() => undefined);
  };
  const show = async (): Promise<void> => {
    const done = await copy(url);
    setCopied(done);
    if (done) announce('The link has been copied.');
    setShown(true);
  };
  return (
    <>
      <IconButton
        label={`Share the join link of ${name}`}
        icon={<Share2 size={20} aria-hidden="true" />}
        onClick={() => void share()}
      />
      <Modal
        open={shown}
        onOpenChange={setShown}
        title={copied ? 'Link copied' : 'Join link'}
        actions={<Button onClick={() => setShown(false)}>Done</Button>}
      >
        <TextField
          label={`Send this to ${name}`}
          value={url}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </Modal>
    </>
  );
}

/** False where the browser does not let a page write to the clipboard. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
