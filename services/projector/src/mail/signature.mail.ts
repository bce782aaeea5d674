import {
  cardsToSign,
  foldMatch,
  isParticipant,
  mismatches,
  sideOf,
  type Card,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import type { MailSubjects } from '@fairmark/server';
import type { Letter } from './mail.layout.js';
import { LOOK_AGAIN_MS, MAIL_TIMES } from './mail.times.js';
import { drop, later, type Verdict, type Writing } from './mail.verdict.js';
import { capital, dayWords, holesWords, listed } from './mail.words.js';

/** A match with its events, as its stream tells it. */
export interface ToldMatch {
  state: MatchState;
  /** From the first on. */
  events: readonly RecordedEvent[];
}

/**
 * A golfer is reminded once a turn, when the round has been quiet for a while and a complete card lacks his signature. While
 * that is not so the mail waits: as long as the round was quiet, so that a forgotten round is asked less and less often. A
 * turn begins with the round, and again whenever a card is reopened that the golfer signs.
 */
export function signatureMail(
  { state, events }: ToldMatch,
  { turn }: MailSubjects['SIGNATURE'],
  writing: Writing,
  quietMs = MAIL_TIMES.SIGNATURE.delayMs,
): Verdict {
  const { userId } = writing;
  const now = writing.now.getTime();
  const began = turnsOf(events, userId).at(-1);
  if (began?.id !== turn) return drop('a later turn has begun');
  if (now - Date.parse(began.metadata.recordedAt) >= MAIL_TIMES.SIGNATURE.lifeMs) return drop('the round is long past');
  if (!mayStillSign(state, userId)) return drop('the golfer has nothing to sign in this round any more');
  const last = Date.parse(events.at(-1)?.metadata.recordedAt ?? began.metadata.recordedAt);
  const waiting = cardsToSign(state, userId).length > 0;
  if (waiting && now - last >= quietMs) return { outcome: 'send', letter: signatureLetter(state, writing) };
  const at = waiting ? last + quietMs : now + Math.max(quietMs, now - last);
  return later(new Date(Math.max(at, now + LOOK_AGAIN_MS)));
}

/** Events that began a turn of the golfer's. Who signs a reopened card is asked of that moment: its marker may change later. */
function turnsOf(events: readonly RecordedEvent[], userId: string): RecordedEvent[] {
  let state: MatchState | null = null;
  return events.filter((event) => {
    state = foldMatch([event], state);
    return event.type === 'MatchStarted' || reopenedSigners(state, event).includes(userId);
  });
}

/** Who signs the card that an event reopened: its player and its marker. For any other event nobody. */
export function reopenedSigners(atThatMoment: MatchState | null, { type, data }: RecordedEvent): string[] {
  if (type !== 'CardReopened') return [];
  const { userId } = data as { userId: string };
  const markerId = atThatMoment?.cards.get(userId)?.markerId ?? null;
  return markerId === null ? [userId] : [userId, markerId];
}

/** Cards of the golfer's, or kept by him, that are neither verified nor given up. Who has left is not asked any more. */
function openCards(state: MatchState, userId: string): Card[] {
  if (state.status !== 'STARTED' || state.playType !== 'COMPETITION') return [];
  if (!isParticipant(state, userId) || state.cards.get(userId)?.withdrawn !== false) return [];
  return [...state.cards.values()].filter(
    (card) => sideOf(card, userId) !== null && card.markerId !== null && !card.verified && !card.withdrawn,
  );
}

function mayStillSign(state: MatchState, userId: string): boolean {
  return openCards(state, userId).length > 0;
}

function signatureLetter(state: MatchState, writing: Writing): Letter {
  const { course, matchId, day } = state;
  const { userId, fullName, nameOf, publicUrl } = writing;
  const cards = cardsToSign(state, userId);
  const signers = cards.flatMap(({ signatures }) => Object.values(signatures).map(({ signedBy }) => signedBy));
  const partners = [...new Set(signers)].map(nameOf);
  const played = dayWords(day ?? '');
  const differing = [...new Set(cards.flatMap((card) => mismatches(state, card)))].toSorted((a, b) => a - b);
  const own = cards.some((card) => card.userId === userId);
  const kept = cards.filter((card) => card.userId !== userId).map((card) => nameOf(card.userId));
  const toSign = [...(own ? ['your card'] : []), ...kept.map((name) => `the card of ${name}`)];
  const missing = partners.length === 0 ? '' : `${listed(partners)} signed. `;
  return {
    subject: `Your round at ${course.name} waits for your signature`,
    fullName,
    lead: `${missing}Your round at ${course.name} on ${played} still needs your signature.`,
    facts: [
      ['Course', `${course.clubName}, ${course.courseName}`],
      ['Played', played],
      ['To sign', capital(listed(toSign, 4))],
      ...(differing.length > 0 ? [['To settle', capital(holesWords(differing))] as const] : []),
    ],
    note:
      differing.length > 0
        ? 'Player and marker have entered different results there. Settle that on the scorecard first, then sign.'
        : 'A card counts on the leaderboard and in competitions once its player and its marker have both signed.',
    button: 'Open the scorecard',
    link: `${publicUrl}/${matchId}/scorecard`,
    why: 'You get this email because you played in this round on Fairmark. You are reminded once, and again only if a card is reopened after that.',
  };
}
