import { ChoiceGroup, type ChoiceGroupProps } from '../ui/fields/choice-group.js';
import { HandicapSelect, type HandicapSelectProps } from '../golf/handicap-select.js';
import { SelectField, type SelectFieldProps } from '../ui/fields/select-field.js';
import { useBound, type FromForm } from './bound.js';

/** What the two forms with a golfer's profile say of its text fields. */
export const FULL_NAME = { name: 'fullName', label: 'Full name', autoComplete: 'name', autoCapitalize: 'words' };
export const GOLF_NUMBER = { name: 'golflinkNumber', autoComplete: 'off', inputMode: 'numeric' } as const;

/** A select field of the surrounding form. */
export function SelectInput({ name, ...field }: { name: string } & Omit<SelectFieldProps, FromForm>) {
  const { input, error } = useBound<string>(name);
  return <SelectField {...field} {...input} error={error} />;
}

/** A handicap field of the surrounding form; a plus handicap is a negative number. */
export function HandicapInput({ name, ...field }: { name: string } & Omit<HandicapSelectProps, FromForm>) {
  const { value, set, error } = useBound<number>(name);
  return <HandicapSelect {...field} value={value} onChange={set} error={error} />;
}

/** Choice tiles of the surrounding form; an empty value means no choice. */
export function ChoiceInput<T extends string>(props: { name: string } & Omit<ChoiceGroupProps<T>, FromForm>) {
  const { name, ...field } = props;
  const { value, set, error } = useBound<T | '' | null>(name);
  return <ChoiceGroup {...field} value={value === '' ? null : value} onChange={set} error={error} />;
}
