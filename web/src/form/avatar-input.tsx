import { FileAvatar, type FileAvatarProps } from '../ui/fields/file-avatar.js';
import { useBound } from './bound.js';

interface AvatarInputProps extends Omit<FileAvatarProps, 'name' | 'value' | 'onChange' | 'error'> {
  name: string;
  golfer: string;
}

/** A picture of the form around it; null while none was chosen. */
export function AvatarInput({ name, golfer, ...field }: AvatarInputProps) {
  const { value, set, error } = useBound<File | null>(name);
  return <FileAvatar {...field} name={golfer} value={value} onChange={set} error={error} />;
}
