import type { ClientBase } from 'pg';
import { CLUBHOUSE_DDL } from './clubhouse.schema.js';

/** Makes the schemas of this build's read models, empty where they are new: the projector fills them from the log. */
export async function migrateReadModels(client: ClientBase): Promise<void> {
  await client.query(CLUBHOUSE_DDL);
}
