import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { Link, redirect, useLocation, type LoaderFunctionArgs } from 'react-router-dom';
import { useSession } from '../../api/use-session.js';
import { aboutPage, supportLink } from '../../shared/about-links.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { Page, Stack } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';

const Text = styled(Stack)`
  max-width: 64ch;
  overflow-wrap: anywhere;
  & > p {
    font-size: var(--text-18);
    color: var(--ink-2);
  }
  & h2 {
    margin-bottom: var(--space-2);
  }
`;

/** Redirects to the club's own page if it has one. */
export function loader({ request }: LoaderFunctionArgs) {
  const own = aboutPage(new URL(request.url).pathname)?.own;
  return own ? redirect(own) : null;
}

/** /about, /terms and /privacy, for signed-in golfers and visitors. */
export function Component() {
  const page = aboutPage(useLocation().pathname);
  const text = TEXTS[page?.path ?? ''];
  const signedIn = useSession() !== null;
  if (page === undefined || text === undefined) return null;
  return (
    <Page data-width="column">
      <PageHeading>{page.title}</PageHeading>
      <Text as="div" gap={5}>
        <p>{text.lead}</p>
        {Object.entries(text.sections).map(([heading, body]) => (
          <section key={heading}>
            <h2>{heading}</h2>
            <p>{body}</p>
          </section>
        ))}
      </Text>
      {!signedIn && (
        <ButtonLink kind="secondary" to={paths.signIn()}>
          Sign in
        </ButtonLink>
      )}
    </Page>
  );
}

const TEXTS: Readonly<Record<string, { lead: string; sections: Readonly<Record<string, ReactNode>> }>> = {
  [paths.about()]: {
    lead: 'Fairmark keeps the scores of a round of golf on two phones: yours and your marker’s.',
    sections: {
      'A round':
        'You and your marker each enter every hole. Where the two differ, both phones show it while you play. At the end you both sign the card, and a card that both have signed is verified.',
      Results:
        'Verified match rounds stand in the Clubhouse: in the daily results of the course, in your history, in your eclectic round and in competitions. A practice round has no marker and stands in none of them. Nothing is posted to Golf Australia.',
      'Without a signal': 'A score is kept on your phone first and sent when there is a signal.',
      'Open source': (
        <>
          Fairmark is made of open-source packages: read <a href="/licences.txt">their licences</a>.
        </>
      ),
    },
  },
  [paths.terms()]: {
    lead: 'What you may expect of Fairmark, and what your fellow players expect of you.',
    sections: {
      'Your account':
        'An account belongs to one golfer. Use your own name, golf number and official handicap, and keep your password to yourself. You can delete the account at any time.',
      'Your scores':
        'Enter what was played. Your signature says that a card is right. A signed card is changed only after it has been reopened, and a verified one only by the committee of the course, which gives its reason; both stay visible on the card.',
      'What Fairmark is not':
        'Daily handicaps and results are computed from what golfers and courses have entered. They are no official handicap record, and decisions on the rules remain with the committee of your course.',
    },
  },
  [paths.privacy()]: {
    lead: 'What is stored about you, who sees it, and how to delete it.',
    sections: {
      'What is stored':
        'Your name, email, golf number, gender and handicap, a picture if you add one, and your password as a hash that cannot be read back. Of your rounds: the course, the day, who played and marked, every score with its time, the handicap and gender that it was counted with, and a random number that tells one phone or browser from another. Also your invitations and competitions.',
      'Who sees it':
        'Golfers who are signed in can find your name, handicap, picture and home club. The players of your group see the round. Verified match rounds stand in the Clubhouse. Host and players see a competition. Your email and golf number are shown to no other golfer. Auditors can look up rounds, a committee those of its course, and it is recorded that they did.',
      'On your phone':
        'The browser keeps your sign-in, copies of your own profile and of the round that you play, scores that wait to be sent, the course that you chose last and that random number. There are no cookies, no trackers and no requests to other companies: adverts come from this server and do not know who looks at them.',
      'How to delete it': (
        <>
          Open <Link to={paths.account()}>Account</Link> and choose Delete Account. Name, email, golf number, gender,
          handicap, picture and sessions are deleted at once. Results of your rounds stay, as those of a “Deleted
          player”. For anything else write to {supportLink}.
        </>
      ),
    },
  },
};
