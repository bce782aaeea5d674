import { Tabs as Base } from '@base-ui/react/tabs';
import styled from '@emotion/styled';
import type { ReactNode } from 'react';

const List = styled(Base.List)`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  gap: var(--space-2);
`;

const Tab = styled(Base.Tab)`
  min-height: 56px;
  padding: var(--space-2) var(--space-4);
  border: 2px solid transparent;
  border-radius: var(--radius-field);
  background: var(--sunk);
  color: var(--ink-2);
  font-weight: 600;
  text-align: start;
  overflow-wrap: anywhere;
  cursor: pointer;
  touch-action: manipulation;
  -webkit-tap-highlight-color: transparent;
  transition: background-color var(--press) var(--ease);
  &[data-active] {
    border-color: var(--primary);
    background: var(--surface);
    color: var(--ink);
  }
  &:focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  @media (hover: hover) {
    &:hover {
      color: var(--ink);
    }
  }
`;

const Panel = styled(Base.Panel)`
  margin-top: var(--space-4);
`;

/** One tab and what it shows. */
export interface TabItem {
  value: string;
  label: ReactNode;
  panel: ReactNode;
}

/** Properties of {@link Tabs}. */
export interface TabsProps {
  /** What the tabs choose between, for those who hear them. */
  label: string;
  tabs: readonly TabItem[];
  value: string;
  onChange: (value: string) => void;
}

/** Two to four views of one thing, one of them shown. Arrow keys move between the tabs. */
export function Tabs({ label, tabs, value, onChange }: TabsProps): ReactNode {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(String(next))}>
      <List aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Tab key={tab.value} value={tab.value}>
            {tab.label}
          </Tab>
        ))}
      </List>
      {tabs.map((tab) => (
        <Panel key={tab.value} value={tab.value}>
          {tab.panel}
        </Panel>
      ))}
    </Base.Root>
  );
}
