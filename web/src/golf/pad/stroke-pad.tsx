import { LIMITS } from '@fairmark/contract';
import { FORMATS, type CardEntry, type Format } from '@fairmark/scoring';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { keyText, resultKind } from '../score/score-texts.js';
import { Keys, ManyStrokes, PAD_COLUMNS, PadKey } from './pad-parts.js';

export interface StrokePadProps {
  /** Whose strokes and which hole; for screen readers only. */
  legend: string;
  /** Id of the card's player, whose name another one may share. */
  player?: string;
  par: number;
  format: Format;
  value: CardEntry | null;
  onPick: (value: CardEntry) => void;
  disabled?: boolean;
  children?: ReactNode;
}

/** Place of the last key, No Score or 13+, after the numbers; key "1" is at 0. */
const LAST = LIMITS.pickerStrokesMax;

/**
 * The keys 1 to 12 and No Score, or in stroke play 13+, which opens a field. One tap on a key records it, and so do
 * digits typed while the pad has the focus. Nothing is preselected, and arrow keys only move the focus.
 */
export function StrokePad({ legend, player, par, format, value, onPick, disabled = false, children }: StrokePadProps) {
  const [place, setPlace] = useState<number | null>(null);
  // The field is for one hole and card, and closes when the change is cancelled.
  const shown = `${player} ${legend} ${disabled}`;
  const [fieldFor, setFieldFor] = useState<string | null>(null);
  if (fieldFor !== null && fieldFor !== shown) setFieldFor(null);
  const last = useRef<HTMLButtonElement>(null);
  const chosen = chosenPlace(value);
  const beyond = chosen === LAST ? (value?.strokes ?? null) : null;
  const { noScore } = FORMATS[format];
  const digits = useDigits((strokes) => onPick({ strokes, noScore: false }));
  const pick = (strokes: number | null): void => {
    digits.forget();
    onPick({ strokes, noScore: strokes === null });
  };
  const closeField = (): void => {
    flushSync(() => setFieldFor(null));
    last.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape' && fieldFor !== null) {
      event.stopPropagation();
      closeField();
    } else if (/^\d$/.test(event.key)) {
      if (!disabled && isPlain(event) && !ignoresInput(event)) digits.type(event.key);
    } else if (/^(Enter| )$/.test(event.key) && (ignoresInput(event) || digits.settle())) event.preventDefault();
    else moveFocus(event);
  };
  const keyAt = (at: number) => ({
    chosen: chosen === at,
    disabled,
    tabIndex: (place ?? chosen ?? par - 1) === at ? 0 : -1,
    onFocus: () => setPlace(at),
  });
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
      {Array.from({ length: LAST }, (_, index) => index + 1).map((strokes) => (
        <PadKey
          key={strokes}
          {...keyAt(strokes - 1)}
          data-par={strokes === par}
          data-result={resultKind({ strokes, par })}
          onClick={() => pick(strokes)}
        >
          <strong>{strokes}</strong> <small>{keyText(strokes, par)}</small>
        </PadKey>
      ))}
      {fieldFor === shown ? (
        <ManyStrokes
          initial={beyond}
          onCancel={closeField}
          onSave={(strokes) => {
            closeField();
            pick(strokes);
          }}
        />
      ) : (
        <>
          <PadKey
            {...keyAt(LAST)}
            ref={last}
            data-last="true"
            data-result={resultKind({ strokes: beyond, noScore: chosen === LAST && beyond === null, par })}
            onClick={() => (noScore ? pick(null) : setFieldFor(shown))}
          >
            {noScore ? 'No Score' : beyond === null ? `${LAST + 1}+` : `${beyond} strokes`}
          </PadKey>
          {children !== undefined && <div data-beside="">{children}</div>}
        </>
      )}
    </Keys>
  );
}

function chosenPlace(value: CardEntry | null): number | null {
  if (value === null) return null;
  return value.strokes !== null && value.strokes <= LAST ? value.strokes - 1 : LAST;
}

/** Whether the pad ignores input for a moment: a double press would score for the next player. */
function ignoresInput({ currentTarget }: KeyboardEvent): boolean {
  return getComputedStyle(currentTarget).pointerEvents === 'none';
}

/** Whether a key press is no browser shortcut, no key repeat, and not typed into the field for many strokes. */
function isPlain({ altKey, ctrlKey, metaKey, repeat, target }: KeyboardEvent): boolean {
  return !altKey && !ctrlKey && !metaKey && !repeat && !(target instanceof HTMLInputElement);
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -PAD_COLUMNS,
  ArrowDown: PAD_COLUMNS,
  End: LAST,
};

/** Arrows, Home and End move the focus without pressing a key or wrapping. A held Enter presses only once. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
  const keys = [...event.currentTarget.querySelectorAll<HTMLElement>('[aria-pressed]')];
  const from = keys.findIndex((key) => key === event.target);
  const step = event.key === 'Home' ? -from : STEPS[event.key];
  if (from < 0 || step === undefined) return;
  event.preventDefault();
  const to = Math.min(LAST, from + step);
  keys[to < 0 ? from : to]?.focus();
}

/** How long a typed 1 waits for a second digit: 10, 11 or 12. */
const SECOND_DIGIT_MS = 500;

/** Typed strokes: a 1 may be the first of two digits. Digits that do not form a number of strokes are dropped. */
function useDigits(onStrokes: (strokes: number) => void) {
  /** Enters a typed 1 that waits, on the hole and card on which it was typed. */
  const waiting = useRef<(() => void) | null>(null);
  const forget = (): void => void (waiting.current = null);
  /** Enters a waiting 1; returns whether there was one. */
  const settle = (): boolean => {
    const enter = waiting.current;
    forget();
    enter?.();
    return enter !== null;
  };
  const type = (digit: string): void => {
    const typed = waiting.current === null ? digit : `1${digit}`;
    forget();
    const strokes = typed === '0' ? 10 : Number(typed);
    const enter = (): void => onStrokes(strokes);
    if (strokes === 1) {
      waiting.current = enter;
      setTimeout(() => waiting.current === enter && settle(), SECOND_DIGIT_MS);
    } else if (strokes <= LAST) enter();
  };
  return { type, settle, forget };
}
