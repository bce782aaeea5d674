import styled from '@emotion/styled';
import type { FormEvent, ReactNode } from 'react';
import { messageOf } from '../../../api/call/errors.js';
import { useFocusKept, useAct } from '../../../shared/acting.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { CardForm } from '../../../ui/page-parts.js';

/** A grid of labelled figures. */
export const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(136px, 1fr));
  gap: var(--space-3) var(--space-5);
`;

/** Machine-readable text: ids, hashes, errors. */
export const Raw = styled.code`
  font-size: var(--text-14);
  overflow-wrap: anywhere;
`;

interface AskProps<Answer> {
  title: string;
  children: ReactNode;
  act: () => Promise<Answer>;
  onDone: (answer: Answer) => void;
  label: string;
  /** What is missing before the form can be sent; empty: nothing. */
  missing: string;
}

/** A card with a form for one action. A refusal keeps the input. */
export function Ask<Answer>({ title, children, act, onDone, label, missing }: AskProps<Answer>) {
  const { mutate, error, isPending, isIdle } = useAct({ mutationFn: act, onSuccess: onDone });
  useFocusKept(!isIdle);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (missing === '') mutate();
  };
  return (
    <CardForm onSubmit={send} noValidate>
      <h2>{title}</h2>
      {children}
      {error !== null && <Banner kind="danger" title={messageOf(error)} />}
      <Button type="submit" busy={isPending} reason={missing}>
        {label}
      </Button>
    </CardForm>
  );
}
