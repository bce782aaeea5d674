import { LIMITS } from '@fairmark/contract';
import { FORMATS, type CardEntry, type Format } from '@fairmark/scoring';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { ManyStrokes } from './many-strokes.js';
import { resultKind } from '../score/score-texts.js';
import { Keys, PadKey, StrokeKey } from './stroke-key.js';
import { LAST_KEY, nextPlace, strokesOfDigit } from './stroke-pad-keys.js';

export interface StrokePadProps {
  /** Whose strokes and for which hole; said, not shown. */
  legend: string;
  par: number;
  format: Format;
  /** Null: nothing is entered. */
  value: CardEntry | null;
  onPick: (value: CardEntry) => void;
  disabled?: boolean;
  children?: ReactNode;
}

/** The keys 1 to 12 and No Score, or 13+ in stroke play. One tap or digit records; nothing is chosen beforehand, arrows only move. */
export function StrokePad({ legend, par, format, value, onPick, disabled = false, children }: StrokePadProps) {
  const [place, setPlace] = useState<number | null>(null);
  const chosen = chosenPlace(value);
  const tabPlace = place ?? chosen ?? par - 1;
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const strokes = strokesOfDigit(event.key);
    if (strokes === null) moveFocus(event);
    else if (!disabled && isPlain(event)) onPick({ strokes, noScore: false });
  };
  return (
    <Keys
      role="group"
      aria-label={legend}
      aria-disabled={disabled || undefined}
      data-pad=""
      tabIndex={-1}
      onKeyDown={press}
      onBlur={() => setPlace(null)}
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
          onClick={() => onPick({ strokes: index + 1, noScore: false })}
        />
      ))}
      <LastRow
        key={legend}
        {...{ par, format, value, onPick, disabled }}
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

/** No Score, or in stroke play, which has none, the way to more strokes than the pad has keys; and what stands beside it. */
function LastRow({ par, format, value, onPick, children, ...key }: LastRowProps) {
  const [typing, setTyping] = useState(false);
  const cameBack = useRef(false);
  const chosen = chosenPlace(value) === LAST_KEY;
  const beyond = chosen ? (value?.strokes ?? null) : null;
  const close = (): void => {
    cameBack.current = true;
    setTyping(false);
  };
  const focusAgain = (button: HTMLButtonElement | null): void => {
    if (cameBack.current) button?.focus();
    cameBack.current = false;
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
        ref={focusAgain}
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

/** Where the recorded value has its key; null while nothing is recorded. */
function chosenPlace(value: CardEntry | null): number | null {
  if (value === null) return null;
  return value.strokes !== null && value.strokes <= LIMITS.pickerStrokesMax ? value.strokes - 1 : LAST_KEY;
}

/** Not a shortcut of the browser, not a key that is held down, and not typed into the field for many strokes. */
function isPlain({ altKey, ctrlKey, metaKey, repeat, target }: KeyboardEvent): boolean {
  return !altKey && !ctrlKey && !metaKey && !repeat && !(target instanceof HTMLInputElement);
}

/** Arrows, Home and End move among the keys; they never press one. A key that is held down presses once. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
  const keys = [...event.currentTarget.querySelectorAll<HTMLElement>('[aria-pressed]')];
  const from = keys.findIndex((key) => key === event.target);
  const to = from < 0 ? null : nextPlace(from, event.key);
  if (to === null) return;
  event.preventDefault();
  keys[to]?.focus();
}
