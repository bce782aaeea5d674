import { counted } from '../shell/output.js';
import type { Manifest } from './manifest.js';

/** A backup, for programs. */
export function summary({ version, createdAt, log, tables }: Manifest): Record<string, unknown> {
  const { id, head, rows: events } = log;
  return { version, createdAt, logId: id, head, events, tables: tables.length, rows: rowsOf(tables) };
}

/** What a backup holds. */
export function describe({ log, tables }: Manifest): string {
  return `${counted(log.rows, 'event')} and ${counted(rowsOf(tables), 'row')} of ${counted(tables.length, 'table')}`;
}

const rowsOf = (tables: Manifest['tables']): number => tables.reduce((sum, { rows }) => sum + rows, 0);
