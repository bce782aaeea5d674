import styled from '@emotion/styled';
import { ChevronRight, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

/** A list of {@link ListRow}. Rows use its columns (subgrid), so that ranks and numbers are aligned. */
export const RowList = styled.ul`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto auto auto;
  container-type: inline-size;
  margin-inline: calc(-1 * var(--space-3));
  &[aria-busy='true'] {
    opacity: 0.6;
  }
  & > li,
  & [data-row] {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: auto minmax(0, 1fr) auto auto auto;
    grid-template-columns: subgrid;
  }
  & > li + li::before {
    content: '';
    grid-column: 1 / -1;
    margin-inline: var(--space-3);
    border-top: 1px solid var(--line);
  }
  & > li:has([data-urgent='true'])::before,
  & > li:has([data-urgent='true']) + li::before {
    visibility: hidden;
  }
  & [data-row] {
    align-items: center;
    width: 100%;
    min-height: var(--key);
    padding: var(--space-2) var(--space-3);
    border-radius: var(--radius-chip);
    color: var(--ink);
    text-align: start;
    text-decoration: none;
    outline-offset: -2px;
  }
  & [data-own='true'] {
    background: var(--primary-tint);
  }
  & [data-urgent='true'] {
    margin-block: 2px;
    background: var(--danger-tint);
    & b,
    & svg {
      color: var(--danger);
    }
  }
  & [data-part='lead'] {
    grid-column: 1;
    min-width: var(--lead, 1.5rem);
    padding-right: var(--space-3);
    font: 500 var(--text-18) / 1.2 var(--serif);
    white-space: nowrap;
  }
  & [data-part='words'] {
    grid-column: 2;
    min-width: 0;
    overflow-wrap: anywhere;
    /* A note may have several lines. */
    white-space: pre-line;
  }
  & [data-row]:not(:has(> [data-part='lead'])) > [data-part='words'] {
    grid-column: 1 / 3;
  }
  /* Keep chips as high as the name. */
  & [data-part='words'] > span {
    min-height: 0;
    padding: 0 var(--space-2);
    line-height: 1.4;
    white-space: normal;
  }
  /* The baseline of a chip with an icon is the icon's edge. */
  & [data-part='words'] > span:has(> svg),
  & [data-part='lead'] > svg {
    vertical-align: middle;
  }
  & [data-part='facts'],
  & small > [data-wide] {
    display: none;
  }
  & [data-row] > svg {
    grid-column: 5;
    margin: 0 -6px 0 var(--space-1);
    color: var(--ink-2);
  }
  & [data-part='number'] {
    grid-column: 4;
    display: grid;
    padding-left: var(--space-3);
    justify-items: end;
    text-align: end;
  }
  & [data-part='below'] {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-2);
    margin-block: var(--space-2);
  }
  & [data-part='number'] > b {
    font: 600 var(--text-22) / 1.1 var(--font);
  }
  @container (max-width: 20rem) {
    & [data-part='lead'] {
      font-size: var(--text-16);
    }
  }
  /* With large text a date leaves the words their place. */
  @container (max-width: 16rem) {
    & [data-part='lead'] {
      max-width: min-content;
      white-space: normal;
    }
  }
  @container (min-width: 36rem) {
    & [data-part='facts'] {
      grid-column: 3;
      display: flex;
      color: var(--ink-2);
    }
    & [data-part='facts'] > span {
      min-width: 5.5rem;
      text-align: end;
    }
  }
  @container (min-width: 48rem) {
    & small > [data-wide] {
      display: inline;
    }
  }
`;

interface ListRowProps {
  lead?: ReactNode;
  name: ReactNode;
  mark?: ReactNode;
  note?: ReactNode;
  facts?: readonly string[];
  value?: ReactNode;
  unit?: string;
  /** Buttons at the end; for rows without link or `onPress`. */
  actions?: ReactNode;
  /** Buttons below the text, where they do not fit beside it. */
  below?: ReactNode;
  own?: boolean;
  /** Others wait for the golfer to act. */
  urgent?: boolean;
  to?: LinkProps['to'];
  newTab?: boolean;
  /** Opens a dialog. Rows without `to` and `onPress` are not interactive. */
  onPress?: () => void;
}

/** A row of a {@link RowList}. The whole row is the touch target. */
export function ListRow(props: ListRowProps) {
  const { to, newTab, onPress, own, urgent } = props;
  const row = { 'data-row': '', 'data-own': own, 'data-urgent': urgent, children: <Face {...props} /> };
  return (
    <li>
      {to !== undefined ? (
        <Link to={to} {...(newTab && { target: '_blank', rel: 'noreferrer' })} {...row} />
      ) : onPress !== undefined ? (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => {
            // Safari would not, and the focus would not come back to the row when its dialog closes.
            currentTarget.focus({ preventScroll: true });
            onPress();
          }}
          {...row}
        />
      ) : (
        <div {...row} />
      )}
    </li>
  );
}

/** Spaces and a comma between the parts are for screen readers, which read a link as one name: not "Daily 14 30". */
function Face({ lead, name, mark, note, facts, value, unit, actions, below, to, newTab, onPress }: ListRowProps) {
  const leads = to !== undefined || onPress !== undefined;
  const End = newTab ? ExternalLink : ChevronRight;
  return (
    <>
      {lead !== undefined && <span data-part="lead">{lead} </span>}
      <span data-part="words">
        <b>{name}</b> {mark} {note !== undefined && note !== '' && <small>{note} </small>}
      </span>
      {facts !== undefined && (
        <span data-part="facts">
          {facts.map((fact) => (
            <span key={fact}>{fact} </span>
          ))}
        </span>
      )}
      {value !== undefined && (
        <span data-part="number">
          {leads && <span className="visually-hidden">, </span>}
          <b>{value}</b> {unit !== undefined && <small>{unit}</small>}
        </span>
      )}
      {actions !== undefined && <span data-part="number">{actions}</span>}
      {below !== undefined && <span data-part="below">{below}</span>}
      {leads && <End size={18} data-print="no" />}
      {newTab && <span className="visually-hidden"> (opens a new tab)</span>}
    </>
  );
}
