import {
  NOT_STARTED,
  type PersonRef,
  type RoundStoryAnswer,
  type StoryChange,
  type StoryLine,
  type StoryScore,
} from '@fairmark/contract';

/** A golfer; the id is the first name in small letters. */
export function golfer(fullName: string): PersonRef {
  return { id: fullName.split(' ')[0]?.toLowerCase() ?? fullName, fullName };
}

export const SAM = golfer('Sam Reid');
export const ALEX = golfer('Alex Kerr');
export const CASS = golfer('Cass Moore');

const markerOf = (card: PersonRef): PersonRef => (card === SAM ? ALEX : SAM);

const START = Date.parse('2026-11-21T22:00:00Z');
/** A stroke on every other hole. */
const RECEIVED = Array.from({ length: 18 }, (_, index) => (index + 1) % 2);
const PARS = [4, 4, 3, 5, 4, 4, 3, 4, 5, 4, 4, 3, 5, 4, 4, 3, 4, 5];

/** The markers of Sam's card and Alex's. */
export function markers(sams: PersonRef | null, alexs: PersonRef | null): StoryLine['markers'] {
  return [
    { card: SAM, marker: sams },
    { card: ALEX, marker: alexs },
  ];
}

/** Builds a round's story line by line; each is a minute after the one before it. */
class StoryBuilder {
  readonly lines: StoryLine[] = [];

  /** Any line; `event1` is the id of the first. */
  add(type: string, words: string, more: Partial<StoryLine> = {}): this {
    const nth = this.lines.length;
    const at = new Date(START + nth * 60_000).toISOString();
    this.lines.push({
      revision: String(nth),
      position: String(100 + nth),
      eventId: `event${nth + 1}`,
      type,
      recordedAt: at,
      occurredAt: at,
      by: SAM,
      as: null,
      deviceId: 'device-1',
      about: null,
      words,
      changes: [],
      markers: [],
      signature: null,
      hash: `hash${nth + 1}`,
      prevHash: nth === 0 ? null : `hash${nth}`,
      ...more,
    });
    return this;
  }

  enters(change: Partial<StoryChange> & { holeNumber: number; to: StoryScore }, more: Partial<StoryLine> = {}): this {
    const whole: StoryChange = { card: SAM, side: 'PLAYER', from: null, ...change };
    const { card, side, to, holeNumber } = whole;
    const by = side === 'PLAYER' ? card : markerOf(card);
    const words = `${by.fullName} entered ${to} on hole ${holeNumber}.`;
    return this.add('HoleScored', words, { by, as: side, about: card, changes: [whole], ...more });
  }

  signs(card: PersonRef, as: 'PLAYER' | 'MARKER'): this {
    const by = as === 'PLAYER' ? card : markerOf(card);
    const signature = { card, as, cardHash: `card of ${card.id}`, entries: PARS, fits: true };
    return this.add('CardSigned', `${by.fullName} signed ${card.fullName}'s card.`, { by, as, about: card, signature });
  }

  corrects(card: PersonRef, holeNumber: number, from: StoryScore, to: StoryScore): this {
    return this.add('CardCorrected', `The committee corrected hole ${holeNumber}.`, {
      by: CASS,
      as: 'COMMITTEE',
      about: card,
      changes: [{ card, holeNumber, side: 'COMMITTEE', from, to }],
    });
  }

  /** The whole story, as the server answers it. */
  done(change: Partial<RoundStoryAnswer> = {}): RoundStoryAnswer {
    return {
      status: 200,
      round: {
        matchId: '11111111-1111-4111-8111-111111111111',
        course: { id: 'harrow', name: 'Harrow Point' },
        timeZone: 'Australia/Sydney',
        matchType: 'STROKE',
        playType: 'COMPETITION',
        tee: 'Standard',
        ...NOT_STARTED,
        startedAt: '2026-11-21T22:01:00Z',
        day: '2026-11-22',
        players: [SAM, ALEX],
      },
      pars: { [SAM.id]: PARS, [ALEX.id]: PARS },
      received: { [SAM.id]: RECEIVED, [ALEX.id]: RECEIVED },
      lines: this.lines,
      cards: [SAM, ALEX].map((player) => ({
        player,
        marker: markerOf(player),
        dailyHandicap: 9,
        playerEntries: [],
        markerEntries: [],
        counting: [],
        playerSigned: false,
        markerSigned: false,
        verified: false,
        withdrawn: false,
        correctedHoles: [],
        mismatches: [],
      })),
      proof: { whole: true },
      mayCorrect: false,
      ...change,
    };
  }
}

/** A started round: line 1 creates it, line 2 starts it. */
export function startedRound(): StoryBuilder {
  return new StoryBuilder()
    .add('MatchCreated', 'Sam Reid set up a round.', { as: 'HOST' })
    .add('MatchStarted', 'The round started.', { as: 'HOST', markers: markers(ALEX, SAM) });
}

/** These golfers' cards with all 36 entries, par everywhere, signed by both; Sam's has 40 lines with those before it. */
export function verifiedRound(...players: readonly PersonRef[]): StoryBuilder {
  const story = startedRound();
  for (const card of players.length === 0 ? [SAM] : players) {
    for (const side of ['PLAYER', 'MARKER'] as const) {
      for (const [index, to] of PARS.entries()) story.enters({ card, holeNumber: index + 1, to, side });
    }
    story.signs(card, 'PLAYER').signs(card, 'MARKER');
    story.add('CardVerified', `${card.fullName}'s card is verified.`, { about: card });
  }
  return story;
}
