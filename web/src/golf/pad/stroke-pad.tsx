import { LIMITS } from '@fairmark/contract';
import { FORMATS, type CardEntry, type Format } from '@fairmark/scoring';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { ManyStrokes } from './many-strokes.js';
import { resultKind } from '../score/score-texts.js';
import { Keys, PadKey, StrokeKey } from './stroke-key.js';
import { LAST_KEY, nextPlace, strokesOfDigits } from './stroke-pad-keys.js';

export interface StrokePadProps {
  /** Whose strokes and which hole; for screen readers only. */
  legend: string;
  par: number;
  format: Format;
  value: CardEntry | null;
  onPick: (value: CardEntry) => void;
  disabled?: boolean;
  children?: ReactNode;
}

/**
 * The keys 1 to 12 and No Score, or 13+ in stroke play. One tap on a key records it, and so do digits typed while the
 * pad has the focus. Nothing is preselected, and arrow keys only move the focus.
 */
export function StrokePad({ legend, par, format, value, onPick, disabled = false, children }: StrokePadProps) {
  const [place, setPlace] = useState<number | null>(null);
  const chosen = chosenPlace(value);
  const tabPlace = place ?? chosen ?? par - 1;
  const digits = useDigits((strokes) => onPick({ strokes, noScore: false }));
  const pick = (value: CardEntry): void => {
    digits.forget();
    onPick(value);
  };
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (/^\d$/.test(event.key)) {
      if (!disabled && isPlain(event) && !ignoresInput(event)) digits.type(event.key);
    } else if (isPress(event) && (ignoresInput(event) || digits.settle())) event.preventDefault();
    else moveFocus(event);
  };
  return (
    <Keys
      role="group"
      aria-label={legend}
      aria-disabled={disabled || undefined}
      data-pad=""
      tabIndex={-1}
      onKeyDown={press}
      onBlur={() => {
        setPlace(null);
        digits.settle();
      }}
    >
      {Array.from({ length: LIMITS.pickerStrokesMax }, (_, index) => (
        <StrokeKey
          key={index}
          strokes={index + 1}
          par={par}
          chosen={chosen === index}
          disabled={disabled}
          tabIndex={tabPlace === index ? 0 : -1}
          onFocus={() => setPlace(index)}
          onClick={() => pick({ strokes: index + 1, noScore: false })}
        />
      ))}
      <LastRow
        // Without what was typed for another hole or card, or before the change was cancelled.
        key={`${legend} ${disabled}`}
        {...{ par, format, value, disabled }}
        onPick={pick}
        tabIndex={tabPlace === LAST_KEY ? 0 : -1}
        onFocus={() => setPlace(LAST_KEY)}
      >
        {children}
      </LastRow>
    </Keys>
  );
}

interface LastRowProps extends Omit<StrokePadProps, 'legend'> {
  tabIndex: number;
  onFocus: () => void;
}

/** No Score, or in stroke play 13+, which opens a field; with the children beside it. */
function LastRow({ par, format, value, onPick, children, ...key }: LastRowProps) {
  const [typing, setTyping] = useState(false);
  const isRestoring = useRef(false);
  const chosen = chosenPlace(value) === LAST_KEY;
  const beyond = chosen ? (value?.strokes ?? null) : null;
  const close = (): void => {
    isRestoring.current = true;
    setTyping(false);
  };
  const restoreFocus = (button: HTMLButtonElement | null): void => {
    if (isRestoring.current) button?.focus();
    isRestoring.current = false;
  };
  const save = (strokes: number): void => {
    close();
    onPick({ strokes, noScore: false });
  };
  if (typing) return <ManyStrokes initial={beyond} onCancel={close} onSave={save} />;
  return (
    <>
      <PadKey
        {...key}
        ref={restoreFocus}
        chosen={chosen}
        data-last="true"
        data-result={resultKind({ strokes: beyond, noScore: chosen && beyond === null, par })}
        onClick={() => (FORMATS[format].noScore ? onPick({ strokes: null, noScore: true }) : setTyping(true))}
      >
        {lastKeyText(format, beyond)}
      </PadKey>
      {children !== undefined && <div data-beside="">{children}</div>}
    </>
  );
}

function lastKeyText(format: Format, beyond: number | null): string {
  if (FORMATS[format].noScore) return 'No Score';
  return beyond === null ? `${LIMITS.pickerStrokesMax + 1}+` : `${beyond} strokes`;
}

function chosenPlace(value: CardEntry | null): number | null {
  if (value === null) return null;
  return value.strokes !== null && value.strokes <= LIMITS.pickerStrokesMax ? value.strokes - 1 : LAST_KEY;
}

const isPress = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' ';

/** Whether the pad ignores input for a moment: a double press would score for the next player. */
function ignoresInput({ currentTarget }: KeyboardEvent): boolean {
  return getComputedStyle(currentTarget).pointerEvents === 'none';
}

/** Whether a key press is no browser shortcut, no key repeat, and not typed into the field for many strokes. */
function isPlain({ altKey, ctrlKey, metaKey, repeat, target }: KeyboardEvent): boolean {
  return !altKey && !ctrlKey && !metaKey && !repeat && !(target instanceof HTMLInputElement);
}

/** Arrows, Home and End move the focus without pressing a key. A held Enter presses only once. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
  const keys = [...event.currentTarget.querySelectorAll<HTMLElement>('[aria-pressed]')];
  const from = keys.findIndex((key) => key === event.target);
  const to = from < 0 ? null : nextPlace(from, event.key);
  if (to === null) return;
  event.preventDefault();
  keys[to]?.focus();
}

/** How long a typed 1 waits for a second digit: 10, 11 or 12. */
const SECOND_DIGIT_MS = 500;

/** A typed 1 that waits. `enter` applies to the hole and card on which it was typed. */
interface Waiting {
  timer: ReturnType<typeof setTimeout>;
  enter: () => void;
}

/** Typed strokes: a 1 may be the first of two digits. Digits that do not form a number of strokes are dropped. */
function useDigits(onStrokes: (strokes: number) => void) {
  const pending = useRef<Waiting | null>(null);
  const forget = (): void => {
    clearTimeout(pending.current?.timer);
    pending.current = null;
  };
  return {
    type: (digit: string): void => {
      const typed = pending.current === null ? digit : `1${digit}`;
      forget();
      const strokes = strokesOfDigits(typed);
      if (strokes !== 1) {
        if (strokes !== null) onStrokes(strokes);
        return;
      }
      const enter = (): void => {
        forget();
        onStrokes(1);
      };
      pending.current = { timer: setTimeout(enter, SECOND_DIGIT_MS), enter };
    },
    /** Enters a waiting 1; returns whether there was one. */
    settle: (): boolean => {
      const waits = pending.current !== null;
      pending.current?.enter();
      return waits;
    },
    forget,
  };
}
