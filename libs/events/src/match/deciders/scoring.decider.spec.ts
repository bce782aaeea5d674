import { MESSAGES } from '@fairmark/contract';
import { invalid, refused } from './match.command.js';
import { score } from '../../testing/commands.js';
import { decides, type Rule } from '../../testing/given.js';
import {
  accountClosed,
  cleared,
  CREATED_AT,
  entered,
  markersAssigned,
  practiceOf,
  roundOf,
  signed,
  verified,
  wholeCard,
  withdrew,
} from '../../testing/golfers.js';

/** Ann's own score on the first, and the event of it. */
const mine = (value: number | 'NS' | null, more?: Parameters<typeof score>[4]) => score('ann', 'ann', 1, value, more);
const annEntered = (value: number | 'NS', replaces?: string) => entered('ann', 'PLAYER', 'ann', 1, value, replaces);

const two = roundOf(['ann', 'ben']);
const three = roundOf(['ann', 'ben', 'cat']);
const practice = practiceOf(['ann', 'ben']);
/** The id of the event that follows a story. */
const nextId = (story: readonly unknown[]): string => `e${story.length + 1}`;

describe('Scoring a hole', () => {
  const badStrokes = (strokes: number): Rule => {
    const range = invalid({ strokes: MESSAGES.strokesRange });
    return [`refuses other numbers of strokes: ${strokes}`, two, mine(strokes), range];
  };
  const badHole = (hole: number): Rule => {
    const range = invalid({ holeNumber: MESSAGES.holeRange });
    return [`refuses other holes than 1 to 18: ${hole}`, two, score('ann', 'ann', hole, 4), range];
  };
  const strokePlay = roundOf(['ann', 'ben'], { matchType: 'STROKE' });
  const notBoth = invalid({ noScore: MESSAGES.strokesOrNoScore });
  decides([
    ['enters my own score as the player', two, mine(1), [annEntered(1)]],
    ['… up to hole 18 and 30 strokes', two, score('ann', 'ann', 18, 30), [entered('ann', 'PLAYER', 'ann', 18, 30)]],
    ['… in a practice round', practice, score('ben', 'ben', 1, 4), [entered('ben', 'PLAYER', 'ben', 1, 4)]],
    ['enters my player’s score as the marker', two, score('ben', 'ann', 1, 4), [entered('ann', 'MARKER', 'ben', 1, 4)]],
    ['is refused to me for my marker', three, score('ann', 'cat', 1, 4), 'NOT_MARKER'],
    ['… for a player whom another golfer marks', three, score('cat', 'ben', 1, 4), 'NOT_MARKER'],
    ['… for a stranger', three, score('ann', 'zoe', 1, 4), 'NOT_MARKER'],
    ['… for another player of a practice round', practice, score('ben', 'ann', 1, 4), 'NOT_MARKER'],
    ...[0, 31, -1, 4.5, Number.NaN].map(badStrokes),
    ...[0, 19, 1.5, Number.NaN].map(badHole),
    ['accepts No Score in Stableford', two, mine('NS'), [annEntered('NS')]],
    ['accepts No Score in par', roundOf(['ann', 'ben'], { matchType: 'PAR' }), mine('NS'), [annEntered('NS')]],
    ['refuses No Score in stroke play', strokePlay, mine('NS'), invalid({ noScore: MESSAGES.noScoreInStroke })],
    ['refuses strokes together with No Score', two, mine(4, { noScore: true }), notBoth],
  ]);
});

describe('Changing a score', () => {
  const four = nextId(two);
  const scored = [...two, annEntered(4)];
  const annCleared = cleared('ann', 'PLAYER', 'ann', 1, four);
  const benCleared = [two, entered('ann', 'MARKER', 'ben', 1, 4), cleared('ann', 'MARKER', 'ben', 1, four)];
  const bens = (strokes: number) => score('ben', 'ann', 1, strokes, { replaces: null });
  const { data } = annEntered(4) as Extract<ReturnType<typeof annEntered>, { type: 'HoleScored' }>;
  const { replaces: _, ...entry } = data;
  const current = { ...entry, entryId: four, recordedAt: CREATED_AT };
  const scoreChanged = refused('SCORE_CHANGED', { current });
  const nothingThere = refused('SCORE_CHANGED', { current: null });

  decides([
    ['replaces my entry and names it', scored, mine(5), [annEntered(5, four)]],
    ['… with No Score', scored, mine('NS'), [annEntered('NS', four)]],
    ['… which was No Score', [two, annEntered('NS')], mine(4), [annEntered(4, four)]],
    ['clears my entry', scored, mine(null), [annCleared]],
    ['accepts a phone that names no entry for an empty hole', two, mine(4, { replaces: null }), [annEntered(4)]],
    ['… the current entry', scored, mine(5, { replaces: four }), [annEntered(5, four)]],
    ['… the current entry to be cleared', scored, mine(null, { replaces: four }), [annCleared]],
    ['… no entry for a cleared hole', [scored, annCleared], mine(5, { replaces: null }), [annEntered(5)]],
    ['… no entry for a hole that I cleared as marker', benCleared, bens(5), [entered('ann', 'MARKER', 'ben', 1, 5)]],
    ['refuses one that names no entry, with the current one', scored, mine(5, { replaces: null }), scoreChanged],
    ['… that names an older one', scored, mine(5, { replaces: 'e1' }), scoreChanged],
    ['… that clears an older one', scored, mine(null, { replaces: 'e1' }), scoreChanged],
    ['… that names an entry cleared since', [scored, annCleared], mine(5, { replaces: four }), nothingThere],
  ]);
});

