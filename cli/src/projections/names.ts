import { PROJECTIONS, type ProjectionName } from '@fairmark/contract';
import { Misused } from '../shell/failure.js';

/** The projections that somebody names, each once; all of them where none is named. Throws `Misused` for a name that is none. */
export function projectionsOf(given: readonly string[]): ProjectionName[] {
  const unknown = given.filter((name) => !isProjection(name));
  if (unknown.length > 0) {
    throw new Misused(`There is no projection ${unknown.join(', ')}. Known: ${PROJECTIONS.join(', ')}.`);
  }
  return PROJECTIONS.filter((name) => given.length === 0 || given.includes(name));
}

function isProjection(name: string): name is ProjectionName {
  return PROJECTIONS.some((known) => known === name);
}
