import styled from '@emotion/styled';
import { DEFAULT_CAP } from '@fairmark/scoring';
import { Mail } from 'lucide-react';
import { SUPPORT_EMAIL } from '../../shared/about-links.js';
import { buttonStyles } from '../../ui/button.js';
import { Card, CardStack, Page, Stack } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';

const Questions = styled(Stack)`
  margin-top: var(--space-3);
  & details + details {
    border-top: 1px solid var(--line);
  }
  & summary {
    min-height: var(--key);
    padding: var(--space-3) var(--space-5);
    font-weight: 600;
  }
  & details > p {
    padding: 0 var(--space-5) var(--space-5);
    color: var(--ink-2);
  }
`;

/** /support: how to contact support, and common questions. */
export function Component() {
  const subject = encodeURIComponent(`Fairmark (${CLIENT_VERSION})`);
  return (
    <Page data-width="column">
      <PageHeading>Support</PageHeading>
      <CardStack as="div">
        <p>Write to us about your account, a round or a course. Name the course and the day, so that we find it.</p>
        <a css={buttonStyles} data-size="large" href={`mailto:${SUPPORT_EMAIL}?subject=${subject}`}>
          <Mail size={20} />
          {SUPPORT_EMAIL}
        </a>
      </CardStack>
      <Questions gap={3} aria-labelledby="questions">
        <h2 id="questions">Common questions</h2>
        <Card style={{ padding: 0, overflow: 'hidden' }}>
          {Object.entries(QUESTIONS).map(([question, answer]) => (
            <details key={question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </Card>
      </Questions>
      <small>Fairmark, version {CLIENT_VERSION}</small>
    </Page>
  );
}

const QUESTIONS: Readonly<Record<string, string>> = {
  'I lost my signal on the course':
    'Keep scoring. Every score is kept on your phone first and sent when there is a signal again; the badge at the top ' +
    "says how many are waiting. Leave the page open until the badge is gone: without a signal it can't be reloaded.",
  'I need to switch phones':
    'Sign in there and choose Resume Round: it opens at the first hole that you have not entered. Scores that still ' +
    'wait on the first phone are sent from that phone only.',
  "My marker's phone died":
    'Play on and enter your own scores. Your marker can sign in on any other phone and enter theirs later, even after ' +
    'the round: the card waits until both sides have all 18 holes.',
  'The course, tee, format or a handicap is wrong':
    'They are fixed when the round starts. Before that each player can still change the handicap, and the host can ' +
    'delete the set-up and make another. After it, every player opens Scorecard on a hole and presses Delete Round; ' +
    'then set up another round. A signed card has to be reopened first; on a verified one your committee can correct ' +
    'scores, nothing else.',
  'How is my daily handicap worked out?':
    "By Golf Australia's formula, from your handicap for the round and the slope, scratch rating and par of your tee, " +
    `rounded to a whole number. It is ${DEFAULT_CAP.MALE} at most for men and ${DEFAULT_CAP.FEMALE} for women.`,
  'Does a round change my handicap?':
    'No. Neither match rounds nor practice rounds are posted to Golf Australia. Hand in your score as your club asks, ' +
    'and change your handicap under Account when Golf Australia has changed it.',
  "We don't start at the 1st":
    'Press Scorecard on a hole and pick the one where you begin. After the 18th, Next leads to the first hole ' +
    'that you have not entered.',
  'I picked up, or play was stopped':
    'In Stableford and par, press No Score on the hole. In stroke play every hole is played out: a player who has picked ' +
    'up opens Scorecard on a hole and presses Delete Round, which withdraws the card. A round that was stopped can be ' +
    'finished and signed later, and counts on the day it began. A card with fewer than 18 holes counts nowhere: delete ' +
    'the round.',
  'A score is wrong':
    'Open the hole and press Edit. Until the first signature you and your marker may each change what you entered ' +
    'yourselves. A signed card that is not verified can be opened again from its scorecard; a verified card is changed by ' +
    'your committee only.',
  'Who sees my data?':
    'Golfers who are signed in can find your name, handicap, photo and home club. Players of your group see the ' +
    'round. Verified match rounds stand in the Clubhouse. Your email and your Golflink number are never shown to others.',
};
