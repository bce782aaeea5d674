import type { CardEntry } from '@fairmark/scoring';
import { GOLFER, ModelPhone, ModelServer, type ServerAnswer, type View } from './model.js';
import type { SentScore } from '../box.js';
import { nextToSend } from '../waiting-scores.js';

/** One step of a run. `phone`, `tab` and `pick` are taken modulo what there is. */
export type Step =
  | { kind: 'tap'; phone: number; hole: number; value: CardEntry; late: boolean }
  | { kind: 'send' | 'timeout'; phone: number; tab: number }
  | { kind: 'reload' | 'ask'; phone: number }
  | { kind: 'decide'; phone: number; mine: boolean }
  | { kind: 'arrive' | 'arriveAndLinger' | 'loseRequest' | 'answer' | 'loseAnswer' | 'fetched'; pick: number }
  | { kind: 'sign' | 'reopen' };

interface Flight {
  phone: number;
  tab: number;
  attempt: number;
  hole: number;
  sent: SentScore;
}

/** A round on a course with bad reception: phones, the server, and everything in transit between them. */
export class Course {
  readonly server = new ModelServer();
  readonly phones: ModelPhone[];
  private requests: Flight[] = [];
  private answers: (Flight & { answer: ServerAnswer })[] = [];
  private views: { phone: number; view: View }[] = [];
  private attempts = 0;
  private keys = 0;

  constructor(phones: number) {
    const key = (): string => `key-${(this.keys += 1)}`;
    this.phones = Array.from({ length: phones }, (_, number) => new ModelPhone(number, key));
  }

  apply(step: Step): void {
    if ('phone' in step) this.atPhone(step, this.phones[step.phone % this.phones.length]!);
    else if ('pick' in step) this.between(step);
    else this.server.signed = step.kind === 'sign';
  }

  /** Reception is back: everything that waits is sent and answered. */
  settle(): void {
    for (const phone of this.phones) {
      phone.flying.clear();
      for (let tries = 0; nextToSend(phone.box, GOLFER) !== null; tries += 1) {
        if (tries > 500) throw new Error('Sending does not end');
        const request = phone.nextRequest()!;
        phone.receive(request.sent.key, this.server.score(phone.number, request.hole, request.sent));
      }
      phone.fetched(this.server.view());
    }
  }

  /** Requests that were thought lost arrive after all, whether or not the phone still listens. */
  lateArrivals(): void {
    for (const { phone, hole, sent } of this.requests) this.server.score(phone, hole, sent);
    this.requests = [];
    for (const phone of this.phones) phone.fetched(this.server.view());
  }

  private atPhone(step: Extract<Step, { phone: number }>, phone: ModelPhone): void {
    switch (step.kind) {
      case 'tap':
        return phone.tap(step.hole, step.value, step.late);
      case 'decide':
        return phone.decide(step.mine);
      case 'ask':
        this.views.push({ phone: phone.number, view: this.server.view() });
        return;
      case 'reload':
        return phone.flying.clear();
      case 'send':
        return this.send(phone, step.tab);
      case 'timeout': {
        const flight = phone.flying.get(step.tab);
        if (flight !== undefined) phone.timeOut(flight.key);
        phone.flying.delete(step.tab);
      }
    }
  }

  private send(phone: ModelPhone, tab: number): void {
    if (phone.flying.has(tab)) return;
    const request = phone.nextRequest();
    if (request === null) return;
    this.attempts += 1;
    phone.flying.set(tab, { attempt: this.attempts, key: request.sent.key });
    this.requests.push({ phone: phone.number, tab, attempt: this.attempts, ...request });
  }

  private between({ kind, pick }: Extract<Step, { pick: number }>): void {
    if (kind === 'fetched') {
      const fetched = takeAt(this.views, pick);
      if (fetched !== undefined) this.phones[fetched.phone]!.fetched(fetched.view);
    } else if (kind === 'answer' || kind === 'loseAnswer') {
      const flight = takeAt(this.answers, pick);
      if (flight !== undefined && kind === 'answer') this.deliver(flight);
    } else {
      const flight = takeAt(this.requests, pick);
      if (flight === undefined || kind === 'loseRequest') return;
      const { phone, hole, sent } = flight;
      this.answers.push({ ...flight, answer: this.server.score(phone, hole, sent) });
      if (kind === 'arriveAndLinger') this.requests.push(flight);
    }
  }

  private deliver({ phone, tab, attempt, sent, answer }: Flight & { answer: ServerAnswer }): void {
    const flying = this.phones[phone]!.flying;
    if (flying.get(tab)?.attempt !== attempt) return;
    flying.delete(tab);
    this.phones[phone]!.receive(sent.key, answer);
  }
}

function takeAt<T>(list: T[], pick: number): T | undefined {
  return list.length === 0 ? undefined : list.splice(pick % list.length, 1)[0];
}
