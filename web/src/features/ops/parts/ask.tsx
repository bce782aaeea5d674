import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { messageOf } from '../../../api/call/errors.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { FormCard } from './page-parts.js';

interface AskProps<Answer> {
  title: string;
  children: ReactNode;
  act: () => Promise<Answer>;
  onDone: ((answer: Answer) => void) | undefined;
  label: string;
  /** What is missing before the form can be sent; empty: nothing. */
  missing: string;
}

/** A card with a form for one action. A refusal keeps the input. */
export function Ask<Answer>({ title, children, act, onDone, label, missing }: AskProps<Answer>) {
  const { mutate, error, isPending } = useMutation({ mutationFn: act, onSuccess: (answer) => onDone?.(answer) });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (missing === '' && !isPending) mutate();
  };
  return (
    <FormCard onSubmit={send} noValidate>
      <h2>{title}</h2>
      {children}
      {error !== null && <Banner kind="danger" title={messageOf(error)} />}
      <Button type="submit" busy={isPending} reason={missing}>
        {label}
      </Button>
    </FormCard>
  );
}
