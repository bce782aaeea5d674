import styled from '@emotion/styled';
import { useEffect, useRef } from 'react';
import { Sheet } from '../../ui/overlays/dialogs.js';
import { whichPhone, type Phone } from './which-phone.js';

/** How long the drawer stays open unless the golfer interacts with it. */
const CLOSES_AFTER_MS = 3_000;

/** Events that show that it is being read or used. */
const INTERACTIONS = ['pointerover', 'pointerdown', 'keydown', 'scroll'] as const;

const Steps = styled.ol`
  display: grid;
  gap: var(--space-3);
  padding-left: 1.5em;
  list-style: decimal;
  & + h3 {
    margin-top: var(--space-6);
  }
`;

const Kind = styled.h3`
  margin-bottom: var(--space-3);
  font-size: var(--text-18);
`;

interface HomeScreenProps {
  open: boolean;
  /** Must be stable: a new function restarts the timer. */
  onOpenChange: (open: boolean) => void;
  /** Whether it closes after 3 seconds without interaction; opened by a press it stays. */
  passing: boolean;
}

/** The drawer "Add to Home Screen", which explains how to install Fairmark. */
export function HomeScreen({ open, onOpenChange, passing }: HomeScreenProps) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Add to Home Screen"
      description="Open Fairmark like an app, straight from your phone."
    >
      {passing && <Passing onOver={onOpenChange} />}
      <HowTo phone={whichPhone(navigator.userAgent, navigator.maxTouchPoints)} />
    </Sheet>
  );
}

/** Closes the surrounding dialog after a timeout; any interaction cancels the timeout for good. */
function Passing({ onOver }: { onOver: (open: false) => void }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = place.current?.closest('[role="dialog"]') ?? document;
    const timer = setTimeout(() => onOver(false), CLOSES_AFTER_MS);
    const stay = () => clearTimeout(timer);
    for (const event of INTERACTIONS) dialog.addEventListener(event, stay, { capture: true, passive: true });
    return () => {
      stay();
      for (const event of INTERACTIONS) dialog.removeEventListener(event, stay, { capture: true });
    };
  }, [onOver]);
  return <span ref={place} hidden />;
}

function HowTo({ phone }: { phone: Phone }) {
  return (
    <>
      {phone !== 'android' && (
        <>
          <Kind>iPhone and iPad</Kind>
          <Steps>
            <li>Open Fairmark in Safari.</li>
            <li>Tap Share, the square with an arrow.</li>
            <li>Choose Add to Home Screen, then Add.</li>
          </Steps>
        </>
      )}
      {phone !== 'ios' && (
        <>
          <Kind>Android</Kind>
          <Steps>
            <li>Open Fairmark in Chrome.</li>
            <li>Tap the menu, the three dots.</li>
            <li>Choose Add to Home screen, then Add or Install.</li>
          </Steps>
        </>
      )}
    </>
  );
}
