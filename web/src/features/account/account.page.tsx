import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { userQuery } from '../../api/auth.js';
import { messageOf } from '../../api/errors.js';
import { queryClient } from '../../api/query-client.js';
import { paths } from '../../app/paths.js';
import { Card, Facts } from '../../ui/card.js';
import { ErrorState } from '../../ui/empty-state.js';
import { PageHeading } from '../../ui/page-title.js';
import { Skeleton } from '../../ui/skeleton.js';
import { SignOut } from './sign-out.js';

/** Asks for the golfer while the page's code is on its way. */
export function loader() {
  void queryClient.prefetchQuery(userQuery());
  return null;
}

const Page = styled.div`
  display: grid;
  gap: var(--space-5);
  max-width: var(--column);
  margin-inline: auto;
  padding: var(--space-3) var(--space-4) calc(var(--space-8) + env(safe-area-inset-bottom));
  @media (min-width: 1024px) {
    padding: var(--space-8) var(--space-6);
  }
`;

const Note = styled.p`
  color: var(--ink-2);
  font-size: var(--text-14);
`;

/** /account: who is signed in, and the way out. */
export function Component() {
  return (
    <Page>
      <PageHeading>Account</PageHeading>
      <Profile />
      <SignOut />
    </Page>
  );
}

function Profile() {
  const { data: user, error, refetch } = useQuery(userQuery());
  if (user === undefined) {
    if (error !== null) return <ErrorState onRetry={() => void refetch()}>{messageOf(error)}</ErrorState>;
    return <Skeleton height={240} />;
  }
  return (
    <>
      <Card>
        <Facts
          items={[
            { term: 'Full name', value: user.fullName },
            { term: 'Email', value: user.email },
            { term: 'Handicap', value: user.handicapForShow },
            { term: 'Golflink Number', value: user.golflinkNumber },
          ]}
        />
      </Card>
      <Note>
        These can not be changed here yet. To change your email, <Link to={paths.support()}>contact support</Link>.
      </Note>
    </>
  );
}
