import { useMutation } from '@tanstack/react-query';
import { cloneElement, useState, type ReactElement, type ReactNode } from 'react';
import { messageOf } from '../api/call/errors.js';
import { Banner } from '../ui/banner.js';
import { Confirm } from '../ui/overlays/dialogs.js';

interface ConfirmActionProps {
  /** Opens the question, unless a press on it does something else now. */
  button: ReactElement<{ onClick?: () => void }>;
  title: string;
  children: ReactNode;
  /** What will be done, as a verb: "Delete round"; the title unless said otherwise. */
  confirmLabel?: string;
  cancelLabel?: string;
  danger?: boolean;
  act: () => Promise<unknown>;
  /** Afterwards; then the question closes. */
  onDone?: () => unknown;
  /** Why it was refused, in other words than the error's own. */
  renderRefusal?: (error: Error) => ReactNode;
}

/** A button that asks before it acts. The question stays until it is done, and says why it was not. */
export function ConfirmAction(props: ConfirmActionProps) {
  const { button, act, onDone, renderRefusal = because, danger = true, ...words } = props;
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await onDone?.();
      setAsking(false);
    },
  });
  const ask = (open: boolean): void => {
    reset();
    setAsking(open);
  };
  return (
    <>
      {cloneElement(button, { onClick: button.props.onClick ?? (() => ask(true)) })}
      <Confirm
        confirmLabel={words.title}
        {...words}
        open={asking}
        onOpenChange={ask}
        onConfirm={() => mutate()}
        busy={isPending}
        error={error !== null && renderRefusal(error)}
        danger={danger}
      />
    </>
  );
}

function because(error: Error) {
  return <Banner kind="danger" title={messageOf(error)} />;
}
