import { APP_SCHEMA } from '@fairmark/server';
import { escapeIdentifier, escapeLiteral, type Client } from 'pg';
import { CLUBHOUSE_SCHEMA } from '../clubhouse/clubhouse.schema.js';

/** The addresses by which services reach the database, each with a user and a password of its own. */
export interface ServiceAddresses {
  api: string;
  projector: string;
}

interface Account {
  user: string;
  password: string;
}

/** An address names no account that the service could have. */
export class UnfitAddress extends Error {
  override readonly name = 'UnfitAddress';
}

/** Tables of schema app that no service writes: what was migrated, and the roles that operators alone grant. */
const OPERATORS_TABLES = ['migrations', 'schema_parts', 'user_roles', 'role_changes'];
const JOBS_SCHEMA = 'jobs';

/**
 * Gives each service an account with no more rights than it needs: the account that migrates owns log and accounts, the projector's
 * the derived tables and the jobs, the api's nothing. Neither may truncate the log, or alter a table or trigger of it. Safe to repeat;
 * a password that differs is set anew.
 *
 * @throws UnfitAddress
 */
export async function separateServices(client: Client, addresses: ServiceAddresses): Promise<void> {
  const [api, projector] = [
    accountOf('API_DATABASE_URL', addresses.api),
    accountOf('PROJECTOR_DATABASE_URL', addresses.projector),
  ];
  const { rows } = await client.query<{ owner: string; database: string; isSuper: boolean }>(
    `select current_user as owner, current_database() as database, rolsuper as "isSuper" from pg_roles where rolname = current_user`,
  );
  const { owner = '', database = '', isSuper = false } = rows[0] ?? {};
  if (new Set([owner, api.user, projector.user]).size < 3) {
    throw new UnfitAddress('DATABASE_URL, API_DATABASE_URL and PROJECTOR_DATABASE_URL each need a user of their own');
  }
  for (const account of [api, projector]) await keepAccount(client, account);
  const [names, projectorName] = [`${quoted(api)}, ${quoted(projector)}`, quoted(projector)];
  // What a migration makes later is theirs to use without being granted again.
  await client.query(`
    begin;
    ${isSuper ? '' : `grant ${names} to current_user;`}
    grant usage on schema ${APP_SCHEMA}, log to ${names};
    grant select, insert, update, delete on all tables in schema ${APP_SCHEMA} to ${names};
    grant usage on all sequences in schema ${APP_SCHEMA} to ${names};
    alter default privileges in schema ${APP_SCHEMA} grant select, insert, update, delete on tables to ${names};
    alter default privileges in schema ${APP_SCHEMA} grant usage on sequences to ${names};
    revoke insert, update, delete on ${OPERATORS_TABLES.map((name) => `${APP_SCHEMA}.${name}`).join(', ')} from ${names};
    grant select, insert on log.events to ${names};
    -- A batch of appends locks its row. Its trigger refuses every change.
    grant select, update on log.identity to ${names};
    grant create on database ${escapeIdentifier(database)} to ${projectorName};
    alter default privileges for role ${projectorName} grant usage on schemas to ${quoted(api)};
    alter default privileges for role ${projectorName} grant select on tables to ${quoted(api)};
    ${handOver(projector.user)}
    grant usage on schema ${CLUBHOUSE_SCHEMA} to ${quoted(api)};
    grant select on all tables in schema ${CLUBHOUSE_SCHEMA} to ${quoted(api)};
    commit`);
}

const quoted = ({ user }: Account): string => escapeIdentifier(user);

function accountOf(setting: string, address: string): Account {
  const { username = '', password = '' } = URL.canParse(address) ? new URL(address) : {};
  if (username === '' || password === '') {
    throw new UnfitAddress(`${setting} must be an address with a user and a password`);
  }
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
}

async function keepAccount(client: Client, account: Account): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [account.user]);
  const what = rowCount === 0 ? 'create' : 'alter';
  await client.query(`${what} role ${quoted(account)} login password ${escapeLiteral(account.password)}`);
}

/** Makes everything in the derived tables' schemas and in that of the jobs the account's own. What is already is not locked. */
const handOver = (user: string): string => `
  do $$
  declare
    one record;
  begin
    for one in
      with ours as (
        select oid, nspname, nspowner from pg_namespace
        where nspname ~ '^rm_clubhouse_v[0-9]+(_next|_old)?$' or nspname = '${JOBS_SCHEMA}'
      ), found as (
        select format('schema %I', nspname) as name, nspowner as owner, 0 as place from ours
        union all
        select format('%s %s', case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, c.oid::regclass),
          relowner, 1
        from pg_class c join ours on ours.oid = relnamespace
        where relkind in ('r', 'p', 'v', 'S')
          -- A column's sequence goes with its table.
          and not (relkind = 'S' and exists (
            select from pg_depend where objid = c.oid and classid = 'pg_class'::regclass and deptype in ('a', 'i')
          ))
        union all
        select format('routine %s', p.oid::regprocedure), proowner, 2 from pg_proc p join ours on ours.oid = pronamespace
        union all
        select format('type %s', t.oid::regtype), typowner, 3 from pg_type t join ours on ours.oid = typnamespace
        where typtype in ('e', 'd')
      )
      select name from found where pg_get_userbyid(owner) <> ${escapeLiteral(user)} order by place
    loop
      execute format('alter %s owner to %I', one.name, ${escapeLiteral(user)});
    end loop;
  end $$;`;
