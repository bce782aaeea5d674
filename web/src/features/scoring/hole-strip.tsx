import styled from '@emotion/styled';
import { TriangleAlert } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/routing/paths.js';
import { MARK_TEXTS, type HoleMark } from './parts/hole-marks.js';

const Strip = styled.nav`
  position: relative;
  overflow-x: auto;
  scrollbar-width: none;
  & > ol {
    display: flex;
    width: max-content;
    min-width: 100%;
    padding-inline: var(--space-2);
  }
  & a {
    position: relative;
    display: grid;
    place-items: center;
    width: var(--target);
    height: var(--target);
    border-radius: 50%;
    color: var(--ink-2);
    text-decoration: none;
  }
  & a:focus-visible {
    outline-offset: -4px;
  }
  & a > span {
    display: grid;
    place-items: center;
    width: 34px;
    height: 34px;
    border: 1.5px solid transparent;
    border-radius: 50%;
  }
  & a[data-mark='entered'] > span {
    background: var(--primary-tint);
    color: var(--primary);
    font-weight: 600;
  }
  & a[data-mark='partly'] > span {
    border: 1.5px dashed var(--primary);
    color: var(--primary);
  }
  & a[data-mark='differs'] > span {
    border-color: var(--danger);
    background: var(--danger-tint);
    color: var(--danger);
    font-weight: 600;
  }
  & a[aria-current='page'] > span {
    border: 2px solid var(--primary);
    background: var(--primary);
    color: var(--on-primary);
    font-weight: 600;
  }
  & svg {
    position: absolute;
    top: 1px;
    right: 2px;
    border-radius: 50%;
    background: var(--surface);
    color: var(--danger);
  }
`;

interface HoleStripProps {
  current: number;
  /** The marks of the 18 holes, joined by commas: a string, so that memo can compare it. */
  marks: string;
  /** For the links, if it is not the round stored on this phone. */
  matchId?: string;
}

/** All holes as links: which is shown, which are entered, and where the scores differ. */
export const HoleStrip = memo(function HoleStrip({ current, marks, matchId }: HoleStripProps) {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const shown = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (!strip.current || !shown) return;
    strip.current.scrollLeft = shown.offsetLeft - (strip.current.clientWidth - shown.offsetWidth) / 2;
  }, [current]);
  return (
    <Strip ref={strip} aria-label="Holes">
      <ol>
        {(marks.split(',') as HoleMark[]).map((mark, index) => (
          <li key={index}>
            <HoleLink holeNumber={index + 1} mark={mark} isCurrent={index + 1 === current} matchId={matchId} />
          </li>
        ))}
      </ol>
    </Strip>
  );
});

interface HoleLinkProps {
  holeNumber: number;
  mark: HoleMark;
  isCurrent: boolean;
  matchId?: string;
}

/** Memoised: a score changes the mark of a single hole. */
const HoleLink = memo(function HoleLink({ holeNumber, mark, isCurrent, matchId }: HoleLinkProps) {
  return (
    <Link
      to={paths.score(holeNumber, matchId)}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={`Hole ${holeNumber}, ${MARK_TEXTS[mark]}`}
      data-mark={mark}
    >
      <span>{holeNumber}</span>
      {mark === 'differs' && <TriangleAlert size={16} strokeWidth={2.5} />}
    </Link>
  );
});
