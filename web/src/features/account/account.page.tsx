import styled from '@emotion/styled';
import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import { changePassword, opsRolesQuery, userQuery } from '../../api/auth.js';
import { Form } from '../../form/form.js';
import { changePasswordSchema } from '../../form/schemas.js';
import { NewPasswordInputs, PasswordInput } from '../../form/bound.js';
import { Answered } from '../../shared/answered.js';
import { focusPlace } from '../../shared/acting.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { Banner } from '../../ui/banner.js';
import { useWide } from '../../ui/breakpoints.js';
import { Sheet, SheetOfButton } from '../../ui/overlays/dialogs.js';
import { Page, Stack } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';
import { Skeleton } from '../../ui/skeleton.js';
import { DeleteAccount, SignedInDevices, SignOut, Way } from './account-actions.js';
import { ProfileForm } from './profile-form.js';

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
        <Account onSaved={close} />
      ) : (
        // Stays mounted until the page is left, so that a golfer who keeps editing loses nothing.
        <Sheet open onOpenChange={close} title="Account" size="tall">
          <Account onSaved={close} />
        </Sheet>
      )}
    </Page>
  );
}

function Account({ onSaved }: { onSaved: () => void }) {
  const query = useQuery(userQuery());
  // Deferred, so that the drawer opens first. Nothing lies below the content that could move.
  const open = useDeferredValue(!query.isPending, false);
  if (!open) return <Skeleton height={240} />;
  return (
    <div>
      <Answered query={query} waiting={null}>
        {(user) => <ProfileForm key={user.id} user={user} onSaved={onSaved} />}
      </Answered>
      <Ways as="div" gap={3}>
        <SignOut />
        <SheetOfButton button={<Way>Change password</Way>} title="Change password">
          <ChangePassword />
        </SheetOfButton>
        <SheetOfButton button={<Way>Where you&apos;re signed in</Way>} title="Where you're signed in">
          <SignedInDevices />
        </SheetOfButton>
        <DeleteAccount />
        <StaffLink />
      </Ways>
    </div>
  );
}

/** Link to the staff page, for golfers with a role. Placed last, so that it moves nothing when it appears. */
function StaffLink() {
  const { data } = useQuery(opsRolesQuery());
  if (!data?.roles.length) return null;
  return (
    <ButtonLink kind="secondary" wide to={paths.ops()}>
      Oversight
    </ButtonLink>
  );
}

function ChangePassword() {
  const [changed, setChanged] = useState(false);
  if (changed) {
    return (
      <Banner kind="success" title="Your password has been changed">
        You have been signed out everywhere else.
      </Banner>
    );
  }
  return (
    <Form
      initialValues={{ current: '', password: '', confirmPassword: '' }}
      schema={changePasswordSchema}
      onSubmit={async ({ current, password }) => {
        await changePassword(current, password);
        // The form disappears, and with it what was focused.
        focusPlace();
        setChanged(true);
      }}
      submitLabel="Change password"
    >
      <PasswordInput name="current" label="Current password" autoComplete="current-password" enterKeyHint="next" />
      <NewPasswordInputs replaces />
    </Form>
  );
}
