import { LIMITS, MESSAGES } from '@fairmark/contract';
import { mixed, type InferType } from 'yup';
import { profileSchema } from './schemas.js';

/** The profile with a new picture; null: it stays as it is. */
export const accountSchema = profileSchema.shape({
  avatar: mixed<File>()
    .nullable()
    .defined()
    .test('size', MESSAGES.fileTooLarge, (file) => file === null || file.size <= LIMITS.avatarBytesMax),
});

/** What the account page sends. */
export type AccountValues = InferType<typeof accountSchema>;
