import { MESSAGES } from '@fairmark/contract';
import {
  competitionStream,
  foldCompetition,
  foldMatch,
  matchStream,
  upcast,
  type CompetitionState,
} from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { APP_SCHEMA, type MailSubjects } from '@fairmark/server';
import { CLUBHOUSE_SCHEMA, competitionCards, competitionTable } from '@fairmark/read-models';
import type { Pool } from 'pg';
import { wholeStream } from '../log-reader/whole-stream.js';
import { accountLetter, linkLifeMs } from './account.messages.js';
import { invitationMail } from './invitation.mail.js';
import type { WaitingMail } from './mail.outbox.js';
import { INVITATIONS_A_DAY, LOOK_AGAIN_MS, MAIL_TIMES } from './mail.times.js';
import { drop, later, tooLate, type Verdict, type Writing } from './mail.verdict.js';
import { plainName } from './mail.words.js';
import { resultMail } from './result.mail.js';
import { signatureMail } from './signature.mail.js';

export interface ComposerOptions {
  pool: Pool;
  store: Pick<EventStore, 'readStream' | 'logId'>;
  publicUrl: string;
  /** How long a round is quiet before somebody is reminded to sign, milliseconds. */
  remindAfterMs?: number;
  /** The time of day; tests hand in their own. */
  clock?: () => Date;
}

/** However long its worker stood still: what is older than this is said no more. */
const OLDEST_MS = Math.max(...Object.values(MAIL_TIMES).map(({ lifeMs }) => lifeMs));

/**
 * Decides what becomes of mails at the moment at which they would go, from the streams that they are about. Names are read
 * then and kept nowhere.
 */
export class MailComposer {
  private readonly clock: () => Date;

  constructor(private readonly options: ComposerOptions) {
    this.clock = options.clock ?? (() => new Date());
  }

  /** @throws StoreUnavailable, or an error of the database: the mail then waits as before */
  async compose(mail: WaitingMail): Promise<Verdict> {
    const now = this.clock();
    const age = now.getTime() - mail.createdAt.getTime();
    const fullName = plainName(mail.fullName);
    const { publicUrl } = this.options;
    if (mail.kind === 'VERIFY_EMAIL' || mail.kind === 'RESET_PASSWORD') {
      if (age >= linkLifeMs(mail.kind)) return tooLate('its link expired before it could be sent');
      return { outcome: 'send', letter: accountLetter({ ...mail, publicUrl }) };
    }
    if (!mail.emailVerified) return drop('the address is not verified');
    if (age >= OLDEST_MS) return tooLate('it could not be sent while it was of use');
    const nameOf = (): string => MESSAGES.deletedPlayer;
    const writing = { userId: mail.userId, fullName, nameOf, publicUrl, now };
    if (mail.kind === 'INVITATION') return this.invitation(mail.about, writing);
    return mail.kind === 'SIGNATURE' ? this.signature(mail.about, writing) : this.result(mail.about, writing);
  }

  private async invitation(about: MailSubjects['INVITATION'], writing: Writing): Promise<Verdict> {
    const { state } = await this.match(about.matchId);
    if (await this.hasManyInvitations(writing)) return drop('the golfer had many invitations today');
    return invitationMail(state, about, await this.naming(writing, state === null ? [] : [state.hostId]));
  }

  private async signature(about: MailSubjects['SIGNATURE'], writing: Writing): Promise<Verdict> {
    const { state, events } = await this.match(about.matchId);
    if (state === null) return drop('there is no such match');
    const named = await this.naming(writing, [...state.cards.keys()]);
    return signatureMail({ state, events }, about, named, this.options.remindAfterMs);
  }

  private async result(about: MailSubjects['COMPETITION_FINISHED'], writing: Writing): Promise<Verdict> {
    const { pool, store } = this.options;
    const events = await wholeStream(store, competitionStream(about.competitionId));
    const state = foldCompetition(events.map(upcast));
    if (state !== null && !(await this.tablesHold(BigInt(about.position)))) {
      return later(new Date(writing.now.getTime() + LOOK_AGAIN_MS));
    }
    const table = state === null ? [] : competitionTable(state, await competitionCards(pool, state));
    return resultMail(state, table, await this.naming(writing, namesOf(state)));
  }

  private async match(matchId: string) {
    const events = (await wholeStream(this.options.store, matchStream(matchId))).map(upcast);
    return { events, state: foldMatch(events) };
  }

  /** Whether the tables have come as far as a position of this log. */
  private async tablesHold(position: bigint): Promise<boolean> {
    const { pool, store } = this.options;
    const logId = await store.logId();
    const { rowCount } = await pool.query(
      `select from ${CLUBHOUSE_SCHEMA}.checkpoint where log_id = $1 and position >= $2`,
      [logId, position],
    );
    return rowCount === 1;
  }

  private async hasManyInvitations({ userId, now }: Writing): Promise<boolean> {
    const { rows } = await this.options.pool.query<{ sent: number }>(
      `select count(*)::int as sent from ${APP_SCHEMA}.mail_outbox
       where user_id = $1 and kind = 'INVITATION' and sent_at > $2::timestamptz - interval '1 day'`,
      [userId, now],
    );
    return (rows[0]?.sent ?? 0) >= INVITATIONS_A_DAY;
  }

  private async naming(writing: Writing, ids: readonly string[]): Promise<Writing> {
    const { rows } = await this.options.pool.query<{ id: string; name: string }>(
      `select id, full_name as name from ${APP_SCHEMA}.users
       where id = any($1::uuid[]) and deletion_requested_at is null`,
      [ids],
    );
    const names = new Map(rows.map(({ id, name }) => [id, plainName(name)]));
    return { ...writing, nameOf: (userId) => names.get(userId) ?? MESSAGES.deletedPlayer };
  }
}

function namesOf(state: CompetitionState | null): string[] {
  return state === null ? [] : [...state.players.keys()];
}
