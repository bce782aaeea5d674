import { randomUUID } from 'node:crypto';
import { MESSAGES } from '@fairmark/contract';
import type { Type } from '@nestjs/common';
import { inputPipe } from '../../http/input.pipe.js';
import { InviteDto, PositionQuery, ReadyDto, ScoreDto, StartDto } from './match.dto.js';

const take = <T>(kind: Type<T>, sent: object): Promise<T> =>
  inputPipe().transform(sent, { type: 'body', metatype: kind });
const matchId = randomUUID();

describe('what the match calls take', () => {
  it.each<[string, Type<unknown>, object, string, string]>([
    ['hole 19', ScoreDto, { matchId, holeNumber: 19, strokes: 4 }, 'holeNumber', MESSAGES.holeRange],
    ['hole one and a half', ScoreDto, { matchId, holeNumber: 1.5, strokes: 4 }, 'holeNumber', MESSAGES.holeRange],
    ['no hole', ScoreDto, { matchId, strokes: 4 }, 'holeNumber', MESSAGES.holeRange],
    ['31 strokes', ScoreDto, { matchId, holeNumber: 1, strokes: 31 }, 'strokes', MESSAGES.strokesRange],
    ['strokes as text', ScoreDto, { matchId, holeNumber: 1, strokes: '4' }, 'strokes', MESSAGES.strokesRange],
    [
      'a handicap as text',
      ReadyDto,
      { matchId, settings: { handicap: '-4.2' } },
      'settings.handicap',
      MESSAGES.handicapRange,
    ],
    ['no handicap', ReadyDto, { matchId, settings: {} }, 'settings.handicap', MESSAGES.handicapRequired],
    [
      'a position of letters',
      PositionQuery,
      { position: 'abc' },
      'position',
      'Position must be the number that a command answered',
    ],
  ])('refuses %s in words for golfers', async (_, kind, sent, field, message) => {
    await expect(take(kind, sent)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message,
      details: { [field]: message },
    });
  });

  it('names the field where its text does not', async () => {
    await expect(take(InviteDto, { id: 'x', matchId })).rejects.toMatchObject({
      message: 'id must be a UUID',
      details: { id: 'must be a UUID' },
    });
  });

  it.each([-120, 9.7, 1e9, 0, null])('takes and ignores the daily handicap %j of a phone', async (dailyHandicap) => {
    await expect(take(ReadyDto, { matchId, settings: { handicap: 5, dailyHandicap } })).resolves.toBeInstanceOf(
      ReadyDto,
    );
    await expect(take(StartDto, { matchId, userSettings: { dailyHandicap } })).resolves.toBeInstanceOf(StartDto);
  });

  it.each(['9', Infinity])('but not %j, which is no number', async (dailyHandicap) => {
    await expect(take(ReadyDto, { matchId, settings: { handicap: 5, dailyHandicap } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('reads ids in any case of letters as the same', async () => {
    const id = randomUUID();
    const sent = { id: id.toUpperCase(), matchId: matchId.toUpperCase() };
    await expect(take(InviteDto, sent)).resolves.toEqual({ id, matchId });
  });
});
