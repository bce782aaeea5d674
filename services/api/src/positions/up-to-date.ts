import type { EventStore } from '@fairmark/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { ProjectionGate } from './projection-gate.js';
import { EVENT_STORE } from '../platform/tokens.js';

/** For commands that must find something in the projector's tables: waits until they hold what the log holds now. */
@Injectable()
export class UpToDate {
  constructor(
    private readonly gate: ProjectionGate,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** Whether the tables hold everything. No longer than the gate waits; false at once while the projector is silent. */
  async wait(): Promise<boolean> {
    const head = await this.store.head();
    if (head === null) return true;
    const { stale } = await this.gate.wait({ position: String(head), log: await this.store.logId() });
    return stale !== true;
  }
}
