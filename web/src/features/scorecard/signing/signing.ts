import { DELETED_PLAYER, type MatchAnswer, type Round } from '@fairmark/contract';
import type { WaitingScore } from '../../../outbox/box.js';
import { cardName, type CardSide, differText, mineFirst, owing, ownFirst, possessive } from '../parts/sides.js';
import { counted, listed, sentence } from '../../../text/words.js';
import { isSigned, partOn } from '../../../golf/cards.js';
import { UNMARKED } from '../../../golf/result-words.js';

/** The state of my signatures (docs/product.md, Signing 4): with each partner I sign all shared cards or none. */
export function signingOf({ match, rounds }: MatchAnswer, me: string) {
  const cards = match.isSocial ? [] : ownFirst(rounds, me);
  const mine = cards.flatMap((round) => signingOn(round, me) ?? []);
  const open = mine.filter(({ signed }) => !signed);
  // A card waits for the other card that I share with its partner.
  const ready = open.filter(({ partner }) => open.every((other) => other.partner !== partner || other.ready));
  return {
    /** The cards that I sign, mine first, without withdrawn cards and those that cannot be verified. */
    mine,
    /** The cards that a press signs now; if none is ready, all unsigned ones. */
    next: ready.length > 0 ? ready : open,
    /** Whether only my signature is missing on a card: I have entered all of my part. */
    must: open.some(({ entered }) => entered),
    state: stateOf(mine),
  };
}

/** The state of my signatures in the match. */
export type SigningView = ReturnType<typeof signingOf>;

/** `sign`: I have to sign; `waiting`: others have; `done`: all my cards are verified; `none`: nothing to sign. */
function stateOf(mine: readonly Signing[]): 'none' | 'sign' | 'waiting' | 'done' {
  if (mine.length === 0) return 'none';
  if (mine.some(({ signed }) => !signed)) return 'sign';
  return mine.every(({ round }) => round.verified) ? 'done' : 'waiting';
}

/** My signature on a card; null for one that I do not sign. */
function signingOn(round: Round, me: string) {
  const [{ as, isMine, missing, signature }, other] = mineFirst(round, me);
  if (!isMine || round.cannotBeVerified || round.withdrawn) return null;
  const entered = missing.length === 0;
  const ready = entered && other.missing.length + round.mismatchingScoreHoleNumbers.length === 0;
  return { round, as, partner: other.person?.id, signed: signature !== undefined, entered, ready };
}

type Signing = NonNullable<ReturnType<typeof signingOn>>;

/** What a press will sign: "You sign your own card and Alex's." */
export function signsText(next: readonly Signing[], me: string): string {
  if (next.length === 0) return '';
  const cards = next.map(({ round, as }, index) => {
    if (as === 'PLAYER') return 'your own card';
    return index === 0 ? `${cardName(round, me)} as its marker` : possessive(round.player, me);
  });
  return `You sign ${listed(cards)}.`;
}

/** After a press that left cards unsigned: "You have signed your card. Alex's card: hole 5 differs." */
export function signedText({ mine }: SigningView, me: string): string {
  const done = mine.filter(({ signed }) => signed);
  if (done.length === 0) return '';
  const open = mine.filter(({ signed }) => !signed).map(({ round }) => round);
  return [
    `You have signed ${listed(done.map(({ round }) => cardName(round, me)))}.`,
    ...open.map((round) => `${sentence(cardName(round, me))}: ${lower(cardStatus(round, me))}.`),
  ].join(' ');
}

/** Why signing must wait for this phone's unsent scores; empty: it need not. */
export function waitReason(waiting: readonly Pick<WaitingScore, 'state'>[]): string {
  const refused = waiting.filter(({ state }) => state === 'refused').length;
  if (refused > 0) return `${refused} of your scores ${refused === 1 ? 'needs' : 'need'} attention first`;
  if (waiting.length === 0) return '';
  return `${counted(waiting.length, 'score')} ${waiting.length === 1 ? 'is' : 'are'} still waiting to be sent`;
}

/** A card's status in a few words. */
export function cardStatus(round: Round, me: string): string {
  if (round.withdrawn) return 'Withdrawn';
  if (round.verified) return 'Verified and signed';
  if (round.cannotBeVerified) return neverText(round);
  const owes = owing(round, me).map(({ name, missing }) => `${name} to enter ${counted(missing.length, 'hole')}`);
  if (owes.length > 0) return `Waiting for ${owes.join(', and for ')}`;
  const differ = round.mismatchingScoreHoleNumbers;
  if (differ.length > 0) return sentence(differText(differ));
  const unsigned = mineFirst(round, me).filter(({ person, signature }) => person !== null && signature === undefined);
  return `Waiting for ${listed(unsigned.map(({ name }) => name))} to sign`;
}

/** The status of all cards, grouped by equal status. */
export function statusRows(rounds: readonly Round[], me: string): { cards: string; status: string }[] {
  const statuses = new Set(rounds.map((round) => cardStatus(round, me)));
  return [...statuses].map((status) => {
    const cards = rounds.filter((round) => cardStatus(round, me) === status);
    return { cards: sentence(listed(cards.map((round) => cardName(round, me)))), status };
  });
}

/** The text in place of the time on an unsigned signature line. */
export function lineText(round: Round, { person, name }: CardSide): string {
  return round.withdrawn || round.cannotBeVerified || person === null ? 'Not signed' : `Waiting for ${name}`;
}

/** Why a card can never be verified. */
export function neverText({ marker }: Round): string {
  return marker === null ? UNMARKED : 'Its player has left: cannot be verified';
}

/** Whether a signature of this card could not be given again, because the account is deleted. */
export function isLastSigning({ player, marker }: Round): boolean {
  return marker === null || player.fullName === DELETED_PLAYER;
}

/** Whether I may void the signatures: as player or marker, until the card is verified. */
export function mayReopen(round: Round, me: string): boolean {
  return partOn(round, me) !== null && isSigned(round) && !round.verified;
}

/** The card to show first: mine, unless I withdrew and still mark another. */
export function firstCard(rounds: readonly Round[], me: string): string {
  const own = rounds.find((round) => round.player.id === me);
  const marked = rounds.find((round) => round.marker?.id === me && !round.withdrawn);
  const first = own?.withdrawn === true ? (marked ?? own) : (own ?? rounds[0]);
  return first?.player.id ?? '';
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
