import type { MatchEvent } from '@fairmark/events';
import type { TestGolfer } from '../testing/api.js';
import { PlayerMatches } from '@fairmark/read-models';
import { Club, card, TODAY } from './testing/club.js';

const SOON = new Date(`${TODAY}T12:00:00Z`);
const NEXT_DAY = new Date(SOON.getTime() + 24 * 3_600_000);

describe('matches and invitations of a golfer', () => {
  const club = Club.forSuite();
  const matches = () => club.api.app.get(PlayerMatches);

  const open = async (golfer: TestGolfer, now = SOON) => {
    await club.caughtUp();
    return matches().openFor(golfer.id, now);
  };
  const pending = async (golfer: TestGolfer, now = SOON) => {
    await club.caughtUp();
    return (await matches().pendingInvites(golfer.id, now)).map(({ id }) => id);
  };
  const answer = (type: 'InviteDenied' | 'InviteRemoved', inviteId: string, golfer: TestGolfer): MatchEvent => ({
    type,
    data: { inviteId, userId: golfer.id },
  });
  const accepted = (inviteId: string, golfer: TestGolfer): MatchEvent => ({
    type: 'InviteAccepted',
    data: { inviteId, userId: golfer.id, gender: golfer.gender },
  });

  it('nobody has any before anything happens', async () => {
    const [ann] = await club.golfers('Ann');
    expect(await open(ann)).toEqual([]);
    expect(await pending(ann)).toEqual([]);
    expect(await matches().recentFellows(ann.id)).toEqual([]);
  });

  it('a lobby is open for its members until it ends or is a day old', async () => {
    const [ann, bob] = await club.golfers('Ann', 'Bob');
    const { matchId, invites: ids } = await club.opens(ann, [bob]);
    expect(await open(ann)).toEqual([matchId]);
    expect(await open(bob)).toEqual([]);
    await club.happens(matchId, [accepted(ids[0] ?? '', bob)]);
    expect(await open(bob)).toEqual([matchId]);
    expect(await open(bob, NEXT_DAY)).toEqual([]);
    await club.happens(matchId, [{ type: 'PlayerRemoved', data: { userId: bob.id } }]);
    expect(await open(bob)).toEqual([]);
    await club.happens(matchId, [{ type: 'LobbyEnded', data: { reason: 'HOST_ENDED' } }]);
    expect(await open(ann)).toEqual([]);
  });

  it('a round is open while I owe a hole on a card, for a day, and comes before a lobby', async () => {
    const [ann, bob, cat] = await club.golfers('Ann', 'Bob', 'Cat');
    const matchId = await club.plays({
      cards: [
        { golfer: ann, holes: card({ 12: null }), marked: card(), signed: 'nobody' },
        { golfer: bob, holes: card(), marked: card({ 3: null }), signed: 'nobody' },
        { golfer: cat, holes: card(), signed: 'nobody' },
      ],
    });
    // Ann owes her own 12th, and the 3rd of Bob, whom she marks; Cat, who marks Ann, owes nothing.
    expect([await open(ann), await open(bob), await open(cat)]).toEqual([[matchId], [], []]);
    expect(await open(ann, NEXT_DAY)).toEqual([]);
    const lobby = await club.opens(ann, []);
    expect(await open(ann)).toEqual([matchId, lobby.matchId]);
    const scored = (holeNumber: number, userId: string): MatchEvent => {
      const side = userId === ann.id ? 'PLAYER' : 'MARKER';
      const entry = { strokes: 4, noScore: false, replaces: null };
      return { type: 'HoleScored', data: { userId, side, enteredBy: ann.id, holeNumber, ...entry } };
    };
    await club.happens(matchId, [scored(3, bob.id)]);
    expect(await open(ann)).toEqual([matchId, lobby.matchId]);
    await club.happens(matchId, [scored(12, ann.id)]);
    expect(await open(ann)).toEqual([lobby.matchId]);
  });

  it('an invitation waits until it is answered, taken back, or the lobby is over', async () => {
    const [host, ann, bob, cat, dan] = await club.golfers('Host', 'Ann', 'Bob', 'Cat', 'Dan');
    const { matchId, invites: ids } = await club.opens(host, [ann, bob, cat, dan]);
    const [first = '', second = '', third = '', fourth = ''] = ids;
    expect([await pending(ann), await pending(bob), await pending(cat), await pending(dan)]).toEqual(
      ids.map((id) => [id]),
    );
    expect(await pending(host)).toEqual([]);
    expect(await pending(ann, NEXT_DAY)).toEqual([]);
    await club.happens(matchId, [
      accepted(first, ann),
      answer('InviteDenied', second, bob),
      answer('InviteRemoved', third, cat),
    ]);
    expect([await pending(ann), await pending(bob), await pending(cat)]).toEqual([[], [], []]);
    expect(await pending(dan)).toEqual([fourth]);
    await club.happens(matchId, [{ type: 'LobbyEnded', data: { reason: 'EXPIRED' } }]);
    expect(await pending(dan)).toEqual([]);
  });

  it('an invitation says who invites where; also when the host’s account is gone', async () => {
    const [host, ann] = await club.golfers('Host', 'Ann');
    const { matchId, invites: ids } = await club.opens(host, [ann]);
    await club.caughtUp();
    const [course] = club.courses;
    const invite = {
      id: ids[0],
      inviteId: ids[0],
      status: 'PENDING',
      host: { id: host.id, fullName: host.fullName },
      course: { id: course.courseId, name: course.name, clubName: course.clubName, courseName: course.courseName },
      match: { id: matchId, playType: 'COMPETITION', matchType: 'STROKE', tee: 'Standard' },
      matchId,
    };
    expect(await matches().pendingInvites(ann.id, SOON)).toEqual([invite]);
    await club.api.sql('delete from app.users where id = $1', [host.id]);
    expect(await matches().pendingInvites(ann.id, SOON)).toEqual([
      { ...invite, host: { id: host.id, fullName: 'Deleted player' } },
    ]);
  });

  it('recent fellows are those played with, the latest first, whoever left the lobby left out', async () => {
    const [ann, bob, cat, dan] = await club.golfers('Ann', 'Bob', 'Cat', 'Dan');
    const together = (...fellows: TestGolfer[]) =>
      club.plays({ cards: fellows.map((golfer) => ({ golfer, holes: card() })) });
    await together(ann, bob);
    await together(ann, cat);
    const { matchId, invites: ids } = await club.opens(ann, [dan]);
    await club.happens(matchId, [accepted(ids[0] ?? '', dan)]);
    await club.caughtUp();
    expect(await matches().recentFellows(ann.id)).toEqual([cat.id, bob.id]);
    await together(bob, ann);
    await club.caughtUp();
    expect(await matches().recentFellows(ann.id)).toEqual([bob.id, cat.id]);
  });
});
