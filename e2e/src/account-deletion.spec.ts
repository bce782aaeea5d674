import { createHash } from 'node:crypto';
import {
  DELETED_PLAYER,
  type CompetitionAnswer,
  type CompetitionsAnswer,
  type LeaderboardRow,
} from '@fairmark/contract';
import { recordAct } from '@fairmark/server';
import { finishCompetition } from '@fairmark/projector';
import { eventually } from '@fairmark/events/testing/eventually';
import { Golfer } from './support/golfer.js';
import { eclectic } from '@fairmark/api/testing/caller';
import { allEnter, appoints, play, proofLinks } from './support/group.js';
import { Stack } from './support/stack.js';
import { tracesIn, tracesInText, type Needle } from './support/traces.js';

const FULL_NAME = 'Zephyrinquax Ödegårdsvik';
const GOLF_NUMBER = '9731046825';
const EMAIL = 'zephyrinquax.odegardsvik@quuxmail.example';
/** Four pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGM4IafBFWXDICJy4sMHLgAbegSJnWtBiQAAAABJRU5ErkJggg==',
  'base64',
);

/** Values in tables whose rows are deleted with the account. */
const DELETED =
  /^(app\.(users|avatars|mail_links|mail_outbox|correction_notes|operator_reasons|second_factors)|pg_toast\.\w+): /;

/**
 * What is left of a golfer who has deleted the account: ids and results, nothing that identifies the golfer. (Handicap
 * and gender stand in the log as inputs of scoring.) Searches every table of every schema, also Postgres's own, and
 * everything that the processes logged.
 */
