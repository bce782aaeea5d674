import styled from '@emotion/styled';
import type { ReactNode } from 'react';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  column-gap: var(--space-4);
  border-bottom: 1px solid var(--line);
  & > small {
    padding-block: var(--space-2);
  }
  & > [role='group'] {
    display: flex;
    flex-wrap: wrap;
    margin: 0 calc(-1 * var(--space-1)) -1px auto;
  }
  & button {
    min-width: var(--target);
    min-height: var(--target);
    padding: 2px var(--space-1);
    color: var(--ink-2);
    font-weight: 600;
    font-size: var(--text-14);
    outline-offset: -3px;
  }
  & button[aria-pressed='true'] {
    padding-bottom: 0;
    border-bottom: 2px solid var(--primary);
    color: var(--primary);
  }
`;

interface ListHeadProps<Id extends string> {
  children?: ReactNode;
  /** `name`: the full name of a short label, "Stableford points" for "STFD". */
  orders: readonly { id: Id; label: string; name?: string }[];
  order: Id;
  onOrder: (id: Id) => void;
}

/** The heading of a list, with its sort orders. */
export function ListHead<Id extends string>({ children, orders, order, onOrder }: ListHeadProps<Id>) {
  return (
    <Head>
      <small>{children}</small>
      <div role="group" aria-label="Sort">
        {orders.map(({ id, label, name }) => (
          <button key={id} type="button" aria-pressed={id === order} title={name} onClick={() => onOrder(id)}>
            {label}
          </button>
        ))}
      </div>
    </Head>
  );
}
