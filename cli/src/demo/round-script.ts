import { HOLES, type CardEntry } from '@fairmark/scoring';
import { loop, markersAtStart } from './lobby-script.js';
import type { Round, Step } from './script.js';

/** Minutes that a hole takes, between two entries, and from the last putt to the signatures. */
const HOLE = 13;
const ENTRY = 0.2;
const SIGNING = 6;
/** After this hole the last player leaves, where the story says so. */
const LEAVES_AFTER = 8;
/** From this hole on the first card's marker writes nothing, where the story says so. */
const BEHIND_FROM = 14;
/** The hole that is put right on a reopened card is the first from here on that was played out. */
const CORRECTED_FROM = 10;
/** Whoever looks at the course now sees this many holes of its round. */
export const HOLES_SO_FAR = 10;

/** A round from the first tee to the signatures. `soFar`: how many steps until it is half played. */
export function roundScript(round: Round): { steps: Step[]; soFar: number } {
  const steps: Step[] = [];
  let markers: ReadonlyMap<number, number> = round.story === 'practice' ? new Map() : markersAtStart(round);
  let playing = round.players;
  let soFar = 0;
  for (let holeNumber = 1; holeNumber <= HOLES; holeNumber++) {
    steps.push(...holeScript(round, { holeNumber, playing, markers }));
    if (holeNumber === HOLES_SO_FAR) soFar = steps.length;
    const leaver = round.players.at(-1);
    if (round.story === 'withdrawal' && holeNumber === LEAVES_AFTER && leaver !== undefined) {
      steps.push({ minute: HOLE * holeNumber, by: leaver, call: { kind: 'withdraw' } });
      playing = round.players.slice(0, -1);
      // Two who are left mark each other; one who is left keeps his marker.
      markers = playing.length > 1 ? loop(playing, -1) : markers;
    }
  }
  steps.push(...signingScript(round, playing, markers));
  return { steps, soFar };
}

interface Hole {
  holeNumber: number;
  playing: readonly number[];
  markers: ReadonlyMap<number, number>;
}

/** Everybody enters his own score, then that of the card he keeps. */
function holeScript(round: Round, { holeNumber, playing, markers }: Hole): Step[] {
  const own = playing.map((whose) => ({ by: whose, whose, entry: entryOf(round, whose, holeNumber) }));
  const kept = playing.flatMap((whose) => {
    const by = markers.get(whose);
    const entry = markerEntry(round, whose, holeNumber);
    return by === undefined || entry === null ? [] : [{ by, whose, entry }];
  });
  return [...own, ...kept].map(({ by, whose, entry }, i) => ({
    minute: HOLE * (holeNumber - 1) + HOLE / 2 + ENTRY * i,
    by,
    call: { kind: 'score', whose, holeNumber, entry },
  }));
}

function entryOf({ players, entries }: Round, whose: number, holeNumber: number): CardEntry {
  const entry = entries[players.indexOf(whose)]?.[holeNumber - 1];
  if (entry === undefined) throw new RangeError(`Golfer ${whose} has no score on hole ${holeNumber}`);
  return entry;
}

/** What the marker writes down, null where he writes nothing. */
function markerEntry(round: Round, whose: number, holeNumber: number): CardEntry | null {
  const { story, slip } = round;
  if (whose === round.players[0]) {
    if (story === 'marker-behind' && holeNumber >= BEHIND_FROM) return null;
    const slipped = story === 'slip-repaired' || story === 'slip-left';
    if (slipped && slip?.holeNumber === holeNumber) return slip.entry;
  }
  return entryOf(round, whose, holeNumber);
}

/** What happens once everybody is in the clubhouse. */
function signingScript(round: Round, playing: readonly number[], markers: ReadonlyMap<number, number>): Step[] {
  const { story, slip } = round;
  const steps: Step[] = [];
  const does = (by: number, call: Step['call'], refused?: Step['refused']): void => {
    const minute = HOLE * HOLES + SIGNING + steps.length;
    steps.push(refused === undefined ? { minute, by, call } : { minute, by, call, refused });
  };
  const first = playing[0] ?? 0;
  const marker = markers.get(first);
  if (marker === undefined) return steps;
  const signs = (by: number, partner: number, refused?: Step['refused']): void =>
    does(by, { kind: 'sign', partner }, refused);

  if (slip !== null && (story === 'slip-repaired' || story === 'slip-left')) {
    signs(first, marker, 'SCORES_DONT_MATCH');
    if (story === 'slip-repaired') {
      const { holeNumber } = slip;
      does(marker, { kind: 'score', whose: first, holeNumber, entry: entryOf(round, first, holeNumber) });
    }
  }
  if (story === 'marker-behind') signs(first, marker, 'ROUND_NOT_COMPLETE_BY_MARKER');
  if (story === 'reopened') {
    signs(first, marker);
    does(marker, { kind: 'reopen', whose: first });
    const corrected = correction(round, first);
    if (corrected !== null) {
      does(first, { kind: 'score', whose: first, ...corrected });
      does(marker, { kind: 'score', whose: first, ...corrected });
    }
  }
  for (const [by, partner] of signatures(playing, markers)) {
    if (!staysOpen(round, { by, partner, first, marker })) signs(by, partner);
  }
  return steps;
}

/** Who signs with whom: each card by its player and by its marker; one signature with a partner is for both cards. */
function signatures(playing: readonly number[], markers: ReadonlyMap<number, number>): [number, number][] {
  const pairs = playing.flatMap((whose): [number, number][] => {
    const marker = markers.get(whose);
    return marker === undefined
      ? []
      : [
          [whose, marker],
          [marker, whose],
        ];
  });
  return [...new Map(pairs.map((pair) => [pair.join(), pair])).values()];
}

interface Signature {
  by: number;
  partner: number;
  first: number;
  marker: number;
}

/** Signatures that the story does without. */
function staysOpen({ story, slip }: Round, { by, partner, first, marker }: Signature): boolean {
  const asPlayer = by === first && partner === marker;
  const asMarker = by === marker && partner === first;
  if (story === 'player-unsigned') return asPlayer;
  if (story === 'marker-unsigned') return asMarker;
  const unsettled = story === 'marker-behind' || (story === 'slip-left' && slip !== null);
  return unsettled && (asPlayer || asMarker);
}

/** One stroke more on a hole that was played out. */
function correction(round: Round, whose: number): { holeNumber: number; entry: CardEntry } | null {
  for (let holeNumber = CORRECTED_FROM; holeNumber <= HOLES; holeNumber++) {
    const { strokes } = entryOf(round, whose, holeNumber);
    if (strokes !== null) return { holeNumber, entry: { strokes: strokes + 1, noScore: false } };
  }
  return null;
}
