import { layOut, type Letter } from './mail.layout.js';
import { dayWords, holesWords, listed, momentWords, oneLine, plainName } from './mail.words.js';

const LETTER: Letter = {
  subject: 'A\r\nBcc: others@golfers.test\r\n\r\nsubject',
  lead: 'Tom & "Jerry" <script>alert(1)</script>',
  facts: [['<i>Course</i>', '"><img src=x>']],
  note: 'A <note>',
  button: 'Open',
  path: '/x?a=1&b="2"',
  life: 'It works <once>.',
  why: 'Because of <you>',
};

const written = (letter: Letter) => layOut(letter, 'Kim <b>O’Brien</b>', 'http://fairmark.test');

describe('a mail', () => {
  it('has a subject of one line, whatever a name contains', () => {
    expect(written(LETTER).subject).toBe('A Bcc: others@golfers.test subject');
    expect(oneLine('a\u2028b\u0000c\u202ed')).toBe('a b c d');
  });

  it('escapes all markup in its content, and loads nothing', () => {
    const { html, text } = written(LETTER);
    expect(html).not.toMatch(/<b>|<i>|<script|<img|<note>|<you>|url\(|@import|<link/);
    expect(html).toContain('href="http://fairmark.test/x?a=1&amp;b=&quot;2&quot;"');
    expect(html).toMatch(/&lt;i&gt;Course&lt;\/i&gt;<\/th>.*>A &lt;note&gt;</s);
    expect(html).toContain('>It works &lt;once&gt;. If the button');
    expect(text).toContain('Tom & "Jerry" <script>');
  });

  it('leaves no gap in its text for what it does not have', () => {
    expect(written({ ...LETTER, facts: [], note: undefined, life: undefined }).text).not.toContain('\n\n\n');
  });
});

describe('texts of mails', () => {
  it.each([
    ['Kim O’Brien', 'Kim O’Brien'],
    ['J. P. van der Berg', 'J. P. van der Berg'],
    ['Win at https://evil.example/now', 'Win at https evil. example/now'],
    ['www.evil.example', 'www. evil. example'],
    ['mail me@evil.example', 'mail me at evil. example'],
    ['Two\nlines', 'Two lines'],
  ])('do not turn the name %j into a link', (name, shown) => {
    expect(plainName(name)).toBe(shown);
  });

  it('give times by the clock of the course', () => {
    const moment = new Date('2026-10-03T22:05:00.000Z');
    expect(momentWords(moment, 'Australia/Sydney')).toBe('9:05 am on Sunday 4 October 2026');
    expect(momentWords(moment, 'Australia/Perth')).toBe('6:05 am on Sunday 4 October 2026');
    expect(momentWords(moment, 'Australia/Adelaide')).toBe('8:35 am on Sunday 4 October 2026');
    expect(dayWords('2026-10-04')).toBe('Sunday 4 October 2026');
  });

  it('give lists as readable text', () => {
    expect([['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd', 'e']].map((names) => listed(names))).toEqual([
      'a',
      'a and b',
      'a, b and c',
      'a, b and 3 others',
    ]);
    expect(holesWords([4])).toBe('hole 4');
    expect(holesWords([1, 4, 7, 9, 12])).toBe('holes 1, 4, 7, 9 and 12');
  });
});
