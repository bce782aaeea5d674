import {
  cannotBeVerified,
  cardsToSign,
  foldMatch,
  idOfStream,
  mismatches,
  sideOf,
  type MatchEvents,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import type { Letter } from './mail.layout.js';
import { Dropped, LOOK_AGAIN_MS, readMatch, type MailKind, type NameOf } from './mail.kind.js';
import { capital, dayWords, holesWords, listed } from './mail.words.js';

const LIFE_MS = 2 * 86_400_000;

/**
 * Reminds a golfer once per turn, when the round was idle for `quietMs` and a complete card lacks the signature. A turn
 * begins with the round and with each reopening. A forgotten round is checked less and less often.
 */
export const signatureMail = (quietMs: number): MailKind<{ matchId: string; turn: string }> => ({
  name: 'SIGNATURE',
  causedBy: ['MatchStarted', 'CardReopened'],
  delayMs: quietMs,
  lifeMs: LIFE_MS,
  causes: async (event, store) => {
    const matchId = idOfStream(event.stream);
    const { state } = await readMatch(store, matchId, event.revision);
    return signersOf(event, state).map((userId) => ({
      cause: `signature-${event.id}-${userId}`,
      userId,
      about: { matchId, turn: event.id },
    }));
  },
  decide: async ({ matchId, turn }, writing) => {
    const { userId } = writing;
    const { state, events } = await readMatch(writing.store, matchId);
    if (state === null) return new Dropped('there is no such match');
    const began = turnsOf(events, userId).at(-1);
    if (began?.id !== turn) return new Dropped('a later turn has begun');
    const now = writing.now.getTime();
    if (now - Date.parse(began.metadata.recordedAt) >= LIFE_MS) return new Dropped('the round was too long ago');
    if (!mayStillSign(state, userId)) return new Dropped('the golfer has nothing left to sign in this round');
    const last = Date.parse(events.at(-1)?.metadata.recordedAt ?? began.metadata.recordedAt);
    const waiting = cardsToSign(state, userId).length > 0;
    if (waiting && now - last >= quietMs) {
      return letter(state, userId, await writing.naming(state.cards.keys()));
    }
    const at = waiting ? last + quietMs : now + Math.max(quietMs, now - last);
    return new Date(Math.max(at, now + LOOK_AGAIN_MS));
  },
});

/** Whose turn begins with an event. `state`: the match right after it, as a marker may change later. */
function signersOf({ type, data }: RecordedEvent, state: MatchState | null): string[] {
  if (state?.playType !== 'COMPETITION') return [];
  if (type === 'MatchStarted') return [...state.cards.keys()];
  if (type !== 'CardReopened') return [];
  const { userId } = data as MatchEvents['CardReopened'];
  const markerId = state.cards.get(userId)?.markerId ?? null;
  return markerId === null ? [userId] : [userId, markerId];
}

function turnsOf(events: readonly RecordedEvent[], userId: string): RecordedEvent[] {
  let state: MatchState | null = null;
  return events.filter((event) => {
    state = foldMatch([event], state);
    return signersOf(event, state).includes(userId);
  });
}

/** Whether a card of the golfer, as player or marker, is still unverified. The leaver of a two-ball still marks the other. */
function mayStillSign(state: MatchState, userId: string): boolean {
  return [...state.cards.values()].some(
    (card) => sideOf(card, userId) !== null && !cannotBeVerified(state, card) && !card.verified && !card.withdrawn,
  );
}

function letter(state: MatchState, userId: string, nameOf: NameOf): Letter {
  const { course, matchId, start } = state;
  const cards = cardsToSign(state, userId);
  const signers = cards.flatMap(({ signatures }) => Object.values(signatures).map(({ signedBy }) => signedBy));
  const partners = [...new Set(signers)].map(nameOf);
  const played = dayWords(start?.day ?? '');
  const differing = [...new Set(cards.flatMap((card) => mismatches(state, card)))].toSorted((a, b) => a - b);
  const own = cards.some((card) => card.userId === userId);
  const kept = cards.filter((card) => card.userId !== userId).map((card) => nameOf(card.userId));
  const toSign = [...(own ? ['your card'] : []), ...kept.map((name) => `the card of ${name}`)];
  const missing = partners.length === 0 ? '' : `${listed(partners)} signed. `;
  return {
    subject: `Sign your round at ${course.name}`,
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
    path: `/${matchId}/scorecard`,
    why: 'You get this email because you played in this round on Fairmark. You are reminded once, and again only if a card is reopened after that.',
  };
}
