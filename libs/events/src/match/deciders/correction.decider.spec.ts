import { CORRECTION_TEXTS, LIMITS, MESSAGES } from '@fairmark/contract';
import { cardHash } from '../card-hash.js';
import { correctedEntries, countingEntries } from '../match.queries.js';
import type { MatchEvent } from '../match.events.js';
import { invalid, refused, type HoleCorrection, type MatchCommand, type MatchCommandOf } from './match.command.js';
import { cardOf, decides, matchAfter, type Rule } from '../../testing/given.js';
import {
  corrected,
  matchEnded,
  practiceOf,
  reopened,
  roundOf,
  signed,
  verified,
  wholeCard,
  withdrew,
  written,
} from '../../testing/golfers.js';

const hole = (holeNumber: number, score: number | 'NS', replaces?: string): HoleCorrection => ({
  holeNumber,
  ...written(score),
  ...(replaces === undefined ? {} : { replaces }),
});

/** Zoe is of the committee and plays no golf today; the card is Ann's. */
const correct = (holes: HoleCorrection[], more: Partial<MatchCommandOf<'CorrectCard'>> = {}): MatchCommand => ({
  type: 'CorrectCard',
  actorId: 'zoe',
  userId: 'ann',
  reason: 'RULING',
  noteHash: null,
  holes,
  ...more,
});

const bothSign = [signed('ann', 'PLAYER', 'ann', 'h'), signed('ann', 'MARKER', 'ben', 'h'), verified('ann', 'h')];
/** Ann's card of fours is verified; Ben's is not. */
const played = [...roundOf(['ann', 'ben']), ...wholeCard('ann', 'ben'), ...bothSign];
const ids = (story: readonly MatchEvent[]): string[] =>
  cardOf(matchAfter(story), 'ann').marker.map((entry) => entry?.entryId ?? '');

/** The event, with the hash of the corrected card; each hole replaces the marker's entry unless it names another. */
function happens(story: readonly MatchEvent[], holes: HoleCorrection[], correctedBy = 'zoe'): MatchEvent[] {
  const state = matchAfter(story);
  const card = cardOf(state, 'ann');
  const named = holes.map((one) => ({ ...one, replaces: one.replaces ?? ids(story)[one.holeNumber - 1] ?? '' }));
  const laid = named.map((one) => ({ ...one, entryId: '', recordedAt: '' }));
  const marker = correctedEntries(countingEntries(card), [{ holes: laid }]);
  const about = { userId: 'ann', correctedBy, reason: 'RULING', noteHash: null } as const;
  return [{ type: 'CardCorrected', data: { ...about, holes: named, cardHash: cardHash(state, { ...card, marker }) } }];
}

const six = [hole(4, 6)];

describe('A committee corrects a verified card', () => {
  const once = [...played, corrected('ann', 'zoe', 4, 6)];
  const first = `e${once.length}`;
  const [, second, , fourth] = ids(played);
  const several = [hole(4, 6, fourth), hole(2, 'NS', second)];
  const again = refused('SCORE_CHANGED', { current: [{ id: first, holeNumber: 4, strokes: 6, noScore: false }] });
  const unlike = [...roundOf(['ann', 'ben']), ...wholeCard('ann', 'ben', { 3: 9 }, { 3: 8 }), ...bothSign];
  decides([
    ['on one hole', played, correct(six), happens(played, six)],
    ['on several, in any order', played, correct(several), happens(played, several)],
    ['again, replacing the earlier correction', once, correct([hole(4, 7, first)]), happens(once, [hole(4, 7, first)])],
    ['but not the entry before it', once, correct([hole(4, 7, fourth)]), again],
    ['only on holes whose score changes', played, correct([hole(1, 4), hole(4, 6)]), happens(played, six)],
    ['not at all when none does', played, correct([hole(1, 4), hole(18, 4)]), []],
    ['nor when it was corrected so before', once, correct(six), []],
    ['even through a golfer of the group', played, correct(six, { actorId: 'ben' }), happens(played, six, 'ben')],
    ['after the match has ended', [played, withdrew('ben'), matchEnded], correct(six), happens(played, six)],
    ['starting from the marker’s strokes where both had the same result', unlike, correct([hole(3, 8)]), []],
    ['and not from the player’s', unlike, correct([hole(3, 9)]), happens(unlike, [hole(3, 9)])],
  ]);
});

