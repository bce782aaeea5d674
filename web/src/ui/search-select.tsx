import { Combobox } from '@base-ui/react/combobox';
import styled from '@emotion/styled';
import { Check, Search, X } from 'lucide-react';
import { useId, useRef, type ReactNode, type RefObject } from 'react';
import { Control, FieldBox, FieldLabel, FieldNotes, noteIds } from './field.js';
import { IconButton } from './icon-button.js';
import { SpinnerRing } from './spinner.js';

const Box = styled(Control)`
  padding-left: var(--space-4);
  color: var(--ink-2);
  & > svg {
    flex: none;
  }
  & input {
    padding-left: var(--space-3);
    color: var(--ink);
  }
`;

const Wait = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: var(--target);
`;

const Positioner = styled(Combobox.Positioner)`
  z-index: 52;
  outline: 0;
`;

const Popup = styled(Combobox.Popup)`
  width: var(--anchor-width);
  max-height: min(var(--available-height), 400px);
  padding: var(--space-2);
  overflow-y: auto;
  overscroll-behavior: contain;
  border: 1.5px solid var(--line-strong);
  border-radius: var(--radius-field);
  background: var(--surface);
`;

const Inline = styled.div`
  margin-inline: calc(-1 * var(--space-3));
`;

const Item = styled(Combobox.Item)`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  min-height: var(--target);
  padding: var(--space-2) var(--space-3);
  border-radius: var(--radius-chip);
  outline: 0;
  cursor: pointer;
  & > div {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  &[data-highlighted] {
    background: var(--sunk);
    box-shadow: inset 0 0 0 2px var(--line-strong);
  }
  &[data-selected] {
    font-weight: 600;
  }
  & svg {
    flex: none;
    color: var(--primary);
  }
`;

const Words = styled.div`
  padding: var(--space-4) var(--space-3);
  color: var(--ink-2);
  &:empty {
    display: none;
  }
`;

/** Properties of {@link SearchSelect}. */
export interface SearchSelectProps<T> {
  label: string;
  hint?: string;
  placeholder?: string;
  /** What was found for the query: the caller waits for a pause in the typing and asks the server. */
  items: readonly T[];
  itemKey: (item: T) => string;
  itemLabel: (item: T) => string;
  /** What a row shows; the label unless said otherwise. */
  renderItem?: (item: T) => ReactNode;
  query: string;
  onQueryChange: (text: string) => void;
  value: T | null;
  onSelect: (item: T | null) => void;
  loading: boolean;
  /** Said when nothing was found; null while there is nothing to say. */
  empty: ReactNode;
  error?: string;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** The list stands under the field all the time, for a sheet; what is chosen leaves the query as it is. */
  inline?: boolean;
}

/** Searches as one types and takes one of what was found. */
export function SearchSelect<T>(props: SearchSelectProps<T>): ReactNode {
  const { label, hint, placeholder, items, itemKey, itemLabel, query, onQueryChange, value, onSelect } = props;
  const { loading, error, inputRef, inline = false } = props;
  const id = useId();
  const ownRef = useRef<HTMLInputElement>(null);
  const field = inputRef ?? ownRef;
  const clear = (): void => {
    onSelect(null);
    onQueryChange('');
    field.current?.focus();
  };
  const list = <Found {...props} />;
  return (
    <Combobox.Root
      items={items}
      filter={null}
      inline={inline}
      open={inline ? true : undefined}
      value={value}
      onValueChange={onSelect}
      inputValue={query}
      onInputValueChange={(text, { reason }) => {
        if (!inline || reason === 'input-change') onQueryChange(text);
      }}
      itemToStringLabel={itemLabel}
      isItemEqualToValue={(a, b) => itemKey(a) === itemKey(b)}
    >
      <FieldBox>
        <FieldLabel htmlFor={id}>{label}</FieldLabel>
        <Combobox.InputGroup render={<Box />}>
          <Search size={20} aria-hidden="true" />
          <Combobox.Input
            id={id}
            ref={field}
            placeholder={placeholder}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            aria-invalid={(error ?? '') !== '' || undefined}
            aria-describedby={noteIds(id, { hint, error })}
          />
          {loading && (
            <Wait>
              <SpinnerRing aria-hidden="true" />
            </Wait>
          )}
          {(query !== '' || value !== null) && (
            <IconButton
              label={`Clear ${label.toLowerCase()}`}
              icon={<X size={20} aria-hidden="true" />}
              onClick={clear}
            />
          )}
        </Combobox.InputGroup>
        <FieldNotes id={id} hint={hint} error={error} />
        {inline ? (
          <Inline>{list}</Inline>
        ) : (
          <Combobox.Portal>
            <Positioner sideOffset={6}>
              <Popup>{list}</Popup>
            </Positioner>
          </Combobox.Portal>
        )}
      </FieldBox>
    </Combobox.Root>
  );
}

/** What was found, or that it is being looked for, or that there is nothing. */
function Found<T>({ itemKey, itemLabel, renderItem, loading, empty }: SearchSelectProps<T>): ReactNode {
  return (
    <>
      <Combobox.Status className="visually-hidden">{loading ? 'Searching' : null}</Combobox.Status>
      <Combobox.Empty render={<Words />}>{loading ? 'Searching…' : empty}</Combobox.Empty>
      <Combobox.List>
        {(item: T) => (
          <Item key={itemKey(item)} value={item}>
            <div>{renderItem === undefined ? itemLabel(item) : renderItem(item)}</div>
            <Combobox.ItemIndicator>
              <Check size={20} aria-hidden="true" />
            </Combobox.ItemIndicator>
          </Item>
        )}
      </Combobox.List>
    </>
  );
}
