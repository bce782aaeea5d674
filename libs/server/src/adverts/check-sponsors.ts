import type { Finding, Problem } from '../courses/import/problem.js';
import type { ReadEntry } from '../courses/import/read-entries.js';
import { SPONSOR_BOUNDS, type AdvertInput, type SponsorRecord } from './sponsor-file.js';

/** The rules over several fields of a record. */
export function checkRecord(record: SponsorRecord): Finding[] {
  const findings: Finding[] = [];
  const add = (field: string, message: string): void => void findings.push({ path: [field], message });
  if (record.image !== null && record.alt === null) add('alt', 'is missing: it says what the picture shows');
  if (record.image === null && record.alt !== null) add('alt', 'says what a picture shows, and there is no image');
  if (record.record === 'default') return findings;
  if (record.slot === null && record.weekendSlot === null) {
    add('slot', 'or weekendSlot is needed: without one the advert never shows');
  }
  if (record.from !== null && record.until !== null && record.until < record.from) add('until', 'is before from');
  return findings;
}

/** What breaks the rules over the records of a course, which are given in the file's order. */
export function checkCourseRecords(records: readonly ReadEntry<SponsorRecord>[]): Problem[] {
  return records.flatMap(({ entry, problem }, at) => {
    const before = records.slice(0, at);
    const finding = entry.record === 'default' ? checkDefault(before) : checkAdvert(entry, before);
    return finding === null ? [] : [problem(finding)];
  });
}

type Before = readonly Pick<ReadEntry<SponsorRecord>, 'entry' | 'line'>[];

function checkDefault(before: Before): Finding | null {
  const other = before.find(({ entry }) => entry.record === 'default');
  if (other === undefined) return null;
  return { path: ['record'], message: `default is there for this course already, on line ${other.line}` };
}

/** A slot belongs to one advert at a time: the second one is refused, so that it is certain which is shown. */
function checkAdvert(advert: AdvertInput, before: Before): Finding | null {
  let count = 0;
  for (const { entry, line } of before) {
    if (entry.record !== 'advert') continue;
    count += 1;
    if (!overlap(entry, advert)) continue;
    for (const slot of ['slot', 'weekendSlot'] as const) {
      if (advert[slot] === null || advert[slot] !== entry[slot]) continue;
      return { path: [slot], message: `${advert[slot]} belongs to the advert on line ${line} on some of these days` };
    }
  }
  if (count < SPONSOR_BOUNDS.advertsOfCourse) return null;
  return { path: ['golflinkCourseId'], message: `has more than ${SPONSOR_BOUNDS.advertsOfCourse} adverts` };
}

/** Whether two adverts have a day in common. */
function overlap(one: AdvertInput, other: AdvertInput): boolean {
  const startsInTime = (a: AdvertInput, b: AdvertInput): boolean =>
    a.from === null || b.until === null || a.from <= b.until;
  return startsInTime(one, other) && startsInTime(other, one);
}
