/** Sizes, counts and times that client and server share. Times are in milliseconds. */
export const LIMITS = {
  holes: 18,
  /** Players in a group, including the host and pending invitations; `MAX_GROUP_SIZE` may set 2 to 4. */
  groupSizeDefault: 3,
  groupSizeMin: 2,
  groupSizeMax: 4,
  invitesPerMatchAndPerson: 3,
  /** A match usually has about 130 events (docs/product.md, Limits 5). */
  eventsPerMatchMax: 5_000,
  /**
   * Events after which a golfer can only leave and sign, so that no golfer can use up the match's limit alone. One who
   * marks three cards besides their own causes about 100.
   */
  eventsPerMatchAndGolferMax: 1_200,
  /** The most entries and signatures that a card's history shows, latest ones; a card usually has about 40. */
  cardHistoryMax: 1_000,
  correctionNoteMax: 500,
  correctionsPerCardMax: 50,
  /** A projection's lag is counted only up to this many events. */
  lagEventsMax: 10_000,
  parkedShownMax: 200,
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
  /** Except leaving and deleting. With 200 players added one by one a competition has 600. */
  eventsPerCompetitionMax: 2_000,
  /**
   * What a golfer may do in any 24 hours; `RATE_LIMIT_SCALE` multiplies these limits. A golfer who plays 36 holes sets
   * up two matches and invites six golfers; the rest allows for mistakes and organisers. A club that opens its season
   * creates a few competitions of up to 200 players each.
   */
  matchesPerDayMax: 20,
  invitationsPerDayMax: 60,
  competitionsPerDayMax: 10,
  competitionPlayersPerDayMax: 1_000,
  additionsPerCompetitionAndPersonMax: 3,
  /** Competitions per page of a golfer's list; small, because each one's table may have to be computed. */
  competitionsPageMax: 10,
  competitionNamesShown: 7,
  avatarBytesMax: 2_097_152,
  jsonBodyBytesMax: 65_536,
  tokenMax: 200,
  pageSizeDefault: 40,
  pageSizeMax: 200,
  pageOffsetMax: 10_000,
  lobbyLifetimeMs: 24 * 3_600_000,
  currentRoundMs: 24 * 3_600_000,
  /** Age from which the last good backup is stale; backups are nightly. */
  backupStaleMs: 26 * 3_600_000,
  /** Time after the first account from which a missing backup is reported. */
  backupMissingMs: 7 * 24 * 3_600_000,
  /** The backup disk must have room for this many further backups. */
  backupsOfRoom: 3,
  diskFreeBytesMin: 2_000_000_000,
  sessionMs: 30 * 24 * 3_600_000,
  /** A session ends after this long without use. */
  sessionIdleMs: 14 * 24 * 3_600_000,
  /** How long a re-entered password permits actions that need more than a session. */
  passwordConfirmedMs: 5 * 60_000,
  sessionsShown: 50,
  verifyLinkMs: 24 * 3_600_000,
  resetLinkMs: 30 * 60_000,
  /** How long a query waits for the projection to reach the requested position. */
  projectionWaitMs: 2_000,
  projectionWaitersMax: 500,
  /** A projector without a heartbeat for this long counts as dead, and answers are marked `stale`. */
  projectorSilentMs: 2_000,
  projectorHeartbeatMs: 1_000,
  searchDebounceMs: 400,
  /** Links that let boards in a clubhouse show a course without a sign-in. */
  boardLinksPerCourseMax: 10,
  boardLinkLabelMax: 40,
  boardRowsMax: 100,
  /** Connections of a golfer or a board link per process; a further one closes the oldest. */
  socketsPerUser: 8,
  /** Matches and courses that a connection may watch at the same time. */
  roomsPerSocket: 30,
  socketMessageBytesMax: 16_384,
} as const;