describe('A correction is refused', () => {
  const wrong: HoleCorrection[] = [];
  const noHoles = invalid({ holes: CORRECTION_TEXTS.holes });
  const stale = [hole(4, 6, 'stale'), hole(5, 4, 'stale')];
  const current = [4, 5].map((holeNumber) => ({ ...hole(holeNumber, 4), id: ids(played)[holeNumber - 1] }));
  const noted = correct(stale, { reason: 'OTHER', noteHash: 'words' });
  decides([
    ['for the first of these reasons: no match', [], correct(wrong), 'MATCH_NOT_FOUND'],
    ['no card', played, correct(wrong, { userId: 'zoe' }), invalid({ userId: MESSAGES.notInGroup })],
    ['own card', played, correct(wrong, { actorId: 'ann' }), 'OWN_CARD'],
    ['own card, not verified', played, correct(wrong, { userId: 'ben', actorId: 'ben' }), 'OWN_CARD'],
    ['not verified', played, correct(wrong, { userId: 'ben' }), 'CARD_NOT_VERIFIED'],
    ['no holes', played, correct(wrong, { reason: 'OTHER' }), noHoles],
    ['no note', played, correct(stale, { reason: 'OTHER' }), invalid({ note: CORRECTION_TEXTS.noteNeeded })],
    ['entries that no longer count', played, noted, refused('SCORE_CHANGED', { current })],
  ]);

  const open = [...roundOf(['ann', 'ben']), ...wholeCard('ann', 'ben')];
  const once = [...open, signed('ann', 'PLAYER', 'ann', 'h')];
  const unverified = (what: string, ...story: MatchEvent[]): Rule => {
    return [`for a card that is not verified: ${what}`, story, correct(six), 'CARD_NOT_VERIFIED'];
  };
  const invalidHoles = (what: string, holes: HoleCorrection[], details: Record<string, string>): Rule => {
    return [`with ${what}`, played, correct(holes), invalid(details)];
  };
  const card = [...wholeCard('ann', 'ben'), ...bothSign];
  const round = (matchType: 'STROKE' | 'PAR') => [...roundOf(['ann', 'ben'], { matchType }), ...card];
  const noMore = invalid({ holes: CORRECTION_TEXTS.noMore });
  const noScoreInStroke = invalid({ 'holes.0.noScore': MESSAGES.noScoreInStroke });
  const most = Array.from({ length: LIMITS.correctionsPerCardMax }, (_, i) => corrected('ann', 'zoe', 4, 5 + (i % 2)));
  decides([
    unverified('no signature', ...open),
    unverified('one signature', ...once),
    unverified('reopened', ...once, reopened('ann', 'ben')),
    unverified('withdrawn', ...open, withdrew('ann')),
    unverified('a practice round', ...practiceOf(['ann'])),
    invalidHoles('a hole twice', [hole(4, 5), hole(4, 6)], { holes: CORRECTION_TEXTS.holes }),
    invalidHoles('hole 19', [hole(19, 5)], { 'holes.0.holeNumber': MESSAGES.holeRange }),
    invalidHoles('hole 1.5', [hole(1.5, 5)], { 'holes.0.holeNumber': MESSAGES.holeRange }),
    invalidHoles('no strokes', [hole(1, 0)], { 'holes.0.strokes': MESSAGES.strokesRange }),
    invalidHoles('31 strokes', [hole(2, 5), hole(1, 31)], { 'holes.1.strokes': MESSAGES.strokesRange }),
    invalidHoles('nothing', [{ ...hole(1, 4), strokes: null }], { 'holes.0.strokes': MESSAGES.strokesRange }),
    invalidHoles('strokes and No Score', [{ ...hole(1, 4), noScore: true }], {
      'holes.0.noScore': MESSAGES.strokesOrNoScore,
    }),
    ['with No Score in stroke play', round('STROKE'), correct([hole(4, 'NS')]), noScoreInStroke],
    ['but not in par', round('PAR'), correct([hole(4, 'NS')]), happens(round('PAR'), [hole(4, 'NS')])],
    ['beyond the limit of corrections per card', [played, most], correct([hole(4, 4)]), noMore],
    ['unless it changes nothing', [played, most], correct(six), []],
  ]);
});
