import { userInfo } from 'node:os';
import { recordAuditRead, type AuditRead, type Queries } from '@fairmark/server';
import type { Shell } from '../shell/shell.js';

/** Longer names are truncated. */
const NAME_MAX = 100;

/** The operator's name: FAIRMARK_OPERATOR, or else the account on this machine, as it was before sudo. */
export function operatorOf(shell: Pick<Shell, 'env'>): string {
  return (shell.env.FAIRMARK_OPERATOR?.trim() || shell.env.SUDO_USER || accountName()).slice(0, NAME_MAX);
}

/** Records an audit read from the command line. Call it before showing any of the data. */
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
    // In containers an account may have a number but no name.
    return `account ${process.getuid?.() ?? 'unknown'}`;
  }
}
