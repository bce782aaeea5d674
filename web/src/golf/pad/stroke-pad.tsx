import { LIMITS } from '@fairmark/contract';
import { FORMATS, type CardEntry, type Format } from '@fairmark/scoring';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ManyStrokes } from './many-strokes.js';
import { resultKind } from '../score/score-texts.js';
import { Keys, PadKey, StrokeKey } from './stroke-key.js';
import { LAST_KEY, nextPlace } from './stroke-pad-keys.js';

/** Properties of {@link StrokePad}. */
export interface StrokePadProps {
  /** Whose strokes and for which hole; said, not shown. */
  legend: string;
  /** 3 to 6. */
  par: number;
  format: Format;
  /** Null: nothing is entered. */
  value: CardEntry | null;
  onPick: (value: CardEntry) => void;
  disabled?: boolean;
}

/**
 * The keys 1 to 12 and No Score, or 13+ in stroke play. One tap on any key records it. Nothing is chosen beforehand, and
 * arrow keys only move: a score is recorded by a tap, Enter or Space.
 */
export function StrokePad({ legend, par, format, value, onPick, disabled = false }: StrokePadProps) {
  const [place, setPlace] = useState<number | null>(null);
  const chosen = chosenPlace(value);
  const tabPlace = place ?? chosen ?? par - 1;
  return (
    <Keys
      role="radiogroup"
      aria-label={legend}
      aria-disabled={disabled || undefined}
      onKeyDown={moveFocus}
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
      <LastKey
        {...{ par, format, value, onPick, disabled }}
        tabIndex={tabPlace === LAST_KEY ? 0 : -1}
        onFocus={() => setPlace(LAST_KEY)}
      />
    </Keys>
  );
}

interface LastKeyProps extends Omit<StrokePadProps, 'legend'> {
  tabIndex: number;
  onFocus: () => void;
}

/** No Score; in stroke play, which has none, the way to more strokes than the pad has keys. */
function LastKey({ par, format, value, onPick, ...key }: LastKeyProps) {
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
  );
}

function lastKeyText(format: Format, beyond: number | null): string {
  if (FORMATS[format].noScore) return 'No Score';
  return beyond === null ? `${LIMITS.pickerStrokesMax + 1} or more` : `${beyond} strokes`;
}

/** Where the recorded value has its key; null while nothing is recorded. */
function chosenPlace(value: CardEntry | null): number | null {
  if (value === null) return null;
  return value.strokes !== null && value.strokes <= LIMITS.pickerStrokesMax ? value.strokes - 1 : LAST_KEY;
}

/** Arrows, Home and End move among the keys; they never press one. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const keys = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')];
  const from = keys.findIndex((key) => key === event.target);
  const to = from < 0 ? null : nextPlace(from, event.key);
  if (to === null) return;
  event.preventDefault();
  keys[to]?.focus();
}
