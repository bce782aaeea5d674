import type { MatchEvent, MatchEvents, MatchEventType } from '@fairmark/events';

/** A match as a document: what our tables hold, except everything that has to be computed. */
export interface MatchDocument extends Record<string, unknown> {
  hostId: string;
  status: string;
  courseId: string;
  matchType: string;
  day: string | null;
  invites: Record<string, { userId: string; status: string }>;
  members: string[];
  cards: Record<string, CardDocument>;
}

interface CardDocument {
  markerId: string | null;
  dailyHandicap: number;
  player: (number | null)[];
  marker: (number | null)[];
  signedBy: string[];
  verified: boolean;
}

const none = (): (number | null)[] => Array.from({ length: 18 }, () => null);

export const emptyMatch = (): MatchDocument => ({
  hostId: '',
  status: 'LOBBY',
  courseId: '',
  matchType: '',
  day: null,
  invites: {},
  members: [],
  cards: {},
});

type Evolve = { [T in MatchEventType]?: (document: MatchDocument, data: MatchEvents[T]) => MatchDocument };

/** The events of complete matches that change a document. */
const EVOLVE: Evolve = {
  MatchCreated: (document, { hostId, course, matchType }) => ({
    ...document,
    hostId,
    courseId: course.courseId,
    matchType,
    members: [hostId],
  }),
  PlayerInvited: (document, invite) => withInvite(document, invite, 'PENDING'),
  InviteAccepted: (document, invite) => ({
    ...withInvite(document, invite, 'ACCEPTED'),
    members: [...document.members, invite.userId],
  }),
  MatchStarted: (document, { day, players }) => ({
    ...document,
    status: 'STARTED',
    day,
    cards: Object.fromEntries(
      players.map(({ userId, settings: { dailyHandicap }, markerId }) => [
        userId,
        { markerId, dailyHandicap, player: none(), marker: none(), signedBy: [], verified: false },
      ]),
    ),
  }),
  HoleScored: (document, { userId, side, holeNumber, strokes }) => {
    const entries = side === 'PLAYER' ? 'player' : 'marker';
    return withCard(document, userId, (card) => ({
      ...card,
      [entries]: card[entries].with(holeNumber - 1, strokes ?? 0),
    }));
  },
  CardSigned: (document, { userId, signedBy }) =>
    withCard(document, userId, (card) => ({ ...card, signedBy: [...card.signedBy, signedBy] })),
  CardVerified: (document, { userId }) => withCard(document, userId, (card) => ({ ...card, verified: true })),
};

/** Applies an event. Returns a new document, as Emmett only writes one that differs from the object it passed. */
export function evolveMatch(document: MatchDocument, event: MatchEvent): MatchDocument {
  const evolve = EVOLVE[event.type] as
    ((document: MatchDocument, data: MatchEvent['data']) => MatchDocument) | undefined;
  return evolve === undefined ? document : evolve(document, event.data);
}

function withInvite(
  document: MatchDocument,
  invite: { inviteId: string; userId: string },
  status: string,
): MatchDocument {
  const { inviteId, userId } = invite;
  return { ...document, invites: { ...document.invites, [inviteId]: { userId, status } } };
}

function withCard(
  document: MatchDocument,
  userId: string,
  change: (card: CardDocument) => CardDocument,
): MatchDocument {
  const card = document.cards[userId];
  return card === undefined ? document : { ...document, cards: { ...document.cards, [userId]: change(card) } };
}
