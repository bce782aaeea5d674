import styled from '@emotion/styled';
import { useEffect, useRef, type MouseEvent } from 'react';
import { Link, matchPath, NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { ChevronLeft } from 'lucide-react';
import { patterns } from '../shared/routing/paths.js';
import { PLACES } from '../shared/routing/places.js';
import { useResume } from '../shared/resume/use-resume.js';
import { useCurrentPage } from './page-handle.js';

const Way = styled(Link)`
  display: inline-flex;
  flex: none;
  order: -1;
  align-items: center;
  gap: var(--space-1);
  min-height: var(--target);
  margin-left: calc(-1 * var(--space-2));
  padding-right: var(--space-3);
  border-radius: var(--radius-field);
  color: var(--primary);
  font-weight: 600;
  text-decoration: none;
`;

/**
 * The way back from a page below its place: an installed client has no other. From the card of the match in progress it leads to the
 * round. A golfer who has just come from there finds it as it was left.
 */
export function BackLink() {
  const { place, below } = useCurrentPage();
  const { pathname, key } = useLocation();
  const navigate = useNavigate();
  useOrigins();
  const resume = useResume();
  if (place === undefined || !below) return null;
  const card = matchPath(patterns.scorecard, pathname)?.params.matchId;
  const ofRound = resume && card !== undefined && card === resume.matchId;
  const { to, words } = ofRound ? { to: resume.to, words: 'Resume Round' } : PLACES[place];
  const goBack = (event: MouseEvent): void => {
    if (origins.get(key) !== to) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Way to={to} onClick={goBack}>
      <ChevronLeft size={24} aria-hidden="true" />
      {words}
    </Way>
  );
}

/** The page that each entry of the history was opened from, as long as the client lives. */
const origins = new Map<string, string>();

function useOrigins(): void {
  const { key, pathname } = useLocation();
  const how = useNavigationType();
  const shown = useRef({ key, pathname });
  useEffect(() => {
    const before = shown.current;
    if (before.key === key) return;
    shown.current = { key, pathname };
    const origin = how === NavigationType.Push ? before.pathname : origins.get(before.key);
    if (how !== NavigationType.Pop && origin !== undefined) origins.set(key, origin);
  }, [key, pathname, how]);
}
