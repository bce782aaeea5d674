import type { ScoreEntry } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';
import {
  EMPTY_BOX,
  isNewer,
  readBox,
  sameValue,
  samePlace,
  valueOf,
  writeBox,
  type Box,
  type Refusal,
  type SentScore,
} from '../box.js';
import { confirm, discard, keep, markSent, nextToSend, record, refuse, prune, unanswered } from '../waiting-scores.js';

/** A small model of the server and of phones, for the outbox to meet every delay and loss of a course. */

export const MATCH = 'match';
export const GOLFER = 'golfer';
const LOG = 'log';

export type ServerAnswer =
  | { ok: true; entry: ScoreEntry | null; revision: string; log: string }
  | { ok: false; refusal: Refusal };

interface Written {
  key: string;
  phone: number;
  hole: number;
  id: string | null;
  replaced: string | null;
  value: CardEntry;
}

/** Keeps one golfer's side of one card as the api does: idempotent by key, stale writes refused, a signed card closed. */
export class ModelServer {
  readonly log: Written[] = [];
  readonly holes = new Map<number, ScoreEntry | null>();
  signed = false;
  private revision = 0;
  private readonly known = new Map<string, { content: string; answer: ServerAnswer }>();

  score(phone: number, hole: number, sent: SentScore): ServerAnswer {
    const content = JSON.stringify([hole, sent.strokes, sent.noScore, sent.replaces, sent.enteredAt]);
    const known = this.known.get(sent.key);
    if (known !== undefined) {
      if (known.content !== content) throw new Error(`The key ${sent.key} was used for another request`);
      return known.answer;
    }
    const current = this.holes.get(hole) ?? null;
    if (!sameValue(valueOf(current), sent)) {
      if (this.signed) return refusedWith('ROUND_SIGNED');
      if ((current?.id ?? null) !== sent.replaces) return refusedWith('SCORE_CHANGED', current);
      this.write(phone, hole, sent);
    }
    this.revision += 1;
    const answer: ServerAnswer = {
      ok: true,
      entry: this.holes.get(hole) ?? null,
      revision: String(this.revision),
      log: LOG,
    };
    this.known.set(sent.key, { content, answer });
    return answer;
  }

  knows(key: string): boolean {
    return this.known.has(key);
  }

  view(): View {
    return { revision: String(this.revision), log: LOG, holes: new Map(this.holes) };
  }

  private write(phone: number, hole: number, { key, strokes, noScore }: SentScore): void {
    const replaced = this.holes.get(hole)?.id ?? null;
    const id = strokes === null && !noScore ? null : `entry-${this.revision + 1}`;
    this.holes.set(hole, id === null ? null : ({ id, holeNumber: hole, strokes, noScore } as ScoreEntry));
    this.log.push({ key, phone, hole, id, replaced, value: { strokes, noScore } });
  }
}

export interface View {
  revision: string;
  log: string;
  holes: ReadonlyMap<number, ScoreEntry | null>;
}

/** A phone of the golfer, with what its storage holds: a reload loses the rest. */
export class ModelPhone {
  /** Requests in flight, by sender: several tabs may send in a browser without locks. */
  readonly flying = new Map<number, { attempt: number; key: string }>();
  readonly shownIds = new Map<number, Set<string | null>>();
  readonly lastTap = new Map<number, { value: CardEntry; key: string }>();
  private readonly drawnBefore = new Map<number, string | null>();
  /** As read from storage, which is text. */
  box: Box = EMPTY_BOX;
  private view: View = { revision: '0', log: LOG, holes: new Map() };

  constructor(
    readonly number: number,
    private readonly keys: () => string,
  ) {}

  /** @param late the page was drawn before the last answer for this hole */
  tap(hole: number, value: CardEntry, late: boolean): void {
    const drawn = late ? this.drawnBefore.get(hole) : undefined;
    const id = drawn === undefined ? this.shown(hole).id : drawn;
    this.drawnBefore.delete(hole);
    const place = { matchId: MATCH, userId: GOLFER, holeNumber: hole, by: GOLFER };
    const stamp = this.stamp();
    this.change((box) => record(box, { ...place, ...value, replaces: id }, stamp));
    const key = this.box.waiting.find((score) => samePlace(score, place))?.key ?? stamp.key;
    this.lastTap.set(hole, { value, key });
  }

  /** The request that a sender sends now, null for none. */
  nextRequest(): { hole: number; sent: SentScore } | null {
    const next = nextToSend(this.box, GOLFER);
    if (next === null) return null;
    this.change((box) => markSent(box, next));
    const { holeNumber, sent } = nextToSend(this.box, GOLFER) ?? next;
    return sent === null ? null : { hole: holeNumber, sent };
  }

  receive(key: string, answer: ServerAnswer): void {
    const score = this.box.waiting.find(({ sent }) => sent?.key === key);
    const entry = answer.ok ? answer.entry : (answer.refusal.current ?? null);
    // An equal entry of another phone hides nothing from the golfer.
    if (score !== undefined && (answer.ok || sameValue(valueOf(entry), score))) {
      this.noteShown(score.holeNumber, entry?.id ?? null);
    }
    if (score !== undefined) this.drawnBefore.set(score.holeNumber, this.shown(score.holeNumber).id);
    this.change((box) => (answer.ok ? confirm(box, key, answer) : refuse(box, key, answer.refusal)));
  }

  timeOut(key: string): void {
    this.change((box) => unanswered(box, key));
  }

  fetched(view: View): void {
    if (isNewer(this.view, view)) return;
    this.view = view;
    this.drawnBefore.clear();
    this.change((box) => prune(box, MATCH, view));
  }

  /** The golfer decides about the first refused score, if there is one. */
  decide(mine: boolean): void {
    const score = this.box.waiting.find(({ state }) => state === 'refused');
    if (score === undefined) return;
    const { key, holeNumber, refusal } = score;
    this.noteShown(holeNumber, refusal?.current?.id ?? null);
    const stamp = this.stamp();
    this.change((box) => (mine ? keep(box, key, stamp) : discard(box, key)));
    if (mine) this.lastTap.set(holeNumber, { value: valueOf(score), key: stamp.key });
    else this.lastTap.delete(holeNumber);
  }

  /** What the page shows by the rules of the overlay. */
  shown(hole: number): { id: string | null; value: CardEntry } {
    const { waiting, confirmed } = this.box;
    const own = waiting.find(({ holeNumber, state }) => holeNumber === hole && state === 'waiting');
    if (own !== undefined) return { id: own.key, value: valueOf(own) };
    const newer = confirmed.find((score) => score.holeNumber === hole && isNewer(score, this.view));
    const entry = newer === undefined ? (this.view.holes.get(hole) ?? null) : newer.entry;
    this.noteShown(hole, entry?.id ?? null);
    return { id: entry?.id ?? null, value: valueOf(entry) };
  }

  private noteShown(hole: number, id: string | null): void {
    const ids = this.shownIds.get(hole) ?? new Set();
    this.shownIds.set(hole, ids.add(id));
  }

  private stamp() {
    const key = this.keys();
    return { key, enteredAt: `2026-05-01T08:00:00.000Z ${key}` };
  }

  private change(change: (box: Box) => Box): void {
    const { box } = readBox(writeBox(change(this.box)));
    this.box = box;
  }
}

function refusedWith(code: Refusal['code'], current?: ScoreEntry | null): ServerAnswer {
  return { ok: false, refusal: { code, message: code, current } };
}
