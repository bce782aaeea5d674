import type { OwnUser } from '@fairmark/contract';
import type { ProfileChanges } from '../../api/auth.js';
import type { AccountValues } from '../../form/account-schema.js';

/** What is sent: only what was changed here; the rest may have changed on another phone. A picture needs a form; without one it is JSON. */
export function changesOf(user: OwnUser, { avatar, ...values }: AccountValues): ProfileChanges | FormData {
  const changes: ProfileChanges = {
    fullName: values.fullName === user.fullName ? undefined : values.fullName,
    golflinkNumber: values.golflinkNumber === user.golflinkNumber ? undefined : values.golflinkNumber,
    handicap: values.handicap === user.handicap ? undefined : values.handicap,
  };
  if (avatar === null) return changes;
  const form = new FormData();
  for (const [name, value] of Object.entries(changes)) if (value !== undefined) form.append(name, String(value));
  form.append('avatar', avatar);
  return form;
}
