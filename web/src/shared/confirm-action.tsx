import { cloneElement, useState, type ReactElement, type ReactNode } from 'react';
import { messageOf } from '../api/call/errors.js';
import { Banner } from '../ui/banner.js';
import { Confirm } from '../ui/overlays/dialogs.js';
import type { ConfirmProps } from '../ui/overlays/modal.js';
import { useFocusKept, useAct } from './acting.js';

interface ConfirmActionProps extends Pick<ConfirmProps, 'title' | 'children' | 'cancelLabel' | 'danger'> {
  /** Opens the dialog, unless it has an `onClick` of its own. */
  button: ReactElement<{ onClick?: () => void }>;
  /** The action as a verb: "Delete round"; by default the title. */
  confirmLabel?: string;
  act: () => Promise<unknown>;
  /** Runs after success, before the dialog closes. */
  onDone?: () => unknown;
  renderRefusal?: (error: Error) => ReactNode;
}

/** A button with a confirmation dialog, which stays open until the action has succeeded and shows errors. */
export function ConfirmAction(props: ConfirmActionProps) {
  const { button, act, onDone, renderRefusal = defaultRefusal, danger = true, ...words } = props;
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, isSuccess, error, reset } = useAct({
    mutationFn: act,
    onSuccess: async () => {
      await onDone?.();
      setAsking(false);
    },
  });
  useFocusKept(isPending || isSuccess);
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

function defaultRefusal(error: Error) {
  return <Banner kind="danger" title={messageOf(error)} />;
}
