import { DELETED_PLAYER, type MatchAnswer, type Round } from '@fairmark/contract';
import type { WaitingScore } from '../../../outbox/box.js';
import { myMissing, owing, ownFirst } from '../parts/issues.js';
import { counted, listed, sentence } from '../../../text/words.js';
import { called, holesText, possessive } from '../parts/names.js';
import { isSigned, partOn } from '../../../golf/cards.js';
import { UNMARKED } from '../../../golf/result-words.js';

/** A card of which I am player or marker, in a match round. */
export interface Signing {
  round: Round;
  as: 'PLAYER' | 'MARKER';
  /** Whether my side has signed; an earlier marker's signature remains valid. */
  signed: boolean;
  ready: boolean;
}

/** The state of my signatures in the match. */
export interface SigningView {
  /** The cards that I sign, mine first, without withdrawn cards and those that cannot be verified. */
  mine: Signing[];
  /** The cards that a press signs now; if none is ready, all unsigned ones. */
  next: Signing[];
  /** `sign`: I have to sign; `waiting`: others have; `done`: all my cards are verified; `none`: nothing to sign. */
  state: 'none' | 'sign' | 'waiting' | 'done';
}

/** The cards that I sign (docs/product.md, Signing 4): with each partner all shared cards or none. */
export function signingOf({ match, rounds }: MatchAnswer, me: string): SigningView {
  const cards = match.isSocial ? [] : ownFirst(rounds, me);
  const mine = cards.flatMap((round) => signingOn(round, me) ?? []);
  const open = mine.filter(({ signed }) => !signed);
  // All or nothing per partner: a card waits for the other card that the two share.
  const ready = open.filter((signing) => open.every((other) => partnerOf(other) !== partnerOf(signing) || other.ready));
  const next = ready.length > 0 ? ready : open;
  if (mine.length === 0) return { mine, next, state: 'none' };
  if (open.length > 0) return { mine, next, state: 'sign' };
  return { mine, next, state: mine.every(({ round }) => round.verified) ? 'done' : 'waiting' };
}

/** What a press will sign: "You sign your own card and Alex's." */
export function signsText(next: readonly Signing[], me: string): string {
  if (next.length === 0) return '';
  const cards = next.map(({ round, as }, index) => {
    if (as === 'PLAYER') return 'your own card';
    return index === 0 ? `${possessive(round.player, me)} card as its marker` : possessive(round.player, me);
  });
  return `You sign ${listed(cards)}.`;
}

/** After a press that left cards unsigned: "You have signed your card. Alex's card: hole 5 differs." */
export function signedText({ mine }: SigningView, me: string): string {
  const done = mine.filter(({ signed }) => signed);
  if (done.length === 0) return '';
  const open = mine.filter(({ signed }) => !signed).map(({ round }) => round);
  return [
    `You have signed ${listed(done.map(({ round }) => `${possessive(round.player, me)} card`))}.`,
    ...open.map((round) => `${cardName(round, me)}: ${lower(cardStatus(round, me))}.`),
  ].join(' ');
}

/** Why signing must wait for this phone's unsent scores; empty: it need not. */
export function waitReason(waiting: readonly Pick<WaitingScore, 'state'>[]): string {
  const refused = waiting.filter(({ state }) => state === 'refused').length;
  if (refused > 0) return `${refused} of your scores ${refused === 1 ? 'needs' : 'need'} attention first`;
  if (waiting.length === 0) return '';
  return `${counted(waiting.length, 'score')} ${waiting.length === 1 ? 'is' : 'are'} still waiting to be sent`;
}

/** Whether only my signature is missing on a card: I have entered all of my part. */
export function mustSign(view: SigningView, me: string): boolean {
  return view.mine.some(({ round, signed }) => !signed && myMissing(round, me).length === 0);
}

/** A card's status in a few words. */
export function cardStatus(round: Round, me: string): string {
  if (round.withdrawn) return 'Withdrawn';
  if (round.verified) return 'Verified and signed';
  if (round.cannotBeVerified) return neverText(round);
  const owing = owingText(round, me);
  if (owing !== '') return owing;
  const differ = round.mismatchingScoreHoleNumbers;
  if (differ.length > 0) return `${sentence(holesText(differ))} ${differ.length === 1 ? 'differs' : 'differ'}`;
  return `Waiting for ${listed(unsignedBy(round, me))} to sign`;
}

/** The status of all cards, grouped by equal status. */
export function statusRows(rounds: readonly Round[], me: string): { cards: string; status: string }[] {
  const statuses = new Set(rounds.map((round) => cardStatus(round, me)));
  return [...statuses].map((status) => {
    const cards = rounds.filter((round) => cardStatus(round, me) === status);
    return { cards: sentence(listed(cards.map((round) => `${possessive(round.player, me)} card`))), status };
  });
}

/** The text in place of the time on an unsigned signature line. */
export function lineText(round: Round, as: 'PLAYER' | 'MARKER', me: string): string {
  const person = as === 'PLAYER' ? round.player : round.marker;
  return round.withdrawn || round.cannotBeVerified || person === null
    ? 'Not signed'
    : `Waiting for ${called(person, me)}`;
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

/** "Your card", "Alex's card". */
export function cardName(round: Round, me: string): string {
  return `${sentence(possessive(round.player, me))} card`;
}

/** Null for a card that I do not sign. */
function signingOn(round: Round, me: string): Signing | null {
  const as = partOn(round, me);
  if (as === null || round.cannotBeVerified || round.withdrawn) return null;
  const { player, marker } = round.incompleteHoles;
  const open = [...player, ...marker, ...round.mismatchingScoreHoleNumbers];
  return { round, as, signed: round.signatures.some((signature) => signature.as === as), ready: open.length === 0 };
}

const partnerOf = ({ round, as }: Signing) => (as === 'PLAYER' ? round.marker?.id : round.player.id);

function owingText(round: Round, me: string): string {
  const owes = owing(round);
  if (owes.length === 0) return '';
  owes.sort((one, other) => Number(other.person.id === me) - Number(one.person.id === me));
  const words = owes.map(({ person, holes }) => `${called(person, me)} to enter ${counted(holes.length, 'hole')}`);
  return `Waiting for ${words.join(', and for ')}`;
}

function unsignedBy({ player, marker, signatures }: Round, me: string): string[] {
  const by = (as: 'PLAYER' | 'MARKER') => signatures.some((signature) => signature.as === as);
  const missing = [...(by('PLAYER') ? [] : [player]), ...(by('MARKER') || marker === null ? [] : [marker])];
  const names = missing.map((person) => called(person, me));
  return missing.some(({ id }) => id === me) ? ['you', ...names.filter((name) => name !== 'you')] : names;
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
