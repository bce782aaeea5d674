import { MESSAGES, type Side } from '@fairmark/contract';
import { cardHash } from '../card-hash.js';
import { isSigned, mismatches, missingHoles, sideOf, signingsByPartner, type Signing } from '../match.queries.js';
import type { MatchState } from '../match.state.js';
import type { MatchEvent } from '../match.events.js';
import { happened, nothing, refused, type Decision, type MatchCommandOf, type Refused } from './match.command.js';

/**
 * Signs the cards that the golfer shares with one partner (docs/product.md, Signing 4), all or none: the golfer's card
 * if the partner marks it, and the partner's card if the golfer marks it. Without `userId`, does so for each partner
 * separately, and refuses only if nothing can be signed. Refused in this order: the golfer's entries are missing, the
 * other side's are missing, results differ. If `seen` is given, any marker's entry missing from it refuses all cards.
 * NO_MARKER: the card has no marker, as in a practice round. NOT_MARKER: the golfers share no card.
 */
export function signCards(state: MatchState, { actorId, userId, seen }: MatchCommandOf<'SignCards'>): Decision {
  if (state.playType === 'SOCIAL') return refused('NO_MARKER', undefined, MESSAGES.socialHasNoMarker);
  const partners = signingsByPartner(state, actorId);
  const asked = userId === undefined ? [...partners.values()] : [partners.get(userId) ?? []];
  const groups = asked.filter((signings) => signings.length > 0);
  if (groups.length === 0) return nothingToSign(state, actorId, userId);

  const open = groups.map((signings) => signings.filter(({ card, as }) => card.signatures[as] === undefined));
  const ready = open.filter((signings) => refusalOf(state, signings) === null).flat();
  if (ready.length === 0) return refusalOf(state, open.flat()) ?? nothing;
  const unseen = unseenOf(ready, seen);
  if (unseen !== null) return unseen;
  const events = ready.flatMap(({ card, as }): MatchEvent[] => {
    const data = { userId: card.userId, cardHash: cardHash(state, card) };
    const asShown = seen !== undefined;
    const signed: MatchEvent = { type: 'CardSigned', data: { ...data, signedBy: actorId, as, asShown } };
    const isSecond = card.signatures[OTHER[as]] !== undefined;
    return isSecond ? [signed, { type: 'CardVerified', data }] : [signed];
  });
  return happened(...events);
}

function nothingToSign(state: MatchState, me: string, partner: string | undefined): Refused {
  const own = state.cards.get(me);
  if (own !== undefined && !own.withdrawn && own.markerId === null) return refused('NO_MARKER', { userIds: [me] });
  const shared = [...state.cards.values()].filter((card) => sideOf(card, me) !== null);
  const withPartner = shared.filter((card) => partner === undefined || sideOf(card, partner) !== null);
  return refused(withPartner.some((card) => card.withdrawn) ? 'ROUND_WITHDRAWN' : 'NOT_MARKER');
}

const OTHER: Record<Side, Side> = { PLAYER: 'MARKER', MARKER: 'PLAYER' };

function refusalOf(state: MatchState, signings: readonly Signing[]): Refused | null {
  const mine = cardsWith('missingHoleNumbers', signings, ({ card, as }) => missingHoles(card, as));
  if (mine.length > 0) return refused('ROUND_NOT_COMPLETE', { cards: mine });
  const theirs = cardsWith('missingHoleNumbers', signings, ({ card, as }) => missingHoles(card, OTHER[as]));
  if (theirs.length > 0) return refused('ROUND_NOT_COMPLETE_BY_MARKER', { cards: theirs });

  const differing = ({ card }: Signing): number[] => mismatches(state, card);
  const cards = cardsWith('mismatchingScoreHoleNumbers', signings, differing);
  if (cards.length === 0) return null;
  const holes = [...new Set(signings.flatMap(differing))].sort((a, b) => a - b);
  return refused('SCORES_DONT_MATCH', { mismatchingScoreHoleNumbers: holes, cards });
}

/** SCORE_CHANGED if the signer's screen did not show all the marker's entries, which are what a signature attests. */
function unseenOf(signings: readonly Signing[], seen: readonly string[] | undefined): Refused | null {
  if (seen === undefined) return null;
  const shown = new Set(seen);
  const cards = cardsWith('changedHoleNumbers', signings, ({ card }) =>
    card.marker.flatMap((entry) => (entry === null || shown.has(entry.entryId) ? [] : [entry.holeNumber])),
  );
  return cards.length === 0 ? null : refused('SCORE_CHANGED', { cards }, MESSAGES.cardChanged);
}

/** The cards that have such holes, for the details of a refusal; `name`: what they are called there. */
function cardsWith(name: string, signings: readonly Signing[], holesOf: (signing: Signing) => number[]) {
  return signings.flatMap((signing) => {
    const holes = holesOf(signing);
    return holes.length === 0 ? [] : [{ userId: signing.card.userId, [name]: holes }];
  });
}

/** The player or the marker withdraws all signatures of a card, until it is verified (ROUND_SIGNED). */
export function reopenCard(state: MatchState, { actorId, userId }: MatchCommandOf<'ReopenCard'>): Decision {
  if (state.playType === 'SOCIAL') return refused('NO_MARKER', undefined, MESSAGES.socialHasNoMarker);
  const card = state.cards.get(userId);
  if (card === undefined || sideOf(card, actorId) === null) return refused('NOT_MARKER');
  if (card.verified) return refused('ROUND_SIGNED');
  return isSigned(card) ? happened({ type: 'CardReopened', data: { userId, reopenedBy: actorId } }) : nothing;
}
