import type { ReactNode } from 'react';

/** What golfers ask most, and what is so. */
export const QUESTIONS: readonly { question: string; answer: ReactNode }[] = [
  {
    question: 'I lost my signal on the course',
    answer:
      'Keep scoring. Every score is kept on your phone first and sent when there is a signal again; the badge at the top ' +
      "says how many are waiting. Leave the page open until the badge is gone: without a signal it can't be reloaded.",
  },
  {
    question: 'I need to switch phones',
    answer:
      'Sign in there and choose Resume Round: it opens at the first hole that you have not entered. Scores that still ' +
      'wait on the first phone are sent from that phone only.',
  },
  {
    question: "My marker's phone died",
    answer:
      'Play on and enter your own scores. Your marker can sign in on any other phone and enter theirs later, even after ' +
      'the round: the card waits until both sides have all 18 holes.',
  },
  {
    question: 'A score is wrong',
    answer:
      'Open the hole and press Edit. Until the first signature you and your marker may each change what you entered ' +
      'yourselves. A signed card that is not verified can be opened again from its scorecard; a verified card is changed by ' +
      'your committee only.',
  },
  {
    question: 'Who sees my data?',
    answer:
      'Golfers who are signed in can find your name, handicap, photo and home club. Players of your group see the ' +
      'round. Verified match rounds stand in the Clubhouse. Your email and your Golflink number are never shown to others.',
  },
];
