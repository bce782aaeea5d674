/** Sizes, counts and times that client and server share. Times are milliseconds. */
export const LIMITS = {
  holes: 18,
  /** Players in a group, host and open invitations included; `MAX_GROUP_SIZE` may set 2 to 4. */
  groupSizeDefault: 3,
  groupSizeMin: 2,
  groupSizeMax: 4,
  invitesPerMatchAndPerson: 3,
  /** A match has about 130 events; beyond this it takes no more, except golfers who leave. */
  eventsPerMatchMax: 5_000,
  /**
   * Events that one golfer causes in a match, leaving and signing apart: who marks three cards beside their own makes about 100.
   * It keeps one golfer from filling the match for the others.
   */
  eventsPerMatchAndGolferMax: 1_200,
  /** Entries and signatures that a card's history shows, the latest ones; a card has about 40. */
  cardHistoryMax: 1_000,
  /** Characters of a committee's own words about a correction. */
  correctionNoteMax: 500,
  correctionsPerCardMax: 50,
  /** A projection's lag is counted up to this many events. */
  lagEventsMax: 10_000,
  /** Parked events that one answer shows. */
  parkedShownMax: 200,
  /** Rounds of a day that a committee's list shows. */
  foundRoundsMax: 100,
  handicapMin: -10.9,
  handicapMax: 54,
  signUpHandicap: 9.1,
  strokesMin: 1,
  strokesMax: 30,
  pickerStrokesMax: 12,
  fullNameMax: 100,
  emailMax: 254,
  passwordMin: 8,
  passwordMax: 128,
  golfNumberLengths: [7, 8, 10],
  searchTextMin: 2,
  searchTextMax: 80,
  courseSearchResults: 20,
  userSearchResults: 7,
  competitionNameMax: 25,
  competitionWeeksMin: 4,
  competitionWeeksMax: 15,
  competitionWeeksDefault: 6,
  competitionPlayersMax: 200,
  /** Events that a competition takes, leaving and deleting apart; one of 200 players who were added one by one has 600. */
  eventsPerCompetitionMax: 2_000,
  /**
   * What a golfer may do in any 24 hours; `RATE_LIMIT_SCALE` multiplies these. A golfer who plays 36 holes sets up two matches and
   * invites six golfers: the rest is for set-ups that went wrong, and for organisers. A club that opens its season creates a few
   * competitions of up to 200 players each.
   */
  matchesPerDayMax: 20,
  invitationsPerDayMax: 60,
  competitionsPerDayMax: 10,
  competitionPlayersPerDayMax: 1_000,
  /** How often one golfer can be added to a competition. */
  additionsPerCompetitionAndPersonMax: 3,
  /** Competitions of one page of a golfer's list: of each, the whole table is computed. */
  competitionsPageMax: 10,
  /** Players whom a competition of a list names. */
  competitionNamesShown: 7,
  avatarBytesMax: 2_097_152,
  jsonBodyBytesMax: 65_536,
  tokenMax: 200,
  pageSizeDefault: 100,
  pageSizeMax: 200,
  pageOffsetMax: 10_000,
  lobbyLifetimeMs: 24 * 3_600_000,
  currentRoundMs: 24 * 3_600_000,
  /** A last good backup that is older is stale: each night has one. */
  backupStaleMs: 26 * 3_600_000,
  /** So long after the first account there must be one. */
  backupMissingMs: 7 * 24 * 3_600_000,
  /** The disk of the backups must have room for so many more. */
  backupsOfRoom: 3,
  /** A disk with less room is nearly full. */
  diskFreeBytesMin: 2_000_000_000,
  sessionMs: 30 * 24 * 3_600_000,
  /** A session that was not used for so long has ended. */
  sessionIdleMs: 14 * 24 * 3_600_000,
  /** A password that was given again is good for so long for what must not be done with a session alone. */
  passwordConfirmedMs: 5 * 60_000,
  /** Open sessions that a golfer is shown. */
  sessionsShown: 50,
  verifyLinkMs: 24 * 3_600_000,
  resetLinkMs: 30 * 60_000,
  /** How long a query waits for the projection to reach the position that it names. */
  projectionWaitMs: 2_000,
  projectionWaitersMax: 500,
  /** A projector that was not heard for so long is taken for dead: answers say `stale`. */
  projectorSilentMs: 2_000,
  projectorHeartbeatMs: 1_000,
  searchDebounceMs: 400,
  /** Links by which boards on the wall of a clubhouse show a course without a sign-in. */
  boardLinksPerCourseMax: 10,
  boardLinkLabelMax: 40,
  /** Rows of one format that a board is given. */
  boardRowsMax: 100,
  /** Connections of one golfer, or of one board's link, at one process; another ends the oldest. */
  socketsPerUser: 8,
  /** Matches and courses that one connection may watch at a time. */
  roomsPerSocket: 30,
  socketMessageBytesMax: 16_384,
} as const;
