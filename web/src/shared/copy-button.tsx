import { useState, type ComponentProps } from 'react';
import { Button } from '../ui/button.js';
import { announce } from '../ui/live-region.js';

interface CopyButtonProps extends ComponentProps<typeof Button> {
  url: string;
  /** Called if the browser refuses access to the clipboard. */
  onRefused?: () => void;
}

/** Copies a URL. Renders nothing if there is no clipboard, as with plain http. */
export function CopyButton({ url, onRefused, children, ...button }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  if (navigator.clipboard === undefined) return null;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      announce('The link has been copied.');
    } catch {
      setCopied(false);
      onRefused?.();
    }
  };
  return (
    <Button {...button} onClick={() => void copy()}>
      {copied ? 'Link copied' : children}
    </Button>
  );
}
