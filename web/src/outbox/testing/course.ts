import type { ScoreEntry } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';
import {
  EMPTY_BOX,
  isNewer,
  readBox,
  samePlace,
  sameValue,
  valueOf,
  writeBox,
  type Box,
  type MatchPlace,
  type Refusal,
  type SentScore,
} from '../box.js';
import { confirm, discard, keep, markSent, nextToSend, prune, record, refuse, unanswered } from '../waiting-scores.js';

/** A small model of a round on a course with bad reception, for the outbox to meet every delay and loss. */

const MATCH = 'match';
const GOLFER = 'golfer';
const LOG = 'log';

type AtPhone = 'tap' | 'decide' | 'send' | 'timeout' | 'reload' | 'ask';
type OnTheWay = 'arrive' | 'arriveAndLinger' | 'loseRequest' | 'answer' | 'loseAnswer' | 'fetched';

/** One step of a round. `phone` and `pick` are taken modulo what there is; a kind reads only some of these. */
export interface Step {
  kind: AtPhone | OnTheWay | 'sign' | 'reopen';
  phone: number;
  /** Several tabs may send in a browser without locks. */
  tab: number;
  pick: number;
  hole: number;
  value: CardEntry;
  /** Of a tap: the page was drawn before the last answer for this hole. Of a decision: to keep the own score. */
  flag: boolean;
}

interface Request {
  phone: number;
  tab: number;
  hole: number;
  sent: SentScore;
}

type Answer = (MatchPlace & { entry: ScoreEntry | null }) | Refusal;
type Answered = { request: Request; answer: Answer };
type View = MatchPlace & { holes: ReadonlyMap<number, ScoreEntry | null> };

/** Keeps one golfer's side of one card as the api does: idempotent by key, stale writes refused, a signed card closed. */
class ModelServer {
  readonly holes = new Map<number, ScoreEntry | null>();
  readonly log: { key: string; phone: number; hole: number; id: string | null; replaced: string | null }[] = [];
  /** By key. */
  readonly answers = new Map<string, { request: string; answer: Answer }>();
  signed = false;
  private revision = 0;

  score({ phone, hole, sent }: Request): Answer {
    const request = JSON.stringify([hole, sent]);
    const known = this.answers.get(sent.key);
    if (known !== undefined) {
      if (known.request !== request) throw new Error(`The key ${sent.key} was used for another request`);
      return known.answer;
    }
    const current = this.holes.get(hole) ?? null;
    const replaced = current?.id ?? null;
    if (!sameValue(valueOf(current), sent)) {
      if (this.signed) return { code: 'ROUND_SIGNED', message: 'signed' };
      if (replaced !== sent.replaces) return { code: 'SCORE_CHANGED', message: 'changed', current };
      const { key, strokes, noScore } = sent;
      const id = strokes === null && !noScore ? null : `entry-${this.revision + 1}`;
      this.holes.set(hole, id === null ? null : ({ id, holeNumber: hole, strokes, noScore } as ScoreEntry));
      this.log.push({ key, phone, hole, id, replaced });
    }
    this.revision += 1;
    const answer = { entry: this.holes.get(hole) ?? null, revision: String(this.revision), log: LOG };
    this.answers.set(sent.key, { request, answer });
    return answer;
  }

  view(): View {
    return { revision: String(this.revision), log: LOG, holes: new Map(this.holes) };
  }
}

/** A phone of the golfer, with what its storage holds: a reload loses the rest. */
class ModelPhone {
  /** The requests that wait for an answer, by tab. */
  readonly flying = new Map<number, Request>();
  /** Ids of the entries that the golfer has seen, by hole. */
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

  tap(hole: number, value: CardEntry, late: boolean): void {
    const drawn = late ? this.drawnBefore.get(hole) : undefined;
    const replaces = drawn === undefined ? this.shown(hole).id : drawn;
    this.drawnBefore.delete(hole);
    const place = { matchId: MATCH, userId: GOLFER, holeNumber: hole, by: GOLFER };
    const stamp = this.stamp();
    this.change((box) => record(box, { ...place, ...value, replaces }, stamp));
    const key = this.box.waiting.find((score) => samePlace(score, place))?.key ?? stamp.key;
    this.lastTap.set(hole, { value, key });
  }

  /** The request that a tab sends now, if there is one. */
  send(tab: number): Request[] {
    const next = nextToSend(this.box, GOLFER);
    if (next === null || this.flying.has(tab)) return [];
    this.change((box) => markSent(box, next));
    const { holeNumber, sent } = nextToSend(this.box, GOLFER)!;
    const request = { phone: this.number, tab, hole: holeNumber, sent: sent! };
    this.flying.set(tab, request);
    return [request];
  }

