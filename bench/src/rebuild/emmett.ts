import { pongoSingleStreamProjection, rebuildPostgreSQLProjections } from '@event-driven-io/emmett-postgresql';
import { MATCH_SCHEMA_VERSIONS, type MatchEvent, type MatchEvents, type MatchEventType } from '@fairmark/events';

/** The table of a run's documents. Each run has its own: rebuilding the same version again only empties the table. */
export const documentsOf = (version: number): string => `matches_v${version}`;

/**
 * Rebuilds a document per match with the library's own projection for that. A custom one that writes in batches would
 * be no faster: 0.42 passes events to a projection one at a time, whatever the batch size.
 */
export async function rebuildEmmett(url: string, version: number, batchSize: number): Promise<void> {
  const projection = pongoSingleStreamProjection<MatchDocument, MatchEvent>({
    collectionName: 'matches',
    version,
    canHandle: Object.keys(MATCH_SCHEMA_VERSIONS) as MatchEvent['type'][],
    evolve: evolveMatch,
    initialState: emptyMatch,
  });
  const consumer = rebuildPostgreSQLProjections({
    connectionString: url,
    projections: [projection],
    pulling: { batchSize },
  });
  await consumer.start();
  await consumer.close();
}

/** A match as a document: what our tables hold, except everything that has to be computed. */
interface MatchDocument extends Record<string, unknown> {
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

const emptyMatch = (): MatchDocument => ({
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
function evolveMatch(document: MatchDocument, event: MatchEvent): MatchDocument {
  const evolve = EVOLVE[event.type] as
    | ((document: MatchDocument, data: MatchEvent['data']) => MatchDocument)
    | undefined;
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
