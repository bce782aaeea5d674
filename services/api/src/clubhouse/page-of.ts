import type { Page } from '@fairmark/contract';
import type { PageOf } from '@fairmark/read-models';

/** Splits off the extra row whose presence means that there is another page. */
export function pageOf<Row>(found: Row[], { limit, offset }: PageOf): Page & { rows: Row[] } {
  return { rows: found.slice(0, limit), nextOffset: found.length > limit ? offset + limit : null };
}
