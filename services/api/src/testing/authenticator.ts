import type { OpsRolesAnswer, SecondFactorMadeAnswer } from '@fairmark/contract';
import { Secret, TOTP } from 'otpauth';

/** A golfer's call over HTTP, which must succeed. */
type Does = <Body>(method: string, path: string, body?: unknown) => Promise<Body>;

/** An authenticator app: a secret, and its unused codes. */
export class Authenticator {
  private lastStep = 0;

  /** @param secret Base32 */
  constructor(
    private readonly secret: string,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** The code that many steps from now. */
  codeIn(steps: number): string {
    const timestamp = this.now().getTime() + 30_000 * steps;
    return TOTP.generate({ secret: Secret.fromBase32(this.secret), timestamp });
  }

  /** The current code, or the next one if the current was used, as each works once. */
  nextCode(): string {
    const step = TOTP.counter({ timestamp: this.now().getTime() });
    this.lastStep = Math.max(step, this.lastStep + 1);
    return this.codeIn(this.lastStep - step);
  }
}

/** Sets up an authenticator for a golfer with a role unless this session has proved one. Needs a confirmed password. */
export async function provesFactor(does: Does, now?: () => Date): Promise<void> {
  const { secondFactor } = await does<OpsRolesAnswer>('GET', '/api/ops/me');
  if (secondFactor === 'PROVED') return;
  const { secret } = await does<SecondFactorMadeAnswer>('POST', '/api/ops/second-factor');
  await does('POST', '/api/ops/second-factor/proof', { code: new Authenticator(secret, now).nextCode() });
}
