import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { Fact } from '../ui/card.js';
import { HandicapDots } from './handicap-dots.js';

const Ground = styled.header`
  /* The page's ring is not seen on green. */
  --focus: var(--on-header);
  /* With large text each part takes a line of its own instead of going past the window's edge. */
  display: flex;
  flex-wrap: wrap;
  gap: 2px var(--space-3);
  align-items: center;
  padding: var(--space-3) var(--space-4) var(--space-4);
  background: var(--header);
  color: var(--on-header);
  font-variant-numeric: tabular-nums;
  & > p {
    flex: 1 0 100%;
    color: var(--on-header-2);
    font-size: var(--text-14);
  }
  & > h1 {
    flex: 1 0 auto;
    font-size: var(--text-40);
    line-height: 1;
  }
  & > span {
    margin-left: auto;
    color: var(--ink);
  }
  & > dl {
    flex: 1 0 100%;
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--space-3);
    margin-top: var(--space-2);
    padding-top: var(--space-3);
    border-top: 1px solid color-mix(in srgb, var(--on-header) 25%, transparent);
  }
  & > dl > div {
    display: flex;
    flex-direction: column-reverse;
    justify-content: flex-end;
  }
  & dt {
    color: var(--on-header-2);
    line-height: 1.2;
  }
  & dd {
    --dot: 10px;
    display: flex;
    align-items: center;
    min-height: 1.75rem;
    font-size: var(--text-22);
    line-height: 1.2;
    white-space: nowrap;
  }
  /* On a low window the pad needs the height: 120 px at most, then one line. */
  @media (max-height: 739px) {
    padding-block: var(--space-2);
    & > p {
      line-height: 1.28;
    }
    & > h1 {
      font-size: var(--text-30);
    }
    & > dl {
      margin-top: var(--space-1);
      padding-top: var(--space-1);
    }
    & dt {
      font-size: var(--text-12);
    }
    & dd {
      min-height: 1.5rem;
      font-size: var(--text-18);
    }
  }
  @media (max-height: 619px) {
    & > p {
      display: none;
    }
    & > h1 {
      flex: none;
      font-size: var(--text-22);
    }
    & > dl {
      flex: 1 1 5rem;
      justify-content: start;
      gap: 0 var(--space-2);
      margin: 0;
      padding: 0;
      border: 0;
    }
    & > dl > div {
      flex-direction: row;
      align-items: center;
      gap: var(--space-1);
    }
    & dd {
      --dot: 7px;
      min-height: 0;
      font-size: var(--text-14);
    }
    & > dl > div:nth-of-type(even) > dt,
    & > span [data-words] {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
    & > span {
      order: 1;
    }
    & > span [data-count] {
      display: inline;
    }
  }
`;

interface HoleHeaderProps {
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
export function HoleHeader(props: HoleHeaderProps) {
  const { holeNumber, par, distance, index, strokesReceived, over, aside, subject } = props;
  return (
    <Ground>
      <p>{over}</p>
      <h1>Hole {holeNumber}</h1>
      {aside !== undefined && <span>{aside}</span>}
      <dl>
        <Fact term="Par">{par}</Fact>
        <Fact term="Distance">{distance} m</Fact>
        <Fact term="Index">{typeof index === 'number' ? index : index.join('/')}</Fact>
        {strokesReceived !== null && (
          <Fact term={`${subject} shots`}>
            {strokesReceived === 0 ? '0' : <HandicapDots strokes={strokesReceived} />}
          </Fact>
        )}
      </dl>
    </Ground>
  );
}
