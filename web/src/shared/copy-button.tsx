import { useState, type ComponentProps } from 'react';
import { Button } from '../ui/button.js';
import { announce } from '../ui/live-region.js';

/** Copies a URL; its text says whether that succeeded. Renders nothing without a clipboard, as with plain http. */
export function CopyButton({ url, children, ...button }: ComponentProps<typeof Button> & { url: string }) {
  const [outcome, setOutcome] = useState<string>();
  if (navigator.clipboard === undefined) return null;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setOutcome('Link copied');
      announce('The link has been copied.');
    } catch {
      setOutcome('The link could not be copied');
      announce('The link could not be copied.');
    }
  };
  return (
    <Button {...button} onClick={() => void copy()}>
      {outcome ?? children}
    </Button>
  );
}
