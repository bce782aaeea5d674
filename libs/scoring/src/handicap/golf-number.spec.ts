import { parseGolfNumber } from './golf-number.js';

describe('parseGolfNumber', () => {
  it.each([
    ['3579246817', '35792'],
    ['0012345678', '00123'],
    ['1234567', null],
    ['12345678', null],
  ])('reads %s with club %s', (value, clubKey) => expect(parseGolfNumber(value)).toEqual({ value, clubKey }));

  it.each([
    '',
    '123456',
    '123456789',
    '12345678901',
    '12345-67890',
    ' 1234567',
    '1234567\n',
    '１２３４５６７',
    '123456x',
  ])('refuses %j', (value) => expect(parseGolfNumber(value)).toBeNull());

  it('refuses a value that is not text', () => expect(parseGolfNumber(1_234_567 as never)).toBeNull());
});
