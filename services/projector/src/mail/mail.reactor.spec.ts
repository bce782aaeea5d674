import { randomUUID } from 'node:crypto';
import { LIMITS } from '@fairmark/contract';
import { matchStream, type MatchEvent } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import * as golfers from '@fairmark/events/testing/golfers';
import { BANKSIA, invited, lobbyOf, playedOut, started } from '../testing/short-match.js';
import { MailStand } from '../testing/mail-stand.js';
import { momentWords } from './mail.words.js';

const MINUTE_MS = 60_000;

describe('mails caused by events', () => {
  const mails = MailStand.forSuite();
  let ann: { id: string; email: string };
  let bob: typeof ann;
  beforeEach(async () => {
    ann = await mails.golfer('Ann Lee');
    bob = await mails.golfer('Bob Ray');
  });

  /** A lobby with an invitation, recorded this many minutes ago. */
  const invites = async (hostId: string, userId: string, minutesAgo = 0) => {
    const [matchId, inviteId] = [randomUUID(), randomUUID()];
    await mails.happens(matchId, [...lobbyOf(matchId, hostId), invited(inviteId, userId)], minutesAgo);
    return { matchId, inviteId };
  };
  /** A round of two that was played to the end, recorded this many minutes ago. */
  const plays = async (players: readonly [string, string], minutesAgo: number) => {
    const matchId = randomUUID();
    const events = [...lobbyOf(matchId, players[0]), ...started(players), ...playedOut(players)];
    await mails.happens(matchId, events, minutesAgo);
    return matchId;
  };
  const waitsLong = ({ due_at, sent_at }: { due_at: Date; sent_at: Date | null }) =>
    sent_at === null && due_at.getTime() > Date.now() + 30 * MINUTE_MS;
  const subjectsTo = ({ email }: { email: string }) => mails.catcher.mailsTo(email).map(({ subject }) => subject);

  it('begin at the end of the existing log', async () => {
    await invites(ann.id, bob.id);
    await mails.reacts();
    expect(await mails.mailCheckpoint()).toBe(await mails.store.head());
    const { matchId, inviteId } = await invites(ann.id, bob.id);
    await mails.readToEnd();
    const [event] = await mails.eventIds(matchId, 'PlayerInvited');
    expect(await mails.outbox()).toEqual([
      expect.objectContaining({ cause: `invitation-${event}`, user_id: bob.id, about: { matchId, inviteId } }),
    ]);
  });

  it('wait until they are due, even over restarts, and are sent once', async () => {
    const first = await mails.reacts();
    await (await mails.works()).stop();
    const { matchId, inviteId } = await invites(ann.id, bob.id);
    await mails.readToEnd();
    await first.stop();
    const [waiting] = await mails.outbox();
    expect(waiting?.due_at.getTime()).toBeGreaterThan(Date.now() + MINUTE_MS / 2);
    expect(waiting?.due_at.getTime()).toBeLessThan(Date.now() + 2 * MINUTE_MS);

    await mails.reacts();
    await mails.goOut();
    // As after a restore of a slightly older copy of the database.
    await mails.sql('update app.mail_checkpoint set position = 1');
    await mails.goOut();
    expect(await mails.outbox()).toEqual([expect.objectContaining({ sent_at: expect.any(Date), about: null })]);
    const [mail, ...others] = mails.catcher.mailsTo(bob.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Ann Lee invites you to a round at Banksia Links');
    expect(mail?.text).toContain(`http://fairmark.test:3000/join-lobby?inviteId=${inviteId}&matchId=${matchId}`);
    expect(mail?.text).toContain('Ann Lee invites you to a match round at Banksia Links.');
    expect(`${mail?.text}${mail?.html}`).not.toContain(ann.email);
    expect(mails.lines.join('')).not.toMatch(/Ann|Bob|golfers\.test/);
  });

  it('are made once for each event, however many processes read and fail', async () => {
    await mails.reacts({ pageSize: 3 });
    const child = mails.spawn();
    await mails.reacts({ pageSize: 2 });
    const expected: string[] = [];
    for (let round = 0; round < 40; round += 1) {
      const { matchId } = await invites(ann.id, bob.id);
      expected.push(...(await mails.eventIds(matchId, 'PlayerInvited')).map((id) => `invitation-${id}`));
      if (round % 8 === 4) await mails.cut('fairmark jobs');
      if (round === 20) await mails.kill(child);
    }
    await mails.readToEnd();
    expect((await mails.outbox()).map(({ cause }) => cause).toSorted()).toEqual(expected.toSorted());
  });

  it('are not sent when the invitation was answered or taken back, or its lobby has ended', async () => {
    await mails.reacts();
    /** Invites Bob, and then this happens. */
    const followedBy = async (event: (inviteId: string) => MatchEvent) => {
      const { matchId, inviteId } = await invites(ann.id, bob.id);
      await mails.happens(matchId, [event(inviteId)]);
    };
    await followedBy((inviteId) => ({ type: 'InviteAccepted', data: { inviteId, userId: bob.id, gender: 'MALE' } }));
    await followedBy((inviteId) => ({ type: 'InviteRemoved', data: { inviteId, userId: bob.id } }));
    await followedBy(() => golfers.lobbyEnded('HOST_ENDED'));
    const open = await invites(ann.id, bob.id);
    await mails.goOut();
    expect(mails.catcher.mailsTo(bob.email).map(({ text }) => text.includes(open.matchId))).toEqual([true]);
  });

  it('cannot be redirected by a golfer’s name', async () => {
    const eve = await mails.golfer('Eve\r\nBcc: victim@golfers.test\r\n\r\nhttps://evil.example');
    const bob = await mails.golfer('Bob\r\nBcc: victim@golfers.test');
    await mails.reacts();
    await invites(eve.id, bob.id);
    await mails.goOut();
    const [mail] = mails.catcher.mailsTo(bob.email);
    expect(mail?.subject).toBe(
      'Eve Bcc: victim at golfers. test https evil. example invites you to a round at Banksia Links',
    );
    expect(mail?.to).toEqual([bob.email]);
    expect(mail?.text).toContain('Hello Bob Bcc: victim at golfers. test,');
    expect(mails.catcher.mailsTo('victim@golfers.test')).toEqual([]);
  });

  it('stop at ten invitations a day', async () => {
    const cat = await mails.golfer('Cat Fox');
    await mails.reacts();
    for (const [{ id }, sent] of [[bob, 10] as const, [cat, 9] as const]) {
      await mails.sql(
        `insert into app.mail_outbox (cause, kind, user_id, sent_at)
         select 'earlier-' || $1 || '-' || n, 'INVITATION', $1::uuid, now() - n * interval '2 hours' from generate_series(1, $2) n`,
        [id, sent],
      );
      await invites(ann.id, id);
    }
    await mails.goOut();
    expect([bob, cat].map((golfer) => subjectsTo(golfer).length)).toEqual([0, 1]);
  });

  it('are limited to five an hour, with the last three reserved for account links', async () => {
    await mails.reacts();
    /** First words of the subjects of Bob's mails, once this many others wait for the next hour. */
    const got = async (waiting: number) => {
      await mails.goOut();
      await eventually(async () => (await mails.outbox()).filter(waitsLong).length === waiting);
      return subjectsTo(bob).map((subject) => subject.split(' ')[0]);
    };
    for (let n = 0; n < 3; n += 1) await invites(ann.id, bob.id);
    expect(await got(1)).toEqual(['Ann', 'Ann']);
    for (let n = 0; n < 4; n += 1) await mails.asks(bob.id, 'RESET_PASSWORD');
    expect(await got(2)).toEqual(['Ann', 'Ann', 'Set', 'Set', 'Set']);
    await mails.sql(`update app.mail_outbox set sent_at = sent_at - interval '1 hour'`);
    await mails.goOut();
    await eventually(() => mails.catcher.mailsTo(bob.email).length === 7);
    expect((await got(0)).slice(5)).toEqual(expect.arrayContaining(['Ann', 'Set']));
  });

  it('are not sent to deleted, leaving or unverified accounts, nor made for old events', async () => {
    const [gone, going, unverified, late] = [
      { id: randomUUID() },
      await mails.golfer('Going Golfer'),
      await mails.golfer('Unverified Golfer', { verified: false }),
      await mails.golfer('Late Golfer'),
    ];
    await mails.reacts();
    await invites(ann.id, late.id, 25 * 60);
    await plays([ann.id, late.id], 49 * 60);
    for (const { id } of [gone, going, unverified]) await invites(ann.id, id);
    await mails.readToEnd();
    expect((await mails.outbox()).map(({ user_id }) => user_id).toSorted()).toEqual(
      [going.id, unverified.id].toSorted(),
    );
    await mails.sql('update app.users set deletion_requested_at = now() where id = $1', [going.id]);
    await mails.allDue();
    await mails.works();
    await eventually(async () =>
      (await mails.outbox()).some((row) => row.user_id === unverified.id && row.about === null),
    );
    await mails.sql('delete from app.users where id = $1', [going.id]);
    await mails.settled();
    expect([going, unverified].map(subjectsTo)).toEqual([[], []]);
  });

  it('are not sent to blocked accounts, except links, nor as invitations of blocked or deleted hosts', async () => {
    const [blocked, leaving] = [await mails.golfer('Blocked Golfer'), await mails.golfer('Leaving Golfer')];
    await mails.reacts();
    await invites(ann.id, blocked.id);
    await plays([ann.id, blocked.id], 300);
    for (const { id } of [blocked, leaving]) await invites(id, bob.id);
    await mails.readToEnd();
    await mails.asks(blocked.id, 'RESET_PASSWORD');
    await mails.sql('update app.users set blocked_at = now() where id = $1', [blocked.id]);
    await mails.sql('update app.users set deletion_requested_at = now() where id = $1', [leaving.id]);
    await mails.goOut();
    expect([ann, bob, blocked].map(subjectsTo)).toEqual([
      ['Sign your round at Banksia Links'],
      [],
      ['Set a new Fairmark password'],
    ]);
  });

  it('give the round and the end of an invitation, by the clock of the course', async () => {
    await mails.reacts();
    const [matchId, inviteId] = [randomUUID(), randomUUID()];
    const lobby = golfers.social({ matchId, hostId: ann.id, course: { ...BANKSIA, timeZone: 'Australia/Perth' } });
    await mails.happens(matchId, [lobby, invited(inviteId, bob.id)], 30);
    const [event] = await mails.store.readStream(matchStream(matchId), 0n, { limit: 1 });
    const end = new Date(Date.parse(event?.metadata.recordedAt ?? '') + LIMITS.lobbyLifetimeMs);
    await mails.goOut();
    const text = mails.catcher.mailsTo(bob.email)[0]?.text ?? '';
    expect(text).toContain('Ann Lee invites you to a practice round at Banksia Links.');
    expect(text).toContain('Round: Practice, stableford');
    expect(text).toContain(`until ${momentWords(end, 'Australia/Perth')} (time at the course)`);
  });

  it('remind both players of an unsigned round, once', async () => {
    await mails.reacts();
    const matchId = await plays([ann.id, bob.id], 5 * 60);
    await mails.goOut();
    expect((await mails.outbox()).filter(({ kind }) => kind === 'SIGNATURE')).toHaveLength(2);
    // Bob's invitation was answered before its mail was due.
    for (const golfer of [ann, bob]) expect(subjectsTo(golfer)).toEqual(['Sign your round at Banksia Links']);
    const [mail] = mails.catcher.mailsTo(ann.email);
    expect(mail?.text).toContain(`http://fairmark.test:3000/${matchId}/scorecard`);
    expect(mail?.text).toContain('To sign: Your card and the card of Bob Ray');
  });

  it('are not repeated by a rebuild of the tables', async () => {
    await plays([ann.id, bob.id], 300);
    await mails.reacts();
    await mails.rebuild();
    await invites(ann.id, bob.id);
    await mails.readToEnd();
    expect((await mails.outbox()).map(({ kind }) => kind)).toEqual(['INVITATION']);
  });

  it.each([
    ['another log', `log_id = 'another'`],
    ['a later position than the log has', 'position = 1000000'],
  ])('stop with the checkpoint of %s, until an operator deletes it', async (_, change) => {
    await invites(ann.id, bob.id);
    await (await mails.reacts()).stop();
    await mails.sql(`update app.mail_checkpoint set ${change}`);
    await invites(ann.id, bob.id);
    const refused = await mails.reacts();
    await eventually(() => mails.lines.join('').includes('causes none'));
    expect(await mails.outbox()).toEqual([]);
    await refused.stop();
    await mails.sql('delete from app.mail_checkpoint');
    await mails.reacts();
    await invites(ann.id, bob.id);
    await mails.readToEnd();
    expect(await mails.outbox()).toHaveLength(1);
  });
});
