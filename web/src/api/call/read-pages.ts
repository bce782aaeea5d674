import type { Page } from '@fairmark/contract';

/**
 * Reads the first pages of a list one after the other: all of them as of now, as if they were one.
 *
 * @param join what two pages are together; what the later one lacks (it is stale), the whole lacks
 */
export async function readPages<Answer extends Page>(
  pages: number,
  read: (offset: number) => Promise<Answer>,
  join: (before: Answer, next: Answer) => Answer,
): Promise<Answer> {
  let whole = await read(0);
  for (let page = 1; page < pages && whole.nextOffset !== null; page += 1) {
    whole = join(whole, await read(whole.nextOffset));
  }
  return whole;
}
