import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suiteFolder } from '@fairmark/events/testing/folder';
import type { StoryCard, StoryLine } from '@fairmark/contract';
import { Stand } from '@fairmark/projector/testing/stand';
import { playDisputedRound, type DisputedRound } from '../testing/disputed-round.js';
import { ops, patOn, refusal, type Answer } from '../testing/ops.js';
import type { AuditedRound } from './audited-round.js';
import { roundHtml } from './round-html.js';
import { diffText, roundText, type RoundDiff } from './round-text.js';

const NO_ROUND = '00000000-0000-4000-8000-000000000000';

describe('the audit of a round', () => {
  const club = Stand.forSuite({ kept: true });
  let round: DisputedRound;
  const folder = suiteFolder();
  beforeAll(async () => {
    round = await playDisputedRound(club.store, club.pool);
    // Writes the page for developers to look at: AUDIT_HTML=/tmp/round.html npx jest round.spec
    const picture = process.env.AUDIT_HTML;
    if (picture !== undefined) writeFileSync(picture, (await audit('--format', 'html')).stdout);
  });

  const audit = (...args: string[]): Promise<Answer> =>
    patOn(club.url).run(['audit', 'round', round.matchId, ...args], { cwd: folder });
  const json = <Json = AuditedRound>(...args: string[]): Promise<Json> =>
    patOn(club.url).json<Json>(['audit', 'round', round.matchId, ...args]);
  /** The recorded reads of a subject. */
  const readsOf = async (subject: string): Promise<{ what: string; subject: string; reader: string }[]> =>
    (await patOn(club.url).json<{ reads: [] }>(['audit', 'reads', '--subject', subject])).reads;
  const ofAnn = (cards: readonly StoryCard[]): StoryCard => cards.find(({ player }) => player.id === round.ann)!;
  const lineOf = (lines: readonly StoryLine[], type: string): StoryLine => lines.find((line) => line.type === type)!;

  it('lists every event with golfer, time and device, and the current cards', async () => {
    const { round: about, lines, cards, proof, at, events, ...rest } = await json();
    expect(lines.map(({ revision }) => Number(revision))).toEqual(lines.map((_, i) => i));
    expect([proof, at, about.timeZone, events]).toEqual([{ whole: true }, null, 'Australia/Sydney', lines.length]);
    expect(rest).not.toHaveProperty('timeZone');
    const disputed = lines.filter(({ changes }) =>
      changes.some(({ holeNumber, card }) => holeNumber === 4 && card.id === round.ann),
    );
    const entered = disputed.map(({ as, changes }) => `${as} ${changes[0]?.from} ${changes[0]?.to}`);
    expect(entered.slice(0, 4)).toEqual(['PLAYER null 3', 'MARKER null 6', 'MARKER 6 5', 'PLAYER 3 5']);
    expect(disputed[1]).toMatchObject({
      by: { id: round.bob, fullName: "Bob <b>O'Ray</b>" },
      recordedAt: '2026-11-20T21:35:00.000Z',
      occurredAt: '2026-11-20T21:33:00.000Z',
      deviceId: 'b2d1a3c5-0000-4000-8000-00000000000b',
    });
    expect(lineOf(lines, 'CardCorrected').words).toContain('Note: “A wrong ball on the 7th: two strokes”.');
    expect(ofAnn(cards)).toMatchObject({ verified: true, correctedHoles: [7], mismatches: [] });
    expect([ofAnn(cards).markerEntries[6], ofAnn(cards).counting[6]]).toEqual([6, 8]);
  });

  it('shows the cards as they stood at a revision and at a time', async () => {
    const { lines } = await json();
    const reopened = lineOf(lines, 'CardReopened');
    const before = await json('--at', String(Number(reopened.revision) - 1));
    expect(before.lines).toHaveLength(Number(reopened.revision));
    expect(ofAnn(before.cards)).toMatchObject({ playerSigned: true, markerSigned: false, correctedHoles: [] });
    expect(ofAnn(before.cards).markerEntries[3]).toBe(5);
    expect(before).toMatchObject({
      proof: { whole: true },
      events: lines.length,
      at: { recordedAt: '2026-11-21T00:44:00.000Z' },
    });
    // The card was reopened at 11:45 in Sydney.
    expect(ofAnn((await json('--at', '2026-11-21 11:45')).cards).playerSigned).toBe(false);
    expect(ofAnn((await json('--at', '2026-11-21T00:44:59Z')).cards).playerSigned).toBe(true);
    expect((await json('--at', '0')).cards).toEqual([]);
    expect((await audit('--at', '0')).stdout).toContain('AS IT STOOD at revision 0, 2026-11-21 07:30:00.');
  });

  it('lists what changed between two moments', async () => {
    const { lines } = await json();
    const diff = await json<RoundDiff>('--diff', '2026-11-21 11:45', '2026-11-21 11:41');
    expect(diff.cards).toMatchObject([
      {
        player: { id: round.ann, fullName: 'Ann Lee' },
        holes: [
          { holeNumber: 4, what: 'player', from: 3, to: 5 },
          { holeNumber: 4, what: 'marker', from: 6, to: 5 },
          { holeNumber: 4, what: 'counts', from: 6, to: 5 },
        ],
        state: { from: 'not signed', to: 'not signed' },
        marker: { from: { id: round.bob }, to: { id: round.bob } },
      },
      { player: { id: round.bob }, holes: [], state: { from: 'not signed', to: 'signed by the marker alone' } },
    ]);
    const between = diff.lines.map(({ type }) => type);
    expect(between).toEqual(['HoleScored', 'HoleScored', 'CardSigned', 'CardSigned', 'CardReopened']);
    const last = String(lines.length - 1);
    const text = await audit('--diff', String(lines.length - 2), last);
    expect(text.stdout).toMatch(/HOLE {2}ENTRY +AT \d+ +AT \d+\n.*\n +7 {2}counts +6 +8\n/);
    const begun = await audit('--diff', '0', last);
    expect(begun.stdout).toMatch(/\nAnn Lee\n {2}not started -> .+\n {2}marked by no marker -> Bob/);
    expect((await audit('--diff', last, last)).stdout).toContain('The cards are the same.');
  });

  it('does not let line breaks in a note forge lines', async () => {
    const audited = await json();
    const forged = '13:05:00            Bob, player               Bob entered 4 on hole 7.';
    const note = `“Settled.\n\n 91  ${forged}\r\n${' '.repeat(40)}\t92  ${forged}\u2028\u001B[2K\u009B2K\u202E”`;
    const lines = audited.lines.map((line) => ({ ...line, words: `${line.words} ${note}` }));
    const point = { revision: '0', recordedAt: '2026-11-20T20:30:00.000Z' };
    const diff: RoundDiff = { from: point, to: point, cards: [], lines };
    for (const text of [roundText({ ...audited, lines }), diffText({ ...audited, lines }, diff)]) {
      expect(text.match(/^ *\d+ {2}\d\d:\d\d:\d\d/gm)).toHaveLength(lines.length);
      expect(text).not.toMatch(/[^\P{Cc}\n]|\u2028|\u202E/u);
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    }
  });

  it('prints a table at most 100 columns wide', async () => {
    const { stdout } = await audit();
    for (const line of stdout.split('\n')) expect([line, line.length <= 100]).toEqual([line, true]);
    expect(stdout).toContain('Stableford at Saltbush Links, Saturday 21 November 2026, Standard tees\n');
    expect(stdout).toMatch(/ {2}08:35:00 {2}08:33:00 {2}Bob .*, marker +0000000b {2}Bob/);
    expect(stdout).toMatch(/\n {2}Committee +8\n {2}Counts /);
    expect(stdout).toMatch(/\n {2}Changed +4x +1x\n/);
    expect(stdout).toContain('  Hole 4, player: 3 -> 5 at 2026-11-21 11:43:00 by Ann Lee\n');
    expect(stdout).toMatch(
      /Signed as player 2026-11-21 11:44:00 by Ann Lee, undone later\n {4}[0-9a-f]{64} matches the card/,
    );
    expect(stdout).toContain('Ann Lee: daily handicap 0, marked by');
  });

  it('prints JSON lines, and CSV in which no cell is a formula', async () => {
    const lines = (await audit('--format', 'jsonl')).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as StoryLine);
    expect(lines).toEqual((await json()).lines);
    const { stdout } = await audit('--format', 'csv');
    const rows = stdout.trim().split('\r\n');
    expect(rows[0]).toMatch(/^revision,position,event_id,type,recorded_at,/);
    expect(rows).toHaveLength(lines.length + 1);
    expect(rows.at(-1)).toContain(
      `,${round.cat},'=Cat Fox,COMMITTEE,,${round.ann},Ann Lee,7,COMMITTEE,6,8,"For the committee`,
    );
  });

  it('writes a self-contained HTML file in which names are escaped', async () => {
    const answer = await audit('--format', 'html', '--to', 'round.html');
    const file = path.join(folder, 'round.html');
    const stdout = `Wrote the audit of round ${round.matchId} to ${file}.\n`;
    expect(answer).toEqual({ code: 0, stderr: '', stdout });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const page = readFileSync(file, 'utf8');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/(src|href|url|import)\s*[=(]|<script|https?:/i);
    expect(page).toContain('Bob &lt;b&gt;O&#39;Ray&lt;/b&gt;');
    expect(page).not.toContain('<b>O');
    expect(page.match(/<section class="card">/g)).toHaveLength(2);
    expect(page).toContain('Each event is as it was recorded.');
    expect(page).toContain('Player: <s>3</s> → <b>5</b>, 2026-11-21 11:43:00, by Ann Lee');
    expect(page).toContain('by pat');
    const again = await audit('--format', 'html', '--to', 'round.html', '--json');
    expect(again.code).toBe(1);
    const error = expect.stringMatching(/^There is such a file already: name another\. \(EEXIST/);
    expect(JSON.parse(again.stdout)).toMatchObject({ ok: false, error });
  });

  it('leaves no part of a file that the disk cannot hold', () => {
    const file = path.join(folder, 'part.html');
    const args = ['audit', 'round', round.matchId, '--format', 'html', '--to', file];
    // A limit of 4 kB for every file stands in for a full disk.
    const limited = [
      '-c',
      'ulimit -f 8 && exec "$@"',
      'sh',
      process.execPath,
      path.resolve('dist/fairmark.js'),
      ...args,
    ];
    const env = { PATH: process.env.PATH, DATABASE_URL: club.url };
    const { status, stderr } = spawnSync('sh', limited, { env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('EFBIG') });
    expect(existsSync(file)).toBe(false);
  });

  it('verifies from a bundle, without committee notes', async () => {
    const { people } = await json();
    expect(people.map(({ id }) => id)).toEqual([round.ann, round.bob, round.cat]);
    const to = path.join(folder, 'evidence');
    expect(await ops(club.url, ['audit', 'export', round.matchId, '--names', '--to', to])).toMatchObject({ code: 0 });
    for (const file of ['card.json', 'card.html']) {
      const text = readFileSync(path.join(to, file), 'utf8');
      expect(text).toContain('Its note is not in this file.');
      expect(text).not.toMatch(/erased|A wrong ball/);
    }
    expect(await ops(null, ['audit', 'verify', to])).toMatchObject({ code: 0, stderr: '' });
  });

  it.each<[string[], number, string]>([
    [['audit', 'round', NO_ROUND], 1, `There is no round ${NO_ROUND} in the log.`],
    [['audit', 'round', 'saturday'], 2, "'saturday' is not the id of a round"],
    [['audit', 'round', NO_ROUND, '--diff', '1'], 2, '--diff takes two moments'],
    [['audit', 'round', NO_ROUND, '--diff', '1', '2', '--format', 'html'], 2, '--diff has the format table or json.'],
    [['audit', 'round', NO_ROUND, '--diff', '1', '2', '--at', '1'], 2, '--at and --diff cannot be combined.'],
    [['audit', 'reads', '--subject', 'saturday'], 2, "Nothing is recorded under 'saturday': name a round"],
    [['audit', 'reads', '--subject', 'Saltbush Links 2026-02-30'], 2, 'Nothing is recorded under'],
    [['audit', 'reads', '--subject', 'Nowhere 2026-11-21'], 1, "There is no course 'Nowhere'"],
    [['audit', 'round', NO_ROUND, '--format', 'pdf'], 2, 'Allowed choices are table, json, jsonl, csv, html'],
  ])('refuses the arguments %j', async (args, code, words) => {
    expect(await ops(club.url, args)).toEqual(refusal(words, code));
  });

  it('is found by id, stream or link, and records the read first, even for a round that does not exist', async () => {
    const link = `http://localhost:3000/${round.matchId}/scorecard`;
    for (const named of [round.matchId, ` ${round.matchId.toUpperCase()}`, link, `match-${round.matchId}`]) {
      expect((await ops(club.url, ['audit', 'round', named])).stdout).toContain(`Round ${round.matchId}`);
      const reads = await readsOf(named);
      expect(reads).toContainEqual(expect.objectContaining({ what: 'round', reader: 'pat' }));
      expect(new Set(reads.map(({ subject }) => subject))).toEqual(new Set([round.matchId]));
    }
    expect((await readsOf(NO_ROUND)).map(({ what }) => what)).toContain('round');
  });

  it('names the first event that was altered', async () => {
    const fault = 'It was changed: its hash does not match.';
    const proof = { whole: false, eventId: 'the event', revision: '7', fault } as const;
    const altered = { ...(await json()), proof };
    const words =
      'PROOF BROKEN: event the event at revision 7 is not as it was recorded. It was changed: its hash does';
    expect(roundText(altered)).toContain(words);
    const page = roundHtml(altered, { by: 'pat', at: '2026-11-22T00:00:00.000Z' });
    expect(page).toContain('This round was altered after it was recorded.');
    expect(page).toContain(`${fault} What follows cannot be relied on.`);
  });
});
