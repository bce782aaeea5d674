import styled from '@emotion/styled';
import { CircleCheck, PenLine } from 'lucide-react';
import { momentWords } from '../text/dates.js';

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 2px var(--space-3);
  padding-block: var(--space-2);
  border-bottom: 2px solid var(--line);
  overflow-wrap: anywhere;
  &[data-signed='true'] {
    border-bottom-color: var(--brass-fill);
  }
  & > small {
    flex: 1 0 100%;
  }
  & > strong {
    font: 500 var(--text-22) / 1.2 var(--serif);
  }
  & > span {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    color: var(--ink-2);
    font-size: var(--text-14);
  }
  &[data-signed='true'] > span {
    color: var(--primary);
    font-weight: 600;
  }
`;

/** Both signature lines of a card, side by side on paper and in wide windows. */
export const SignatureLines = styled.div`
  display: grid;
  gap: var(--space-4) var(--space-6);
  @media print, (min-width: 1520px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

interface SignatureLineProps {
  role: 'Player' | 'Marker';
  name: string;
  signedAt: string | undefined;
  /** Time zone of the shown time, an IANA name; by default the phone's. */
  timeZone?: string;
  waitingText: string;
}

/** One of the two signatures of a card. */
export function SignatureLine({ role, name, signedAt, timeZone, waitingText }: SignatureLineProps) {
  return (
    <Line data-signed={signedAt !== undefined}>
      <small>{role}</small>
      <strong>{name}</strong>
      <span>
        {signedAt === undefined ? <PenLine size={16} /> : <CircleCheck size={16} />}
        <span>
          {signedAt === undefined ? waitingText : 'Signed '}
          {signedAt !== undefined && <time dateTime={signedAt}>{momentWords(signedAt, timeZone)}</time>}
        </span>
      </span>
    </Line>
  );
}