describe('Scoring on a signed card', () => {
  const [byPlayer, byMarker] = [signed('ann', 'PLAYER', 'ann', 'hash'), signed('ann', 'MARKER', 'ben', 'hash')];
  describe.each([
    ['the player signed', [byPlayer]],
    ['the marker signed', [byMarker]],
    ['both signed', [byPlayer, byMarker, verified('ann', 'hash')]],
  ])('once %s', (_, signatures) => {
    const story = [two, wholeCard('ann', 'ben'), signatures];
    decides([
      ['is refused to the player', story, mine(5), 'ROUND_SIGNED'],
      ['is refused to the marker', story, score('ben', 'ann', 1, 5), 'ROUND_SIGNED'],
      ['cannot clear', story, mine(null), 'ROUND_SIGNED'],
      ['is refused before naming an older entry is', story, mine(5, { replaces: 'e1' }), 'ROUND_SIGNED'],
      ['accepts the player’s score again', story, mine(4), []],
      ['accepts the marker’s score again', story, score('ben', 'ann', 1, 4), []],
    ]);
  });

  const annSigned = [two, wholeCard('ann', 'ben'), byPlayer];
  decides([
    ['is allowed on the other card', annSigned, score('ben', 'ben', 1, 4), [entered('ben', 'PLAYER', 'ben', 1, 4)]],
  ]);
});

describe('Scoring after a player left', () => {
  // Ann takes over Cat's card, which Ben kept; Ben's own keeps Ann as its marker.
  const moved = { ann: 'cat', ben: 'ann', cat: 'ann' };
  const withoutBen = [three, entered('ben', 'PLAYER', 'ben', 1, 4), withdrew('ben'), markersAssigned(moved)];
  const catBy = (markerId: string, hole: number, value: number, replaces?: string) =>
    entered('cat', 'MARKER', markerId, hole, value, replaces);
  const benScored = [...three, catBy('ben', 1, 4), withdrew('ben'), markersAssigned(moved)];
  const filled = [...withoutBen, catBy('ann', 1, 4)];
  const replaced = [...three, markersAssigned(moved, 'HOST')];
  const back = [...replaced, catBy('ann', 1, 4), markersAssigned({ ...moved, cat: 'ben' }, 'HOST')];
  const closed = [withdrew('ben', 'ACCOUNT_DELETED'), accountClosed('ben'), markersAssigned({ ann: null, ben: 'ann' })];
  const stale = refused('SCORE_CHANGED', { current: null });
  decides([
    ['is refused on the leaver’s card', withoutBen, score('ben', 'ben', 1, 5), 'ROUND_WITHDRAWN'],
    ['… to its marker', withoutBen, score('ann', 'ben', 1, 5), 'ROUND_WITHDRAWN'],
    ['accepts a stored score again there', withoutBen, score('ben', 'ben', 1, 4), []],
    ['continues with the new marker', withoutBen, score('ann', 'cat', 1, 4), [catBy('ann', 1, 4)]],
    ['who inherits the marker’s side', benScored, score('ann', 'cat', 1, 5), [catBy('ann', 1, 5, nextId(three))]],
    ['accepts late scores of the former marker', withoutBen, score('ben', 'cat', 1, 4), [catBy('ben', 1, 4)]],
    ['but not over those of the new one', filled, score('ben', 'cat', 1, 5), 'NOT_MARKER'],
    ['nor to clear them', filled, score('ben', 'cat', 1, null), 'NOT_MARKER'],
    ['unless they are the same', filled, score('ben', 'cat', 1, 4), []],
    ['and on empty holes', filled, score('ben', 'cat', 2, 4, { replaces: null }), [catBy('ben', 2, 4)]],
    ['where they must name no entry', filled, score('ben', 'cat', 2, 4, { replaces: 'e1' }), stale],
    ['accepts them of a marker whom the host has replaced', replaced, score('ben', 'cat', 1, 4), [catBy('ben', 1, 4)]],
    // Ben is the marker again, no longer a former one.
    ['and of one who was assigned again', back, score('ben', 'cat', 1, 5), [catBy('ben', 1, 5, nextId(replaced))]],
    ['can be finished without a marker', [two, closed], mine(4), [annEntered(4)]],
  ]);
});
