import type { BoardAnswer, BoardRow, Format } from '@fairmark/contract';

/** A card on a board, by the number of its place. */
export function boardRow(place: number, fields: Partial<BoardRow> = {}): BoardRow {
  return {
    key: `card-${place}`,
    rankLabel: String(place),
    countback: null,
    fullName: `Golfer ${place}`,
    dailyHandicap: 12,
    result: 44 - place,
    noScore: false,
    ...fields,
  };
}

/** The first places of a format. */
export const standing = (format: Format, rows: number) => ({
  format,
  rows: Array.from({ length: rows }, (_, index) => boardRow(index + 1)),
});

/** The server's answer about the board of a course. */
export function boardAnswer(fields: Partial<BoardAnswer> = {}): BoardAnswer {
  const standings = fields.standings ?? [standing('STABLEFORD', 3)];
  return {
    status: 200,
    position: '1',
    course: {
      id: 'harrow',
      name: 'Harrow Point',
      clubName: 'Harrow Point',
      courseName: 'Headland',
      timeZone: 'Australia/Melbourne',
    },
    day: '2026-11-21',
    now: '2026-11-21T01:00:00.000Z',
    cards: standings[0]?.rows.length ?? 0,
    ...fields,
    standings,
  };
}
