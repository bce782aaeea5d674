import { userInfo } from 'node:os';
import { recordAuditRead, type AuditRead, type Queries } from '@fairmark/server';
import type { Shell } from '../shell/shell.js';

/** Longer names are cut. */
const NAME_MAX = 100;

/** Who sits at the terminal: FAIRMARK_OPERATOR, or the account on the machine. */
export function operatorOf(shell: Pick<Shell, 'env'>): string {
  return (shell.env.FAIRMARK_OPERATOR?.trim() || accountName()).slice(0, NAME_MAX);
}

/** Records that this terminal reads something for an audit. To be done before anything of it is shown. */
export async function recordRead(
  shell: Pick<Shell, 'env'>,
  database: Queries,
  { what, subject }: Pick<AuditRead, 'what' | 'subject'>,
): Promise<void> {
  await recordAuditRead(database, { reader: operatorOf(shell), way: 'CLI', what, subject });
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // An account that only has a number, as in containers.
    return `account ${process.getuid?.() ?? 'unknown'}`;
  }
}
