import { CLIENT_WORDS, count, DELETED_PLAYER } from './client-words.js';

/** Texts that the client's forms and the server's answers share. */
export const MESSAGES = {
  fullNameRequired: 'Full name is required',
  fullNameLong: 'Full name must be 100 characters or less',
  fullNameText: 'Full name must be one line of text, with a letter or digit',
  emailInvalid: 'Invalid email address',
  emailRequired: 'Email is required',
  golfNumberDigits: 'Golflink number can only contain digits',
  golfNumberLength: 'Golflink number must be 7, 8 or 10 digits long',
  golfNumberRequired: 'Golflink number is required',
  handicapRequired: 'Handicap is required',
  handicapRange: 'Handicap must be between +10.9 and 54.0 with one decimal',
  passwordShort: 'Password must be at least 8 characters',
  passwordLong: 'Password must be 128 characters or less',
  passwordCommon: 'This password is too common',
  passwordPersonal: 'Password must be more than your email',
  passwordRequired: 'Password is required',
  passwordsMatch: 'Passwords must match',
  genderUnknown: 'Gender must be Female or Male',
  /** Shown if a new password is requested for an email without an account. */
  emailUnknown: 'Invalid email or password',
  noGolferFound: "Sorry, we couldn't find anyone by that name. You'll need to ask them to sign up",
  /** The same for a match round, which needs a marker. */
  noMarkerFound: "We can't find your marker. The marker may not be signed up: check the spelling.",
  required: 'Required',
  notText: 'holds characters that are not text, or too many values',
  givenTwice: 'may be given once',
  competitionNameLong: 'Must be 25 characters or less',
  competitionNameText: 'Must be one line of text',
  competitionOnlyEclectic: 'Only Eclectic Ringers can be created',
  competitionWeeks: 'Must be 4 to 15 weeks',
  competitionDays: 'Must be days of the week, each once',
  competitionPlayerOnce: 'A player can be added to a competition only once',
  competitionPlayersMany: 'Must be 200 players or less',
  competitionAllowance: 'Must be 100, 75, 50 or 0 percent',
  competitionDescription: (weeks: number, course: string) =>
    `The best score on each hole over ${weeks} weeks at ${course}.`,
  competitionPlayerLeft: 'A player who has left this competition cannot be added again',
  competitionPlayerAgain: 'A player can be added to the same competition three times at most',
  competitionPlayerGone: 'One of these players cannot be found any more',
  deletedPlayer: DELETED_PLAYER,
  fileTooLarge: 'File Size is too large',
  houseAdvert: 'Every score on two phones, and never lost.',
  verifyTokenMissing: 'Email verification token is missing.',
  socialIsStableford: 'A practice round is always stableford',
  socialHasNoMarker: 'A practice round has no marker and is not signed',
  ownMarker: "A player can't mark their own card",
  notInGroup: 'This player is not in the group',
  teeNotOffered: 'This course does not have this tee',
  holeRange: 'Hole must be a whole number from 1 to 18',
  strokesRange: 'Strokes must be a whole number from 1 to 30',
  strokesOrNoScore: 'Enter strokes or No Score, not both',
  /** Shown to a golfer who signs a card that changed after it was shown. */
  cardChanged: 'A score was changed after this card was shown. Look at it again, then sign.',
  noScoreInStroke: 'Stroke play has no No Score: every hole is played out',
  /** Shown by the client without an answer from the server. */
  ...CLIENT_WORDS,
  /** Shown at a daily limit. `max`: allowed per 24 hours; `hours`: until the next one is allowed, at least 1. */
  dailyLimit: {
    matches: (max: number, hours: number) =>
      `You have set up ${max} rounds within 24 hours. You can set up another one in ${count(hours, 'hour')}.`,
    invitations: (max: number, hours: number) =>
      `You have sent ${max} invitations within 24 hours. You can send more in ${count(hours, 'hour')}.`,
    competitions: (max: number, hours: number) =>
      `You have created ${max} competitions within 24 hours. You can create another one in ${count(hours, 'hour')}.`,
    competitionPlayers: (max: number, hours: number) =>
      `You can add ${max} players to competitions within 24 hours. You can add more in ${count(hours, 'hour')}.`,
  },
  /** Shown to a golfer who has reached `eventsPerMatchAndGolferMax`. */
  changedTooOften: 'You have changed this round too often. It takes no more changes from you.',
  groupFull: (max: number) => `We allow a maximum of ${max} players in each player group.`,
} as const;
