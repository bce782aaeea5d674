import { useState } from 'react';
import { changePassword } from '../../api/auth.js';
import { Form } from '../../form/form.js';
import { NewPasswordInputs } from '../../form/new-password-inputs.js';
import { changePasswordSchema } from '../../form/schemas.js';
import { PasswordInput } from '../../form/text-input.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Sheet } from '../../ui/overlays/dialogs.js';

/** A new password with the current one. */
export function ChangePassword() {
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
            <NewPasswordInputs last />
          </Form>
        )}
      </Sheet>
    </>
  );
}
