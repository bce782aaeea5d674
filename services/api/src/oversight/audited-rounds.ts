import type { FoundRoundsAnswer, RoundStoryAnswer } from '@fairmark/contract';
import type { EventStore } from '@fairmark/event-store';
import { readRoundStory, tellRound } from '@fairmark/read-models';
import { recordAuditRead } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { validate as isUuid } from 'uuid';
import { Refusal } from '../http/refusal.js';
import { EVENT_STORE, PG_POOL } from '../platform/tokens.js';
import { presentFound, readFoundCards } from './found-rounds.js';
import { isAuditor, isCommitteeOf, OpsRights } from './ops.rights.js';

/** Rounds for auditors and committees. Every read is recorded before it is answered. */
@Injectable()
export class AuditedRounds {
  constructor(
    private readonly rights: OpsRights,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /**
   * The whole story of a round. Whether there is such a round only an auditor is told.
   *
   * @param matchId as it was asked for: it need not be an id
   * @throws Refusal FORBIDDEN, MATCH_NOT_FOUND
   */
  async story(matchId: string, reader: string): Promise<Omit<RoundStoryAnswer, 'status'>> {
    // Nobody without a role has anything read.
    const roles = await this.rights.need(reader, (all) => all.some(({ role }) => role !== 'SUPPORT'));
    const id = matchId.toLowerCase();
    const stored = isUuid(id) ? await readRoundStory(this.store, this.pool, id) : null;
    const told = stored === null ? null : (tellRound(stored.events, stored)?.story ?? null);
    const committee = told !== null && isCommitteeOf(roles, told.round.course.id);
    if (!isAuditor(roles) && !committee) throw new Refusal('FORBIDDEN');
    if (told === null) throw new Refusal('MATCH_NOT_FOUND');
    await recordAuditRead(this.pool, { reader, way: 'WEB', what: 'round', subject: id });
    return { ...told, mayCorrect: committee };
  }

  /** Match rounds that started on a day of a course. @throws Refusal FORBIDDEN */
  async ofDay(courseId: string, day: string, reader: string): Promise<Omit<FoundRoundsAnswer, 'status'>> {
    await this.rights.need(reader, (roles) => isAuditor(roles) || isCommitteeOf(roles, courseId));
    const rows = await readFoundCards(this.pool, courseId, day);
    await recordAuditRead(this.pool, { reader, way: 'WEB', what: 'rounds', subject: `${courseId} ${day}` });
    return presentFound(day, rows);
  }
}
