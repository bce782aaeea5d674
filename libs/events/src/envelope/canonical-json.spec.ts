import { createRequire } from 'node:module';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json.js';

/** Another implementation of RFC 8785. The package is CommonJS and its types describe an ES module, hence the detour. */
const canonicalize: (value: unknown) => string | undefined = createRequire(import.meta.url)('canonicalize');

describe('canonicalJson', () => {
  it('equals the output of another implementation of RFC 8785 for any JSON', () => {
    const json = fc.oneof(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), fc.array(fc.jsonValue()));
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('does not depend on the order in which fields were set', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 40 });
    fc.assert(
      fc.property(names, fc.infiniteStream(fc.nat()), (all, values) => {
        const fields = all.map((name) => [name, [...values.take(1)][0]] as const);
        expect(canonicalJson(Object.fromEntries(fields.toReversed()))).toBe(canonicalJson(Object.fromEntries(fields)));
      }),
    );
  });

  it('writes the example of RFC 8785', () => {
    const value = {
      numbers: [JSON.parse('333333333.33333329') as number, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0],
      string: '€$\u000F\nA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
      left: undefined,
    };
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('refuses values that are not JSON', () => {
    for (const value of [Number.NaN, Infinity, 1n, () => 1, Symbol('x')]) {
      expect(() => canonicalJson({ value })).toThrow(TypeError);
    }
  });
});
