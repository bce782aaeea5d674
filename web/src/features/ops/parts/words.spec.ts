import { committeeCourses, isAuditor, matchIdOf, mayRebuild, mayReplay, mayWatch, roleWords } from '../rights.js';
import { SAM, startedRound } from '../testing/story.js';
import { scoreWords } from '../../../golf/score/score-texts.js';
import { clockBeside, deviceNames, lateWords, secondsWords, sizeWords, whoWords } from './words.js';
import { clockWords, localDay } from '../../../text/dates.js';
import { kindOf } from '../replay/replay.js';

const ID = '3f2a1b4c-0000-4000-8000-00000000abcd';

describe('the round that a text names', () => {
  it.each([
    [ID, ID],
    [ID.toUpperCase(), ID],
    [` match-${ID} `, ID],
    [`https://golf.example/${ID}/scorecard`, ID],
    [`/score/4?id=${ID}`, ID],
    ['https://golf.example/scorecard', null],
    ['', null],
  ])('%j: %s', (text, id) => {
    expect(matchIdOf(text)).toBe(id);
  });
});

describe('the roles', () => {
  const harrow = { id: 'harrow', name: 'Harrow Point' };
  it.each([
    ['AUDITOR', null, [true, false, true, true]],
    ['SUPPORT', null, [true, true, false, false]],
    ['COMMITTEE', harrow, [false, false, true, false]],
  ] as const)('%s has its rights', (role, course, rights) => {
    const roles = [{ role, course }];
    expect([mayWatch(roles), mayRebuild(roles), mayReplay(roles), isAuditor(roles)]).toEqual(rights);
    expect(committeeCourses(roles)).toEqual(course === null ? [] : [course]);
  });

  it('have names', () => {
    expect(roleWords({ role: 'COMMITTEE', course: harrow })).toBe('Committee, Harrow Point');
    expect(roleWords({ role: 'SUPPORT', course: null })).toBe('Support');
  });
});

describe('the words of a story', () => {
  it.each([
    [0.4, '0 s'],
    [42, '42 s'],
    [60, '1 min'],
    [200, '3 min 20 s'],
    [3_900, '1 h 5 min'],
    [-3, '0 s'],
  ])('%s seconds: %s', (seconds, words) => {
    expect(secondsWords(seconds)).toBe(words);
  });

  it('name scores and people', () => {
    expect([scoreWords(5), scoreWords('NS'), scoreWords(null)]).toEqual(['5', 'No Score', '–']);
    expect(whoWords({ by: SAM, as: 'MARKER' })).toBe('Sam Reid, as marker');
    expect(whoWords({ by: SAM, as: null })).toBe('Sam Reid');
    expect(whoWords({ by: null, as: null })).toBe('The system');
  });

  it('give times on the clock of the course, wherever they are read', () => {
    const at = '2026-11-21T21:03:05Z';
    const words = (timeZone: string) => [localDay(new Date(at), timeZone), clockWords(at, timeZone)];
    expect(words('Australia/Sydney')).toEqual(['2026-11-22', '8:03:05 am']);
    expect(words('Australia/Perth')).toEqual(['2026-11-22', '5:03:05 am']);
    expect(words('UTC')).toEqual(['2026-11-21', '9:03:05 pm']);
  });

  it('name the day of a time if it is not that of the other one', () => {
    const beside = (at: string) => clockBeside(at, '2026-11-22T12:30:00Z', 'Australia/Sydney');
    expect(beside('2026-11-22T12:59:59Z')).toBe('11:59:59 pm');
    expect(beside('2026-11-22T13:00:00Z')).toBe('23 Nov 2026, 12:00:00 am');
  });

  it('say how much later a phone sent an entry', () => {
    const recordedAt = '2026-11-22T01:10:00Z';
    expect(lateWords({ recordedAt, occurredAt: '2026-11-22T01:06:40Z' })).toBe('sent 3 min 20 s later');
    expect(lateWords({ recordedAt, occurredAt: '2026-11-22T01:09:55Z' })).toBe('');
    expect(lateWords({ recordedAt, occurredAt: '2026-11-22T01:30:00Z' })).toBe('');
    expect(lateWords({ recordedAt, occurredAt: null })).toBe('');
  });

  it('name phones in the order in which they appear', () => {
    const names = deviceNames([{ deviceId: 'x' }, { deviceId: null }, { deviceId: 'y' }, { deviceId: 'x' }]);
    expect([...names]).toEqual([
      ['x', 'phone A'],
      ['y', 'phone B'],
    ]);
    const many = deviceNames(Array.from({ length: 27 }, (_, index) => ({ deviceId: String(index) })));
    expect([many.get('25'), many.get('26')]).toEqual(['phone Z', 'phone 27']);
  });

  it('distinguish kinds of steps', () => {
    const { lines } = startedRound()
      .enters({ holeNumber: 1, to: 4 })
      .signs(SAM, 'PLAYER', SAM)
      .add('CardReopened', '', { about: SAM })
      .corrects(SAM, 1, 4, 5)
      .done();
    expect(lines.map(kindOf)).toEqual(['other', 'other', 'entry', 'signature', 'reopening', 'correction']);
  });
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_234, '1.2 kB'],
  [56_789_000, '56.8 MB'],
  [2_000_000_000, '2 GB'],
])('says %i bytes as %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});