describe('a deleted account', () => {
  let stack: Stack;
  let base: string;
  let zed: Golfer;
  let ann: Golfer;
  let bob: Golfer;

  beforeAll(async () => {
    stack = await Stack.start({ env: { REMIND_AFTER_MINUTES: '0', LOG_LEVEL: 'debug' }, postgres: {} });
    [base = ''] = stack.bases;
    zed = new Golfer(base, { name: FULL_NAME, gender: 'FEMALE', handicap: 23.7, golflinkNumber: GOLF_NUMBER }, EMAIL);
    ann = new Golfer(base, { name: 'Ann Lee', gender: 'MALE', handicap: 10 });
    bob = new Golfer(base, { name: 'Bob Ray', gender: 'MALE', handicap: 12 });
    for (const golfer of [zed, ann, bob]) await golfer.signsUp(stack.linkFromMail);
  });
  afterAll(async () => {
    zed?.hangsUp();
    await stack?.stop();
  });

  /**
   * Waits until a mail about a match or a competition is queued for a golfer, and makes it due. Earlier mails are dated
   * back by an hour, so that they do not count towards its limit.
   */
  const due = (golfer: Golfer, subjectId: string) =>
    eventually(async () => {
      await stack.database.query(
        `update app.mail_outbox set sent_at = sent_at - interval '1 hour' where user_id = $1`,
        [golfer.id],
      );
      const { rowCount } = await stack.database.query(
        `update app.mail_outbox set due_at = least(due_at, now()) where user_id = $1 and position($2 in about::text) > 0`,
        [golfer.id, subjectId],
      );
      return (rowCount ?? 0) > 0;
    }, `a mail waits for ${golfer.profile.name}`);
  const mailed = (golfer: Golfer, subject: string) =>
    eventually(
      () => stack.mailsTo(golfer.email).some((mail) => mail.subject.includes(subject)),
      () => `${subject}: ${JSON.stringify(stack.mailsTo(golfer.email))}; ${stack.projectors[0]?.output.slice(-2_000)}`,
    );

  const plays = async (host: Golfer, other: Golfer, course: string): Promise<string> => {
    const matchId = await play(host, [other], { course, matchType: 'STROKE' });
    await allEnter(matchId, [host, other]);
    return matchId;
  };
  const invitesTo = async (host: Golfer, guest: Golfer, course: string): Promise<string> => {
    const matchId = await host.creates({ course });
    await host.invites(matchId, guest);
    return matchId;
  };
  const hosts = async (host: Golfer, name: string, course: string): Promise<string> => {
    const form = eclectic(course, [zed, ann, bob], { competitionName: name });
    return (await host.does<{ competition: { id: string } }>('POST', '/api/competitions', form)).competition.id;
  };
  const finishes = (competitionId: string) => finishCompetition(stack.log, competitionId, '2099-01-01T00:00:00.000Z');
  /** Secret values in the database, which no answer has. */
  const valuesOf = async (column: string, from: string, ...values: string[]): Promise<string[]> => {
    const { rows } = await stack.database.query<{ value: string }>(`select ${column} as value from ${from}`, values);
    return rows.map(({ value }) => value);
  };

  it('leaves only ids and results in tables and logs, also after a rebuild', async () => {
    const secrets: Needle[] = [{ what: 'token of a session', value: zed.token }];
    const keep = (what: string, token: string) =>
      secrets.push(
        { what, value: token },
        { what: `hash of a ${what}`, value: createHash('sha256').update(token).digest('hex') },
      );
    const verify = await stack.linkFromMail(EMAIL);
    keep('verify link', verify.searchParams.get('token') ?? '');
    const course = await proofLinks(zed);

    // A picture, a search for the name, a second registration with the same address, and a wrong password.
    const form = new FormData();
    const fields = { fullName: FULL_NAME, golflinkNumber: GOLF_NUMBER, handicap: '23.7' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('avatar', new Blob([new Uint8Array(PICTURE)], { type: 'image/png' }), `${FULL_NAME}.png`);
    const headers = { authorization: `Bearer ${zed.token}` };
    const saved = await fetch(`${base}/api/user/settings`, { method: 'POST', headers, body: form });
    const { user } = (await saved.json()) as { user: { avatar: string } };
    const picture = Buffer.from(await (await fetch(`${base}${user.avatar}`)).arrayBuffer());
    secrets.push(
      { what: 'picture', value: picture },
      { what: 'address of the picture', value: user.avatar.split('/').at(-1) ?? '' },
    );
    await ann.does('GET', `/api/user/search?query=${encodeURIComponent('Zephyr')}`);
    expect(await ann.call('POST', '/api/auth/register', zed.registration)).toMatchObject({
      body: { error: { code: 'EMAIL_TAKEN' } },
    });
    expect(await ann.call('POST', '/api/auth/login', { email: EMAIL, password: 'not it at all' })).toMatchObject({
      status: 401,
    });
    await zed.listens();

    // Mails of every kind, sent.
    await zed.does('POST', '/api/auth/forgot-password', { email: EMAIL });
    await mailed(zed, 'Set a new Fairmark password');
    keep('reset link', (await stack.linkFromMail(EMAIL)).searchParams.get('token') ?? '');
    const verified = await plays(zed, ann, course);
    for (const golfer of [zed, ann]) await golfer.signs(verified);
    const unsigned = await plays(ann, zed, course);
    await ann.signs(unsigned);
    await due(zed, unsigned);
    await mailed(zed, 'Sign your round');
    const lobby = await invitesTo(bob, zed, course);
    await due(zed, lobby);
    await mailed(zed, 'Bob Ray invites you');
    await due(ann, await invitesTo(zed, ann, course));
    await mailed(ann, `${FULL_NAME} invites you`);
    const [first, second] = [await hosts(zed, 'First', course), await hosts(ann, 'Second', course)];
    await stack.differences();
    await finishes(first);
    for (const golfer of [zed, bob]) {
      await due(golfer, first);
      await mailed(golfer, 'First is finished');
    }

    // Corrections with notes, by and about the golfer.
    for (const [member, golfer, note] of [
      [bob, zed, 'Quuxball was played on the 4th'],
      [zed, ann, 'Wibblestroke was forgotten'],
    ] as const) {
      await appoints(stack.databaseUrl, member, 'COMMITTEE', course);
      const noted = { userId: golfer.id, reason: 'OTHER', note, holes: [{ holeNumber: 4, strokes: 6 }] };
      await member.does('POST', `/api/match/${verified}/corrections`, noted);
    }
    const [secret = ''] = await valuesOf('secret', 'app.second_factors where user_id = $1', zed.id);
    secrets.push({ what: 'secret of an authenticator', value: secret });
    const salts = await valuesOf('salt', 'app.correction_notes');
    secrets.push(...salts.map((value) => ({ what: 'salt of a note', value })));
    for (const note of ['Quuxball', 'Wibblestroke']) secrets.push({ what: `note about ${note}`, value: note });

    // Acts of operators on the account and on a competition of the golfer, with their reasons.
    const recorded = { operator: 'pat', userId: zed.id, reason: 'Snigglewort' };
    await recordAct(stack.database, { ...recorded, act: 'BLOCK', subject: zed.id });
    await recordAct(stack.database, { ...recorded, act: 'REMOVE_COMPETITION', subject: first });
    secrets.push({ what: 'reason of an operator', value: 'Snigglewort' });

    // Waiting mails of every kind that can wait: the mail server is down, and their jobs have already failed.
    const startMails = await stack.stopMails();
    await zed.does('POST', '/api/auth/forgot-password', { email: EMAIL });
    const waiting = `app.mail_outbox where kind = 'RESET_PASSWORD' and user_id = $1 and link_token is not null`;
    for (const token of await valuesOf('link_token', waiting, zed.id)) keep('reset link that waits', token);
    await ann.does('DELETE', `/api/match/${unsigned}/verify`, { userId: ann.id });
    await bob.does('POST', '/api/match/leave-lobby', { matchId: lobby });
    const another = await invitesTo(bob, zed, course);
    await stack.differences();
    await finishes(second);
    await stack.differences();
    for (const subjectId of [unsigned, another, second]) await due(zed, subjectId);
    const failed = async () =>
      (await stack.database.query(`select 1 from pg_stat_user_tables where schemaname = 'jobs' and n_live_tup > 0`))
        .rowCount !== 0 && (stack.projectors[0]?.output.match(/a job failed, trying again/g)?.length ?? 0) >= 4;
    await eventually(failed, 'jobs fail');
    // Postgres gathers statistics of columns, as it otherwise does from time to time.
    await stack.database.query('analyze');

    const needles: Needle[] = [
      { what: 'name', value: 'Zephyrinquax' },
      { what: 'family name', value: 'degårdsvik' },
      { what: 'email', value: EMAIL },
      { what: 'part of the email', value: 'quuxmail' },
      { what: 'golf number', value: GOLF_NUMBER },
      ...secrets,
    ];
    const before = await tracesIn(stack.databaseUrl, needles);
    // The search finds these values, and only in rows that are deleted with the account.
    expect(before).toEqual(
      expect.arrayContaining([
        'app.users: name',
        'app.users: golf number',
        'app.avatars: picture',
        'app.correction_notes: note about Quuxball',
        'app.correction_notes: salt of a note',
        'app.operator_reasons: reason of an operator',
        'app.second_factors: secret of an authenticator',
      ]),
    );
    expect(before.filter((trace) => !DELETED.test(trace))).toEqual([]);

    await zed.confirmsPassword();
    await zed.does('DELETE', '/api/user/delete');
    await eventually(
      async () => (await stack.database.query('select from app.users where id = $1', [zed.id])).rowCount === 0,
      () => `the account is gone: ${stack.apis[0]?.output.slice(-1_000)}`,
    );
    expect(await tracesIn(stack.databaseUrl, needles)).toEqual([]);
    expect(await stack.differences()).toEqual([]);
    const rebuildOutput = await stack.rebuild();
    await stack.database.query('analyze');
    expect(await stack.differences()).toEqual([]);
    expect(await tracesIn(stack.databaseUrl, needles)).toEqual([]);

    // No further mail is sent, and the remaining jobs end.
    await startMails();
    await ann.does('POST', '/api/auth/forgot-password', { email: ann.email });
    await mailed(ann, 'Set a new Fairmark password');
    expect(stack.mailsTo(EMAIL)).toEqual([]);
    const outputs = [...stack.apis, ...stack.projectors].map(({ output }) => output);
    for (const text of [...outputs, stack.postgresLines.join('\n'), rebuildOutput]) {
      expect(text.length).toBeLessThan(200_000);
      expect(tracesInText(text, needles)).toEqual([]);
    }

    // The others' results remain.
    const { rounds } = await ann.match(verified);
    expect(JSON.stringify(rounds)).toContain(DELETED_PLAYER);
    const corrected = { note: null, reason: 'OTHER', holes: [{ holeNumber: 4, from: 4, to: 6 }] };
    expect(rounds.map(({ corrections }) => corrections)).toMatchObject([[corrected], [corrected]]);
    const results = await bob.does<{ rounds: LeaderboardRow[] }>(
      'GET',
      `/api/mothership/daily-results?course=${course}&sort=nett`,
    );
    expect(results.rounds.map(({ player }) => player.fullName).toSorted()).toEqual(['Ann Lee', DELETED_PLAYER]);
    const table = await bob.does<CompetitionAnswer>('GET', `/api/competitions/${second}`);
    expect(table.rounds.map(({ player }) => player.fullName)).toContain(DELETED_PLAYER);
    const { competitions } = await ann.does<CompetitionsAnswer>('GET', '/api/competitions');
    expect(competitions.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted());
  });
});
