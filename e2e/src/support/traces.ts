import pg from 'pg';

/** Something that must not be found, as it might be written. */
export interface Needle {
  what: string;
  /** As text, in any case of letters, or as bytes. */
  value: string | Buffer;
}

/** Where something was found: `schema.table: what`. */
export async function tracesIn(databaseUrl: string, needles: readonly Needle[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'm', 'p') order by 1`,
    );
    const found: string[] = [];
    for (const { name } of tables) found.push(...(await tracesInTable(client, name, needles)));
    return found;
  } finally {
    await client.end();
  }
}

async function tracesInTable(client: pg.Client, table: string, needles: readonly Needle[]): Promise<string[]> {
  const found: string[] = [];
  for (const { what, value } of needles) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${table} as t
       where exists (select from unnest($1::text[]) as form where position(form in lower(t::text)) > 0)`,
      [formsOf(value)],
    );
    if (rows[0]?.count !== 0) found.push(`${table}: ${what}`);
  }
  return found;
}

/** What of it is found in a text. */
export function tracesInText(text: string, needles: readonly Needle[]): string[] {
  const searched = text.toLowerCase();
  return needles.filter(({ value }) => formsOf(value).some((form) => searched.includes(form))).map(({ what }) => what);
}

/** Plain, as bytes are shown (hexadecimal), in base64 and in an address; in small letters. */
function formsOf(value: string | Buffer): string[] {
  const bytes = Buffer.from(value);
  const forms = [bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')];
  if (typeof value === 'string') forms.push(value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1));
  return [...new Set(forms.map((form) => form.toLowerCase()))];
}
