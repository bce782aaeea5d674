import styled from '@emotion/styled';
import { useEffect, useRef } from 'react';
import { Sheet } from '../../ui/overlays/dialogs.js';
import { whichPhone, type Phone } from './which-phone.js';

/** How long the drawer stays unless the golfer turns to it, in milliseconds. */
const CLOSES_AFTER_MS = 3_000;

/** Whatever shows that it is being read or used. */
const INTEREST = ['pointerover', 'pointerdown', 'keydown', 'scroll'] as const;

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
  /** Should keep its identity: the time runs anew with another one. */
  onOpenChange: (open: boolean) => void;
  /** It closes after 3 seconds without a touch; opened by a press it stays. */
  passing: boolean;
}

/** The drawer "Add to Home Screen": how to have Fairmark on the phone like an app. */
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

/** Closes the dialog around it when its time is over; any sign of interest stops the time for good. */
function Passing({ onOver }: { onOver: (open: false) => void }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = place.current?.closest('[role="dialog"]') ?? document;
    const timer = setTimeout(() => onOver(false), CLOSES_AFTER_MS);
    const stay = () => clearTimeout(timer);
    for (const sign of INTEREST) dialog.addEventListener(sign, stay, { capture: true, passive: true });
    return () => {
      stay();
      for (const sign of INTEREST) dialog.removeEventListener(sign, stay, { capture: true });
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
