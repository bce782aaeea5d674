import type { Role } from '@fairmark/contract';
import { grantRole } from '@fairmark/server';
import pg from 'pg';
import type { Golfer } from '../../support/golfer.js';
import type { Stage } from './stage.js';

/** Gives a golfer a role as an operator does; COMMITTEE is of the stage's course. */
export async function appoints(stage: Stage, golfer: Golfer, role: Role): Promise<void> {
  const database = new pg.Client({ connectionString: stage.stack.databaseUrl });
  await database.connect();
  try {
    const courseId = role === 'COMMITTEE' ? stage.courseId : null;
    await grantRole(database, { userId: golfer.id, role, courseId }, 'operator');
  } finally {
    await database.end();
  }
}
