import styled from '@emotion/styled';
import { Check, Search, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Pictured } from '../pictures.js';
import { Control, Field, FieldBox, type FieldNotesProps } from './field.js';
import { IconButton } from '../button.js';
import { SpinnerRing } from '../spinner.js';

const Box = styled(Control)`
  padding-left: var(--space-4);
  color: var(--ink-2);
  & input {
    padding-left: var(--space-3);
    color: var(--ink);
  }
  & > span {
    margin-inline: calc((var(--target) - var(--space-5)) / 2);
  }
`;

const List = styled.div`
  margin-inline: calc(-1 * var(--space-3));
  & > [role='option'] {
    display: flex;
    align-items: center;
    gap: var(--space-3);
    min-height: var(--target);
    padding: var(--space-2) var(--space-3);
    border-radius: var(--radius-chip);
    cursor: pointer;
  }
  & > [role='option'] > div {
    flex: 1;
    min-width: 0;
  }
  & > [data-active] {
    background: var(--sunk);
    outline: 2px solid var(--line-strong);
    outline-offset: -2px;
  }
  & > [aria-selected='true'] {
    font-weight: 600;
  }
  & > [role='option'] > svg {
    color: var(--primary);
  }
`;

const Words = styled.div`
  padding-block: var(--space-4);
  color: var(--ink-2);
  /* Out of the way, but not hidden: words of a region that appears with them are not announced. */
  &:empty {
    position: absolute;
    padding: 0;
  }
`;

interface SearchSelectProps<T extends { id: string }> extends FieldNotesProps {
  label: string;
  placeholder?: string;
  /** The results for the query; the caller debounces and fetches them. */
  items: readonly T[];
  renderItem: (item: T) => { picture: ReactNode; name: string; note: string };
  query: string;
  onQueryChange: (text: string) => void;
  value: T | null;
  /** A choice does not change the query; the caller may change both. */
  onSelect: (item: T | null) => void;
  loading: boolean;
  /** Shown when nothing was found; null: nothing. */
  empty: ReactNode;
}

/**
 * Searches while typing. The results are always below the field, where no phone keyboard covers them and nothing has to
 * be hidden behind them. Implements the WAI-ARIA combobox itself, because the component library's was a tenth of all
 * scripts and left the page behind its list reachable by Tab.
 */
export function SearchSelect<T extends { id: string }>(props: SearchSelectProps<T>) {
  const { label, placeholder, items, query, onQueryChange, value, onSelect } = props;
  const { renderItem, loading, hint, error, empty } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // The option that the arrow keys have reached; it counts while the text stays as it was.
  const [reached, reach] = useState({ id: '', query: '' });
  const active = reached.query === query ? items.findIndex((item) => item.id === reached.id) : -1;
  const optionId = (index: number): string => `${id}-option-${index}`;
  const move = (to: number): void => {
    const item = items[(to + items.length) % items.length];
    if (item === undefined) return;
    reach({ id: item.id, query });
    document.getElementById(optionId(items.indexOf(item)))?.scrollIntoView({ block: 'nearest' });
  };
  const choose = (item: T | null): void => {
    reach({ id: '', query: '' });
    onSelect(item);
  };
  const clear = (): void => {
    choose(null);
    onQueryChange('');
    field.current?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    const chosen = items[active];
    if (event.key === 'ArrowDown') move(active + 1);
    else if (event.key === 'ArrowUp') move(active < 0 ? -1 : active - 1);
    else if (event.key === 'Enter') {
      // Without an option it does nothing: it must not send a surrounding form.
      if (chosen !== undefined) choose(chosen);
    }
    // With text in the field, Escape clears it instead of closing the surrounding drawer.
    else if (event.key === 'Escape' && query !== '') clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <FieldBox>
      <Field {...{ label, hint, error }}>
        {(bound) => (
          <Box>
            <Search size={20} />
            <input
              {...bound}
              ref={field}
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={items.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={active < 0 ? undefined : optionId(active)}
              placeholder={placeholder}
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              value={query}
              onChange={({ target }) => onQueryChange(target.value)}
              onKeyDown={press}
            />
            {loading && <SpinnerRing aria-hidden="true" />}
            {(query !== '' || value !== null) && (
              <IconButton label={`Clear ${label.toLowerCase()}`} icon={<X size={20} />} onClick={clear} />
            )}
          </Box>
        )}
      </Field>
      <Words role="status" className={items.length > 0 ? 'visually-hidden' : undefined}>
        {items.length > 0 ? !loading && query !== '' && `${items.length} found` : loading ? 'Searching…' : empty}
      </Words>
      {/* The focus stays in the field, which points to the active option. */}
      <List id={`${id}-list`} role="listbox" aria-label="Suggestions" hidden={items.length === 0}>
        {items.map((item, index) => {
          const chosen = item.id === value?.id;
          const { picture, name, note } = renderItem(item);
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys go to the field, which keeps the focus
            <div
              key={item.id}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={chosen}
              data-active={index === active || undefined}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(item)}
            >
              <Pictured>
                {picture}
                <div>
                  {name}
                  <small>{note}</small>
                </div>
              </Pictured>
              {chosen && <Check size={20} />}
            </div>
          );
        })}
      </List>
    </FieldBox>
  );
}
