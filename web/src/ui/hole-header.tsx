import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { HandicapDots } from './handicap-dots.js';

const Ground = styled.header`
  display: grid;
  gap: var(--space-3);
  padding: var(--space-3) var(--space-4) var(--space-4);
  background: var(--header);
  color: var(--on-header);
  font-variant-numeric: tabular-nums;
  & > div {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: var(--space-3);
  }
  & > dl {
    display: grid;
    grid-template-columns: repeat(4, auto);
    justify-content: space-between;
    gap: var(--space-3);
    padding-top: var(--space-3);
    border-top: 1px solid color-mix(in srgb, var(--on-header) 25%, transparent);
  }
  & > dl > div {
    display: flex;
    flex-direction: column-reverse;
  }
  & dt {
    color: var(--on-header-2);
    font-size: var(--text-14);
    line-height: 1.2;
  }
  & dd {
    --dot: 10px;
    display: flex;
    align-items: center;
    min-height: 1.75rem;
    font-weight: 600;
    font-size: var(--text-22);
    line-height: 1.2;
    white-space: nowrap;
  }
  @media (max-height: 619px) {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    column-gap: var(--space-4);
    row-gap: 0;
    padding-block: var(--space-2);
    & > div {
      display: contents;
    }
    & > dl {
      order: 1;
      flex: 1;
      grid-template-columns: repeat(4, auto);
      justify-content: start;
      padding: 0;
      border: 0;
    }
    & > dl > div {
      flex-direction: row;
      align-items: center;
      gap: var(--space-1);
    }
    & dd {
      --dot: 8px;
      min-height: 0;
      font-size: var(--text-16);
    }
    & > div > span {
      order: 2;
    }
  }
`;

const Title = styled.div`
  display: grid;
  gap: 2px;
  min-width: 0;
  & > p {
    color: var(--on-header-2);
    font-size: var(--text-14);
  }
  & > h1 {
    font-size: var(--text-40);
    line-height: 1;
  }
  @media (max-height: 619px) {
    & > p {
      display: none;
    }
    & > h1 {
      font-size: var(--text-22);
    }
  }
`;

/** Properties of {@link HoleHeader}. */
export interface HoleHeaderProps {
  /** 1 to 18. */
  holeNumber: number;
  /** Par, metres and index as they are for the golfer whose strokes are entered. */
  par: number;
  distance: number;
  index: number | readonly number[];
  /** Negative where a plus golfer gives strokes back; null while the handicap is unknown. */
  strokesReceived: number | null;
  /** The line over the title: course and kind of round. */
  over: ReactNode;
  /** At the right end, for example the state of sending. */
  aside?: ReactNode;
  /** Whose strokes are entered: "Your", "Alex's". */
  subject: string;
}

/** The green head of a hole; one line on a low window, where the pad needs the height. */
export function HoleHeader(props: HoleHeaderProps): ReactNode {
  const { holeNumber, par, distance, index, strokesReceived, over, aside, subject } = props;
  return (
    <Ground>
      <div>
        <Title>
          <p>{over}</p>
          <h1>Hole {holeNumber}</h1>
        </Title>
        {aside !== undefined && <span>{aside}</span>}
      </div>
      <dl>
        <Figure term="Par">{par}</Figure>
        <Figure term="Distance">{distance} m</Figure>
        <Figure term="Index">{typeof index === 'number' ? index : index.join('/')}</Figure>
        {strokesReceived !== null && (
          <Figure term={`${subject} shots`}>
            {strokesReceived === 0 ? '0' : <HandicapDots strokes={strokesReceived} />}
          </Figure>
        )}
      </dl>
    </Ground>
  );
}

function Figure({ term, children }: { term: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