  timeOut(tab: number): void {
    const request = this.flying.get(tab);
    if (request !== undefined) this.change((box) => unanswered(box, request.sent.key));
    this.flying.delete(tab);
  }

  receive(request: Request, answer: Answer): void {
    const { tab, hole, sent } = request;
    if (this.flying.get(tab) !== request) return;
    this.flying.delete(tab);
    const score = this.box.waiting.find((one) => one.sent?.key === sent.key);
    const isRefused = 'code' in answer;
    const entry = isRefused ? (answer.current ?? null) : answer.entry;
    if (score !== undefined) {
      // An equal entry of another phone hides nothing from the golfer.
      if (!isRefused || sameValue(valueOf(entry), score)) this.noteShown(hole, entry?.id ?? null);
      this.drawnBefore.set(hole, this.shown(hole).id);
    }
    this.change((box) => (isRefused ? refuse(box, sent.key, answer) : confirm(box, sent.key, answer)));
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
    this.shownIds.set(hole, (this.shownIds.get(hole) ?? new Set()).add(id));
  }

  private stamp() {
    const key = this.keys();
    return { key, enteredAt: `2026-05-01T08:00:00.000Z ${key}` };
  }

  private change(change: (box: Box) => Box): void {
    this.box = readBox(writeBox(change(this.box))).box;
  }
}

/** The golfer's phones, the server, and everything in transit between them. */
export class Course {
  readonly server = new ModelServer();
  readonly phones: ModelPhone[];
  private readonly requests: Request[] = [];
  private readonly answers: Answered[] = [];
  private readonly views: { phone: ModelPhone; view: View }[] = [];
  private keys = 0;

  /** What each kind of step does. */
  private readonly steps: Record<Step['kind'], (step: Step, phone: ModelPhone) => void> = {
    tap: ({ hole, value, flag }, phone) => phone.tap(hole, value, flag),
    decide: ({ flag }, phone) => phone.decide(flag),
    send: ({ tab }, phone) => this.requests.push(...phone.send(tab)),
    timeout: ({ tab }, phone) => phone.timeOut(tab),
    reload: (_, phone) => phone.flying.clear(),
    ask: (_, phone) => this.views.push({ phone, view: this.server.view() }),
    fetched: ({ pick }) => takeAt(this.views, pick).forEach(({ phone, view }) => phone.fetched(view)),
    arrive: ({ pick }) => this.arrive(takeAt(this.requests, pick)),
    arriveAndLinger: ({ pick }) => {
      const requests = takeAt(this.requests, pick);
      this.arrive(requests);
      this.requests.push(...requests);
    },
    loseRequest: ({ pick }) => takeAt(this.requests, pick),
    answer: ({ pick }) => takeAt(this.answers, pick).forEach((answered) => this.deliver(answered)),
    loseAnswer: ({ pick }) => takeAt(this.answers, pick),
    sign: () => (this.server.signed = true),
    reopen: () => (this.server.signed = false),
  };

  constructor(phones: number) {
    const key = (): string => `key-${(this.keys += 1)}`;
    this.phones = Array.from({ length: phones }, (_, number) => new ModelPhone(number, key));
  }

  apply(step: Step): void {
    this.steps[step.kind](step, this.phones[step.phone % this.phones.length]!);
  }

  /** Reception is back: everything that waits is sent and answered. */
  settle(): void {
    for (const phone of this.phones) {
      phone.flying.clear();
      for (let tries = 0; nextToSend(phone.box, GOLFER) !== null; tries += 1) {
        if (tries > 500) throw new Error('Sending does not end');
        for (const request of phone.send(0)) phone.receive(request, this.server.score(request));
      }
      phone.fetched(this.server.view());
    }
  }

  /** Requests that were thought lost arrive after all, whether or not the phone still listens. */
  lateArrivals(): void {
    for (const request of this.requests.splice(0)) this.server.score(request);
    for (const phone of this.phones) phone.fetched(this.server.view());
  }

  private arrive(requests: readonly Request[]): void {
    for (const request of requests) this.answers.push({ request, answer: this.server.score(request) });
  }

  private deliver({ request, answer }: Answered): void {
    this.phones[request.phone]!.receive(request, answer);
  }
}

/** Takes one element out of a list, if it has any. */
function takeAt<T>(list: T[], pick: number): T[] {
  return list.length === 0 ? [] : list.splice(pick % list.length, 1);
}
