import styled from '@emotion/styled';
import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import { changePassword, userQuery } from '../../api/auth.js';
import { queryClient } from '../../api/call/query-client.js';
import { Form } from '../../form/form.js';
import { NewPasswordInputs } from '../../form/new-password-inputs.js';
import { changePasswordSchema } from '../../form/schemas.js';
import { PasswordInput } from '../../form/text-input.js';
import { Answered } from '../../shared/answered.js';
import { ButtonLink } from '../../shared/routing/links.js';
import { paths } from '../../shared/routing/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { useWide } from '../../ui/hooks/use-wide.js';
import { Sheet } from '../../ui/overlays/dialogs.js';
import { Page, Stack } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';
import { Skeleton } from '../../ui/skeleton.js';
import { DeleteAccount, SignOut, StaffLink } from './account-actions.js';
import { ProfileForm, type ProfileFormProps } from './profile-form.js';
import { SignedInDevices } from './signed-in-devices.js';

/** Prefetches the golfer while the page's chunk loads. */
export function loader() {
  void queryClient.prefetchQuery(userQuery());
  return null;
}

const Ways = styled(Stack)`
  margin-top: var(--space-6);
  padding-top: var(--space-5);
  border-top: 1px solid var(--line);
`;

/** /account: the golfer's own settings; on narrow screens a drawer over the page. Closing leads to the Clubhouse. */
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
        // Stays mounted until the page is left, so that a golfer who keeps editing loses nothing.
        <Sheet open onOpenChange={close} title="Account" size="tall">
          <Account onSaved={close} />
        </Sheet>
      )}
    </Page>
  );
}

function Account({ onSaved, after }: Omit<ProfileFormProps, 'user'>) {
  const query = useQuery(userQuery());
  // Deferred, so that the drawer opens first. Nothing lies below the content that could move.
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

/** Changes the password; asks for the current one. */
function ChangePassword() {
  const [open, setOpen] = useState(false);
  const [changed, setChanged] = useState(false);
  const show = (): void => {
    setChanged(false);
    setOpen(true);
  };
  return (
    <>
      <Button kind="quiet" wide onClick={show}>
        Change password
      </Button>
      <Sheet open={open} onOpenChange={setOpen} title="Change password">
        {changed ? (
          <Banner kind="success" title="Your password has been changed">
            You have been signed out everywhere else.
          </Banner>
        ) : (
          <Form
            initialValues={{ current: '', password: '', confirmPassword: '' }}
            schema={changePasswordSchema}
            onSubmit={async ({ current, password }) => {
              await changePassword(current, password);
              setChanged(true);
            }}
            submitLabel="Change password"
          >
            <PasswordInput
              name="current"
              label="Current password"
              autoComplete="current-password"
              enterKeyHint="next"
            />
            <NewPasswordInputs replaces />
          </Form>
        )}
      </Sheet>
    </>
  );
}
