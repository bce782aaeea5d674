import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useNavigate } from 'react-router-dom';
import { userQuery } from '../../api/auth.js';
import { queryClient } from '../../api/call/query-client.js';
import { ButtonLink } from '../../shared/routing/links.js';
import { paths } from '../../shared/routing/paths.js';
import { Sheet } from '../../ui/overlays/dialogs.js';
import { PageHeading } from '../../ui/page-title.js';
import { Skeleton } from '../../ui/skeleton.js';
import { useWide } from '../../ui/hooks/use-wide.js';
import { ProfileForm, type ProfileFormProps } from './profile-form.js';
import { DeleteAccount, SignOut, StaffLink } from './account-actions.js';
import { ChangePassword } from './change-password.js';
import { SignedInDevices } from './signed-in-devices.js';
import { Page, Stack } from '../../ui/page-parts.js';
import { Answered } from '../../shared/answered.js';

/** Asks for the golfer while the page's code is on its way. */
export function loader() {
  void queryClient.prefetchQuery(userQuery());
  return null;
}

const Ways = styled(Stack)`
  margin-top: var(--space-6);
  padding-top: var(--space-5);
  border-top: 1px solid var(--line);
`;

/** /account: the golfer's own settings, on a narrow screen a drawer over the page. Closing it leads to the Clubhouse. */
export function Component() {
  const wide = useWide();
  const navigate = useNavigate();
  const close = (): void => void navigate(paths.clubhouse(), { replace: true });
  return (
    <Page data-width="column">
      <PageHeading>Account</PageHeading>
      {wide ? (
        <Account
          onSaved={close}
          after={
            <ButtonLink kind="quiet" wide to={paths.clubhouse()} replace>
              Close
            </ButtonLink>
          }
        />
      ) : (
        // It stays open until the page is left: a golfer who keeps editing finds everything as it was.
        <Sheet open onOpenChange={close} title="Account" size="tall">
          <Account onSaved={close} />
        </Sheet>
      )}
    </Page>
  );
}

function Account({ onSaved, after }: Omit<ProfileFormProps, 'user'>) {
  const query = useQuery(userQuery());
  // The drawer opens first; what is in it is rendered in slices. Nothing below it is there to be moved.
  const open = useDeferredValue(!query.isPending || query.error !== null, false);
  if (!open) return <Skeleton height={240} />;
  return (
    <div>
      <Answered query={query} waiting={null}>
        {(user) => <ProfileForm key={user.id} user={user} onSaved={onSaved} after={after} />}
      </Answered>
      <Ways as="div" gap={3}>
        <SignOut />
        <ChangePassword />
        <SignedInDevices />
        <DeleteAccount />
        <StaffLink />
      </Ways>
    </div>
  );
}
