import styled from '@emotion/styled';
import { CircleCheck, PenLine } from 'lucide-react';
import type { ReactNode } from 'react';

const Line = styled.div`
  display: grid;
  grid-template-columns: 1fr auto;
  gap: 2px var(--space-3);
  padding-block: var(--space-2);
  border-bottom: 2px solid var(--line);
  &[data-signed='true'] {
    border-bottom-color: var(--brass-fill);
  }
  & > small {
    grid-column: 1 / -1;
    color: var(--ink-2);
    font-size: var(--text-14);
  }
  & > strong {
    font: 500 var(--text-22) / 1.2 var(--serif);
    overflow-wrap: anywhere;
  }
  & > span {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    color: var(--ink-2);
    font-size: var(--text-14);
    font-variant-numeric: tabular-nums;
  }
  &[data-signed='true'] > span {
    color: var(--primary);
    font-weight: 600;
  }
`;

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const;
const WHEN = new Intl.DateTimeFormat('en-AU', MOMENT);

interface SignatureLineProps {
  role: 'Player' | 'Marker';
  name: string;
  /** ISO 8601; null while unsigned. */
  signedAt: string | null;
  /** An IANA name: whose clock the time is shown on. The phone's own unless said. */
  timeZone?: string;
  /** Stands in place of the time: "Waiting for Alex". */
  waitingText: string;
}

/** One of the two signatures of a card. */
export function SignatureLine({ role, name, signedAt, timeZone, waitingText }: SignatureLineProps): ReactNode {
  return (
    <Line data-signed={signedAt !== null}>
      <small>{role}</small>
      <strong>{name}</strong>
      <span>
        {signedAt === null ? <PenLine size={16} aria-hidden="true" /> : <CircleCheck size={16} aria-hidden="true" />}
        <span>{signedAt === null ? waitingText : <SignedAt at={signedAt} timeZone={timeZone} />}</span>
      </span>
    </Line>
  );
}

function SignedAt({ at, timeZone }: { at: string; timeZone: string | undefined }): ReactNode {
  const when = timeZone === undefined ? WHEN : new Intl.DateTimeFormat('en-AU', { ...MOMENT, timeZone });
  return (
    <>
      Signed <time dateTime={at}>{when.format(new Date(at))}</time>
    </>
  );
}
