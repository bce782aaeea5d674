import type { Round } from '@fairmark/contract';
import type { WaitingScore } from '../../../outbox/box.js';
import { type CardSide, differText, type ShownCard } from '../parts/sides.js';
import { counted, listed, sentence } from '../../../text/words.js';
import { UNMARKED } from '../../../golf/result-words.js';

/** The state of my signatures (docs/product.md, Signing 4): with each partner I sign all shared cards or none. */
export function signingOf(cards: readonly ShownCard[]) {
  const mine = cards.filter(({ signs }) => signs);
  const open = mine.filter(({ own }) => own.signature === undefined);
  // A card waits for the other card that I share with its partner.
  const partnerOf = ({ other }: ShownCard) => other.person?.id;
  const ready = open.filter((card) => open.every((one) => partnerOf(one) !== partnerOf(card) || isReady(one)));
  return {
    /** All cards, mine first. */
    cards,
    /** The cards that I sign, mine first, without withdrawn cards and those that cannot be verified. */
    mine,
    open,
    /** The cards that a press signs now; if none is ready, all unsigned ones. */
    next: ready.length > 0 ? ready : open,
    /** Whether only my signature is missing on a card: I have entered all of my part. */
    must: open.some(({ own }) => own.missing.length === 0),
    state: stateOf(mine, open),
  };
}

/** The state of my signatures in the match. */
export type SigningView = ReturnType<typeof signingOf>;

/** `sign`: I have to sign; `waiting`: others have; `done`: all my cards are verified; `none`: nothing to sign. */
function stateOf(mine: readonly ShownCard[], open: readonly ShownCard[]): 'none' | 'sign' | 'waiting' | 'done' {
  if (mine.length === 0) return 'none';
  if (open.length > 0) return 'sign';
  return mine.every(({ round }) => round.verified) ? 'done' : 'waiting';
}

/** Whether both sides have entered all holes with equal results. */
const isReady = ({ owing, round }: ShownCard): boolean => owing.length + round.mismatchingScoreHoleNumbers.length === 0;

/** What a press will sign: "You sign your own card and Alex's." */
export function signsText(next: readonly ShownCard[]): string {
  if (next.length === 0) return '';
  const cards = next.map(({ isMine, name, whose }, index) => {
    if (isMine) return 'your own card';
    return index === 0 ? `${name} as its marker` : whose;
  });
  return `You sign ${listed(cards)}.`;
}

/** After a press that left cards unsigned: "You have signed your card. Alex's card: hole 5 differs." */
export function signedText({ mine, open }: SigningView): string {
  const done = mine.filter((card) => !open.includes(card));
  if (done.length === 0) return '';
  return [
    `You have signed ${listed(done.map(({ name }) => name))}.`,
    ...open.map((card) => `${sentence(card.name)}: ${lower(cardStatus(card))}.`),
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
export function cardStatus({ round, own, other, owing }: ShownCard): string {
  if (round.withdrawn) return 'Withdrawn';
  if (round.verified) return 'Verified and signed';
  if (round.cannotBeVerified) return neverText(round);
  const owes = owing.map(({ name, missing }) => `${name} to enter ${counted(missing.length, 'hole')}`);
  if (owes.length > 0) return `Waiting for ${owes.join(', and for ')}`;
  const differ = round.mismatchingScoreHoleNumbers;
  if (differ.length > 0) return sentence(differText(differ));
  const unsigned = [own, other].filter(({ person, signature }) => person !== null && signature === undefined);
  return `Waiting for ${listed(unsigned.map(({ name }) => name))} to sign`;
}

/** The status of all cards, grouped by equal status. */
export function statusRows(cards: readonly ShownCard[]): { cards: string; status: string }[] {
  return [...new Set(cards.map(cardStatus))].map((status) => {
    const names = cards.filter((card) => cardStatus(card) === status).map(({ name }) => name);
    return { cards: sentence(listed(names)), status };
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

/** The card to show first: of those I play or mark one that is not withdrawn, mine before others. */
export function firstCard(cards: readonly ShownCard[]): string {
  const first = cards.find(({ own, round }) => own.isMine && !round.withdrawn) ?? cards[0];
  return first?.round.player.id ?? '';
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
