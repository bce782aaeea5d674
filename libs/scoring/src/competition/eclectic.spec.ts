import { eclectic } from './eclectic.js';

const flat = (value: number | null): (number | null)[] => Array.from({ length: 18 }, () => value);

describe('eclectic', () => {
  it('has the best score of each hole', () => {
    const first = flat(5).with(0, 3);
    const second = flat(4);
    const all = [flat(null), first, second, first, flat(null)];
    expect(eclectic(all)).toEqual({ holes: second.with(0, 3), from: flat(2).with(0, 1) });
    expect(eclectic([second, first, first], 'higher')).toEqual({ holes: flat(5).with(0, 4), from: flat(1).with(0, 0) });
  });

  it('leaves a hole empty that was never scored', () => {
    const some = flat(4).with(6, null);
    expect(eclectic([some, some])).toEqual({ holes: some, from: flat(0).with(6, null) });
    expect(eclectic([])).toEqual({ holes: flat(null), from: flat(null) });
  });

  it('refuses a round without 18 holes', () => {
    expect(() => eclectic([[4, 4]])).toThrow(expect.objectContaining({ input: 'rounds' }));
  });
});
