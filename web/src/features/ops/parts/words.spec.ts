import { matchIdOf } from '../rights.js';
import { SAM, startedRound } from '../testing/story.js';
import { clockBeside, deviceNames, lateWords, secondsWords, sizeWords, whoWords } from './words.js';
import { kindOf } from '../replay/replay.js';

const ID = '3f2a1b4c-0000-4000-8000-00000000abcd';

it.each([ID.toUpperCase(), ` match-${ID} `, `/score/4?id=${ID}`])('%j names a round', (text) => {
  expect(matchIdOf(text)).toBe(ID);
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

  it('name the system where no golfer acted', () => {
    expect(whoWords({ by: null, as: null })).toBe('The system');
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
