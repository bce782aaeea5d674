import { APP_SCHEMA } from '@fairmark/server';
import { escapeIdentifier, escapeLiteral, type Client } from 'pg';

/** Database addresses of the services, each with its own user and password. */
export interface ServiceAddresses {
  api: string;
  projector: string;
}

interface Account {
  user: string;
  password: string;
}

/** Tables of schema app that services only read: migrations, and roles, which only operators grant. */
const OPERATORS_TABLES = ['migrations', 'schema_parts', 'user_roles', 'role_changes'];
/** The schema of BullMQ's tables, which the projector creates. */
export const JOBS_SCHEMA = 'jobs';

/** Creates or updates the services' accounts. Only the projector's owns anything. Throws for an address without one. */
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
    throw new Error('DATABASE_URL, API_DATABASE_URL and PROJECTOR_DATABASE_URL each need a user of their own');
  }
  for (const account of [api, projector]) await upsertAccount(client, account);
  const [names, projectorName] = [`${quoted(api)}, ${quoted(projector)}`, quoted(projector)];
  // Default privileges cover what later migrations create.
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
    -- Update allows a batch of appends to lock the row; a trigger refuses any change of it.
    grant select, update on log.identity to ${names};
    grant create on database ${escapeIdentifier(database)} to ${projectorName};
    alter default privileges for role ${projectorName} grant usage on schemas to ${quoted(api)};
    alter default privileges for role ${projectorName} grant select on tables to ${quoted(api)};
    ${transferOwnership(projector.user)}
    do $$ declare
      one name;
    begin
      for one in select nspname from pg_namespace where nspname ~ '^rm_.*_v[0-9]+$' loop
        execute format('grant usage on schema %I to %I', one, ${escapeLiteral(api.user)});
        execute format('grant select on all tables in schema %I to %I', one, ${escapeLiteral(api.user)});
      end loop;
    end $$;
    commit`);
}

const quoted = ({ user }: Account): string => escapeIdentifier(user);

function accountOf(setting: string, address: string): Account {
  const { username = '', password = '' } = URL.canParse(address) ? new URL(address) : {};
  if (username === '' || password === '') {
    throw new Error(`${setting} must be an address with a user and a password`);
  }
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
}

async function upsertAccount(client: Client, account: Account): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [account.user]);
  const verb = rowCount === 0 ? 'create' : 'alter';
  await client.query(`${verb} role ${quoted(account)} login password ${escapeLiteral(account.password)}`);
}

/** Transfers everything in the schemas of read models and jobs to the account, without locking what it already owns. */
const transferOwnership = (user: string): string => `
  do $$
  declare
    one record;
  begin
    for one in
      with owned as (
        select 'pg_namespace'::regclass as kind, oid, oid as home, nspowner as owner from pg_namespace
        union all select 'pg_class'::regclass, oid, relnamespace, relowner from pg_class
          -- A column's sequence goes with its table.
          where relkind in ('r', 'p', 'v') or relkind = 'S' and not exists (
            select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i'))
        union all select 'pg_proc'::regclass, oid, pronamespace, proowner from pg_proc
        union all select 'pg_type'::regclass, oid, typnamespace, typowner from pg_type where typtype in ('e', 'd')
      )
      select type, identity from owned join pg_namespace on pg_namespace.oid = home, pg_identify_object(kind, owned.oid, 0)
      where (nspname ~ '^rm_.*_v[0-9]+(_next|_old)?$' or nspname = '${JOBS_SCHEMA}')
        and pg_get_userbyid(owner) <> ${escapeLiteral(user)}
      order by type <> 'schema'
    loop
      execute format('alter %s %s owner to %I', one.type, one.identity, ${escapeLiteral(user)});
    end loop;
  end $$;`;
