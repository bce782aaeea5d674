import styled from '@emotion/styled';
import { useId, type KeyboardEvent, type ReactNode } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

const List = styled.div`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  box-shadow: inset 0 -1px var(--line);
  & > button {
    display: grid;
    align-content: center;
    justify-items: center;
    min-height: 52px;
    padding: 6px var(--space-2) 9px;
    color: var(--ink-2);
    font-weight: 600;
    overflow-wrap: anywhere;
    outline-offset: -3px;
  }
  & > button[aria-selected='true'] {
    padding-bottom: 6px;
    border-bottom: 3px solid var(--primary);
    color: var(--ink);
  }
`;

interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  children: ReactNode;
}

/** Up to four tabs; a single one has no tab, just its content. Arrow keys select the neighbour. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const id = useId();
  if (tabs.length < 2) return children;
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = (tabs.findIndex((tab) => tab.value === value) + step + tabs.length) % tabs.length;
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
    onChange(tabs[to]?.value ?? value);
  };
  return (
    <>
      <List role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}${tab.value}`}
            aria-controls={id}
            aria-selected={tab.value === value}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </List>
      <div role="tabpanel" id={id} aria-labelledby={`${id}${value}`}>
        {children}
      </div>
    </>
  );
}
