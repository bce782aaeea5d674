import { csv } from './csv.js';

it.each(['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠sum'])(
  'escapes %j so that a spreadsheet does not read it as a formula',
  (name) => {
    const quote = /[\r\n]/.test(name) ? '"' : '';
    expect(csv({ name: (row: string) => row }, [name])).toBe(`name\r\n${quote}'${name}${quote}`);
  },
);

it('doubles the quotes inside a cell, and leaves numbers as they are', () => {
  const columns = { name: (row: string) => row, total: () => -2 };
  expect(csv(columns, ['Ann "Ace" Lee'])).toBe('name,total\r\n"Ann ""Ace"" Lee",-2');
});
