import { randomUUID } from 'node:crypto';
import { ERRORS, MESSAGES } from '@fairmark/contract';
import type { Type } from '@nestjs/common';
import { inputPipe } from '../../http/input.pipe.js';
import { DailyResultsQuery } from '../../clubhouse/clubhouse.dto.js';
import { PositionQuery } from '../../positions/position.query.js';
import { AnswerInvite, CreateMatch, InvitePlayer, ScoreHole, SetSettings, StartMatch } from './match.commands.js';

const take = <T>(kind: Type<T>, sent: object): Promise<T> =>
  inputPipe().transform(sent, { type: 'body', metatype: kind });
const matchId = randomUUID();
const HANDICAP = 'settings.handicap';
const ACCEPTED = { id: matchId, status: 'ACCEPTED' };
const NO_POSITION = 'Position must be the number that a command answered';

describe('the input of match commands', () => {
  it.each<[string, Type<unknown>, object, string, string]>([
    ['hole 19', ScoreHole, { matchId, holeNumber: 19, strokes: 4 }, 'holeNumber', MESSAGES.holeRange],
    ['no hole', ScoreHole, { matchId, strokes: 4 }, 'holeNumber', MESSAGES.holeRange],
    ['31 strokes', ScoreHole, { matchId, holeNumber: 1, strokes: 31 }, 'strokes', MESSAGES.strokesRange],
    ['text as handicap', SetSettings, { matchId, settings: { handicap: '4' } }, HANDICAP, MESSAGES.handicapRange],
    ['no handicap', SetSettings, { matchId, settings: {} }, HANDICAP, MESSAGES.handicapRequired],
    ['a mangled join link', AnswerInvite, { ...ACCEPTED, matchId: 'abc' }, 'matchId', ERRORS.INVITE_NOT_FOUND.message],
    ['a mangled course', DailyResultsQuery, { course: 'abc' }, 'course', ERRORS.COURSE_NOT_FOUND.message],
    ['a position of letters', PositionQuery, { position: 'abc' }, 'position', NO_POSITION],
  ])('is refused with %s, in words for golfers', async (_, kind, sent, field, message) => {
    const refused = { code: 'INVALID_INPUT', message, details: { [field]: message } };
    await expect(take(kind, sent)).rejects.toMatchObject(refused);
  });

  it('is refused with the name of a field whose message lacks it', async () => {
    await expect(take(InvitePlayer, { id: 'x', matchId })).rejects.toMatchObject({
      message: 'id must be a UUID',
      details: { id: 'must be a UUID' },
    });
    await expect(take(SetSettings, { matchId, settings: { handicap: 5, dailyHandicap: '9' } })).rejects.toMatchObject({
      details: { 'settings.dailyHandicap': expect.any(String) },
    });
    await expect(take(SetSettings, { matchId, settings: { handicap: 5, marker: 'x' } })).rejects.toMatchObject({
      details: { 'settings.marker': 'This is not expected here' },
    });
  });

  it('is refused with a value in other letter case', async () => {
    const sent = { course: matchId, tee: 'pro', playType: 'COMPETITION', matchType: 'PAR' };
    await expect(take(CreateMatch, sent)).rejects.toMatchObject({ details: { tee: expect.any(String) } });
    await expect(take(CreateMatch, { ...sent, tee: 'Pro' })).resolves.toBeInstanceOf(CreateMatch);
  });

  it.each([-120, 9.7, 1e9, 0, null])('may have the daily handicap %j, which is ignored', async (dailyHandicap) => {
    await expect(take(SetSettings, { matchId, settings: { handicap: 5, dailyHandicap } })).resolves.toBeInstanceOf(
      SetSettings,
    );
    await expect(take(StartMatch, { matchId, userSettings: { dailyHandicap } })).resolves.toBeInstanceOf(StartMatch);
  });

  it.each([
    '2026-13-01T08:30:00Z',
    '2026-05-01T08:30:00+10:00',
    '2026-02-30T08:30:00Z',
    '2026-05-01T24:00:00Z',
    5,
    '2026-05-01T08:30:00ZZ',
  ])('is refused with the time %j', async (occurredAt) => {
    const details = { occurredAt: expect.any(String) };
    const scored = take(ScoreHole, { matchId, holeNumber: 1, strokes: 4, occurredAt });
    await expect(scored).rejects.toMatchObject({ code: 'INVALID_INPUT', details });
  });
});
