import styled from '@emotion/styled';
import { Fragment, useEffect, useEffectEvent, useRef } from 'react';
import { Sheet, type OpenState } from '../../ui/overlays/dialogs.js';

/** How long the drawer stays open unless the golfer interacts with it. */
const CLOSES_AFTER_MS = 3_000;

/** Events that show that it is being read or used. */
const INTERACTIONS = ['pointerover', 'pointerdown', 'keydown', 'scroll'] as const;

const Steps = styled.ol`
  display: grid;
  gap: var(--space-3);
  margin-top: var(--space-3);
  padding-left: 1.5em;
  list-style: decimal;
  & + h3 {
    margin-top: var(--space-6);
  }
`;

const HOW_TO = [
  {
    phone: 'iPhone and iPad',
    steps: ['Open Fairmark in Safari.', 'Tap Share, the square with an arrow.', 'Choose Add to Home Screen, then Add.'],
  },
  {
    phone: 'Android',
    steps: [
      'Open Fairmark in Chrome.',
      'Tap the menu, the three dots.',
      'Choose Add to Home screen, then Add or Install.',
    ],
  },
];

interface HomeScreenProps extends OpenState {
  /** Whether it closes after 3 seconds without interaction; opened by a press it stays. */
  passing: boolean;
}

/** The drawer "Add to Home Screen", which explains how to install Fairmark. */
export function HomeScreen({ passing, ...sheet }: HomeScreenProps) {
  return (
    <Sheet {...sheet} title="Add to Home Screen" description="Open Fairmark like an app, straight from your phone.">
      {passing && <Passing onOver={() => sheet.onOpenChange(false)} />}
      <div>
        {howTo(navigator).map(({ phone, steps }) => (
          <Fragment key={phone}>
            <h3 style={{ fontSize: 'var(--text-18)' }}>{phone}</h3>
            <Steps>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </Steps>
          </Fragment>
        ))}
      </div>
    </Sheet>
  );
}

/** Closes the surrounding dialog after a timeout; any interaction cancels the timeout for good. */
function Passing({ onOver }: { onOver: () => void }) {
  const place = useRef<HTMLSpanElement>(null);
  const close = useEffectEvent(onOver);
  useEffect(() => {
    const dialog = place.current?.closest('[role="dialog"]');
    const timer = setTimeout(() => close(), CLOSES_AFTER_MS);
    const stay = () => clearTimeout(timer);
    // They end with the dialog.
    for (const event of INTERACTIONS) dialog?.addEventListener(event, stay, { capture: true, passive: true });
    return stay;
  }, []);
  return <span ref={place} hidden />;
}

/** How to install on this phone; elsewhere on any. An iPad claims to be a Macintosh, but has touch points. */
export function howTo({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>) {
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  if (isApple) return HOW_TO.slice(0, 1);
  return /Android/.test(userAgent) ? HOW_TO.slice(1) : HOW_TO;
}
