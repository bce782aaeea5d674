import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { userQuery } from '../../api/auth.js';
import { currentQuery } from '../../api/match.js';
import { queryClient } from '../../api/query-client.js';
import { ButtonLink } from '../../app/links.js';
import { paths } from '../../app/paths.js';
import { Banner } from '../../ui/banner.js';
import { Card } from '../../ui/card.js';
import { Chip } from '../../ui/chip.js';
import { Skeleton } from '../../ui/skeleton.js';
import { useWide } from '../../ui/use-wide.js';
import { EndedModal } from './ended-modal.js';
import { dayWords, greetingAt } from './greeting.js';
import { PlayCard } from './play-card.js';
import { useResume, useResumeAfterLoad } from './use-resume.js';

export function loader() {
  void queryClient.prefetchQuery(userQuery());
  void queryClient.prefetchQuery(currentQuery());
  return null;
}

const Page = styled.div`
  display: grid;
  gap: var(--space-4);
  max-width: var(--column);
  margin-inline: auto;
  padding: var(--space-4) var(--space-4) var(--space-8);
  @media (min-width: 1024px) {
    max-width: var(--page);
    padding: var(--space-8) var(--space-6);
  }
`;

/** The chip stays at the right of the greeting, however long the name is. */
const Head = styled.header`
  display: grid;
  grid-template-columns: 1fr auto;
  align-items: end;
  gap: var(--space-1) var(--space-3);
  & > p {
    grid-column: 1 / -1;
    color: var(--ink-2);
    font-size: var(--text-14);
  }
  & > h1 {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

const Pair = styled.div`
  display: grid;
  gap: var(--space-4);
  grid-template-columns: 3fr 2fr;
`;

const Side = styled.div`
  display: grid;
  gap: var(--space-4);
`;

const Notice = styled(Card)`
  display: grid;
  align-content: start;
  gap: var(--space-4);
  padding: var(--space-6);
  & p {
    max-width: 44ch;
    color: var(--ink-2);
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2);
`;

/** Home: where a round begins or goes on (spec section 2, /). */
export function Component() {
  const wide = useWide();
  const { data: user } = useQuery(userQuery());
  const { state } = useLocation() as { state: { kicked?: boolean } | null };
  useResumeAfterLoad();
  const [now] = useState(() => new Date());
  const hello = greetingAt(now.getHours());
  return (
    <Page>
      <Head>
        <p>{dayWords(now)}</p>
        <h1>{user === undefined ? hello : `${hello}, ${user.fullName.split(' ')[0]}`}</h1>
        {user !== undefined && <Chip>GA {user.handicapForShow}</Chip>}
      </Head>
      {state?.kicked === true && (
        <Banner kind="info" title="You are no longer in that round">
          The host has taken you out of the round set-up. You can be invited again.
        </Banner>
      )}
      {wide ? <Desktop /> : <Phone />}
      <EndedModal />
    </Page>
  );
}

function Phone() {
  const resume = useResume();
  return (
    <>
      {resume === undefined ? (
        <Skeleton height={176} label="Looking for your round" />
      ) : resume === null ? (
        <PlayCard
          first
          to={paths.createLobby('COMPETITION')}
          title="Match Round"
          note="Stroke, stableford or par. With a marker."
        />
      ) : (
        <PlayCard first to={resume.to} title="Resume Round" note={resume.words} />
      )}
      <PlayCard to={paths.createLobby('SOCIAL')} title="Practice Round" note="Nothing is posted to Golf Australia." />
      <Results />
    </>
  );
}

function Desktop() {
  const resume = useResume();
  return (
    <Pair>
      <Notice as="section">
        <h2>Rounds are played on a smartphone</h2>
        <p>
          Set up a round and score it hole by hole on your phone: sign in to Fairmark there. Results, your history and
          competitions are here too.
        </p>
        <Actions>
          <ButtonLink to={paths.clubhouse()}>Go to the Clubhouse</ButtonLink>
          {resume !== null && resume !== undefined && (
            <ButtonLink kind="quiet" to={resume.to}>
              Resume Round: {resume.words}
            </ButtonLink>
          )}
        </Actions>
      </Notice>
      <Side>
        <Results />
      </Side>
    </Pair>
  );
}

function Results() {
  return (
    <>
      <PlayCard to={paths.clubhouse()} title="Daily Results" note="The verified cards of today" />
      <PlayCard to={paths.competitions()} title="Competitions" note="Your club's best of many weeks" />
    </>
  );
}
