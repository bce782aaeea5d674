import { csv } from './csv.js';

it.each(['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠sum'])(
  'escapes %j so that a spreadsheet does not read it as a formula',
  (name) => {
    const quote = /[\r\n]/.test(name) ? '"' : '';
    expect(csv({ name: (row: string) => row }, [name])).toBe(`name\r\n${quote}'${name}${quote}`);
  },
);

it('doubles the quotes inside a cell', () => {
  expect(csv({ name: (row: string) => row }, ['Ann "Ace" Lee'])).toBe('name\r\n"Ann ""Ace"" Lee"');
});
