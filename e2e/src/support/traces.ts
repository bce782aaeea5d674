import type pg from 'pg';
import { withDatabase } from '@fairmark/server';

/** A value that must not be found, in any encoding. */
export interface Needle {
  what: string;
  /** Text, compared case-insensitively, or bytes. */
  value: string | Buffer;
}

/** Tables in which values were found: `schema.table: what`. */
export async function tracesIn(databaseUrl: string, needles: readonly Needle[]): Promise<string[]> {
  return withDatabase(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'm', 'p') order by 1`,
    );
    const found: string[] = [];
    for (const { name } of tables) found.push(...(await tracesInTable(client, name, needles)));
    return found;
  });
}

async function tracesInTable(client: pg.Client, table: string, needles: readonly Needle[]): Promise<string[]> {
  const forms = needles.flatMap(({ what, value }) => formsOf(value).map((form) => ({ what, form })));
  const { rows } = await client.query<{ what: string }>(
    `select distinct needle.what
     from (select lower(t::text) as line from ${table} as t offset 0) as hay
     join unnest($1::text[], $2::text[]) as needle (what, form) on position(needle.form in hay.line) > 0`,
    [forms.map(({ what }) => what), forms.map(({ form }) => form)],
  );
  return rows.map(({ what }) => `${table}: ${what}`);
}

/** The values that occur in a text. */
export function tracesInText(text: string, needles: readonly Needle[]): string[] {
  const searched = text.toLowerCase();
  return needles.filter(({ value }) => formsOf(value).some((form) => searched.includes(form))).map(({ what }) => what);
}

/** A value as plain text, in hexadecimal, base64, an encoded URL and JSON; in lower case. */
function formsOf(value: string | Buffer): string[] {
  const bytes = Buffer.from(value);
  const forms = [bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')];
  if (typeof value === 'string') forms.push(value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1));
  return [...new Set(forms.map((form) => form.toLowerCase()))];
}
