import type { SecondFactorMadeAnswer } from '@fairmark/contract';
import { forgetProofs, inTransaction, noteSignIn } from '@fairmark/server';
import { Body, Inject } from '@nestjs/common';
import { Secret, TOTP } from 'otpauth';
import type { Pool } from 'pg';
import { Me, type Caller } from '../http/caller.js';
import { Post, Routes } from '../http/routes.js';
import { TextField } from '../http/fields.js';
import { Refusal } from '../http/refusal.js';
import { LimitByUser } from '../limits/rate-limits.js';
import type { Answered } from '../commands/command-identity.js';
import { CLOCK, PG_POOL, type Clock } from '../platform/tokens.js';
import { Sessions } from '../sessions/sessions.js';
import { Staff } from '../permissions/staff.js';

/** Defaults of authenticator apps: SHA-1, six digits, 30 s. One code before and after is accepted for clock drift. */
const CODES = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const STEPS_EITHER_WAY = 1;
const SECRET_BYTES = 20;

class CodeBody {
  @TextField({ min: 6, max: 6, pattern: /^\d*$/, message: 'Must be 6 digits', description: 'Of the authenticator' })
  code!: string;
}

/** Lets a golfer with a role set up an authenticator (RFC 6238) and prove possession of it in a session. */
@Routes('api/ops/second-factor', 'ops')
export class SecondFactorController {
  constructor(
    private readonly staff: Staff,
    private readonly sessions: Sessions,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Makes a secret, which takes effect once one of its codes is entered. It replaces a secret that was never confirmed
   * or, in a session that has proved it, any other, whose proofs end.
   * @throws Refusal FORBIDDEN, REAUTHENTICATE, SECOND_FACTOR_REQUIRED
   */
  @Post('', 'Make the secret of an authenticator, with a password confirmed a moment ago (any role)')
  @LimitByUser('secondFactor')
  async enrol(@Me() me: Caller): Promise<Answered<SecondFactorMadeAnswer>> {
    await this.mustHaveRole(me);
    await this.sessions.assertConfirmed(me);
    const made = new Secret({ size: SECRET_BYTES });
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ email: string }>(
        `insert into app.second_factors (user_id, secret) values ($1, $2)
         on conflict (user_id) do update set secret = $2, confirmed_at = null, last_step = 0
           where second_factors.confirmed_at is null
              or exists (select from app.sessions where id = $3 and user_id = $1 and proved_at is not null)
         returning (select email from app.users where id = $1) as email`,
        [me.userId, made.base32, me.sessionId],
      );
      const [account] = rows;
      if (account === undefined) throw new Refusal('SECOND_FACTOR_REQUIRED', { enrolled: true });
      await forgetProofs(client, me.userId);
      const uri = new TOTP({ ...CODES, issuer: 'Fairmark', label: account.email, secret: made }).toString();
      return { uri, secret: made.base32 };
    });
  }

  /** Proves the factor for this session, which also confirms a new one. @throws Refusal FORBIDDEN, WRONG_CODE */
  @Post('proof', 'Prove in this session, by a code, that the authenticator is at hand (any role)')
  @LimitByUser('secondFactor')
  async prove(@Me() me: Caller, @Body() { code }: CodeBody): Promise<void> {
    await this.mustHaveRole(me);
    if (await this.accepts(me, code)) return;
    await noteSignIn(this.pool, me.userId, 'CODE_REFUSED');
    throw new Refusal('WRONG_CODE');
  }

  /** @throws Refusal FORBIDDEN */
  private async mustHaveRole(me: Caller): Promise<void> {
    const { roles } = await this.staff.of(me);
    if (roles.length === 0) throw new Refusal('FORBIDDEN');
  }

  private async accepts({ userId, sessionId }: Caller, code: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ secret: string }>(
      'select secret from app.second_factors where user_id = $1',
      [userId],
    );
    const [factor] = rows;
    if (factor === undefined) return false;
    const now = this.clock();
    const timestamp = now.getTime();
    const secret = Secret.fromBase32(factor.secret);
    const steps = TOTP.validate({ ...CODES, token: code, secret, timestamp, window: STEPS_EITHER_WAY });
    if (steps === null) return false;
    return inTransaction(this.pool, async (client) => {
      // Concurrent attempts can use a step only once, and none if the secret was replaced or removed in the meantime.
      const { rowCount } = await client.query(
        `update app.second_factors set last_step = $3, confirmed_at = coalesce(confirmed_at, $4)
         where user_id = $1 and secret = $2 and last_step < $3`,
        [userId, factor.secret, TOTP.counter({ ...CODES, timestamp }) + steps, now],
      );
      if (rowCount === 0) return false;
      await client.query('update app.sessions set proved_at = $2 where id = $1', [sessionId, now]);
      await noteSignIn(client, userId, 'CODE');
      return true;
    });
  }
}
