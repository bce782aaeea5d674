import styled from '@emotion/styled';
import { useState, type MouseEvent } from 'react';
import { Link, matchPath, NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { ChevronLeft } from 'lucide-react';
import { patterns, PLACES } from '../shared/routing/paths.js';
import { useResume } from '../shared/resume/resume.js';
import { useCurrentPage } from './page-handle.js';

const BackAnchor = styled(Link)`
  display: inline-flex;
  flex: none;
  order: -1;
  align-items: center;
  gap: var(--space-1);
  min-height: var(--target);
  margin-left: calc(-1 * var(--space-2));
  padding-right: var(--space-3);
  border-radius: var(--radius-field);
  font-weight: 600;
  font-size: min(var(--text-16), 7vw);
  text-decoration: none;
`;

/**
 * A link back to where the golfer came from, for pages below a section: an installed client has no back button. For the
 * first page of a visit it leads to the section; for the card of the match in progress to the round.
 */
export function BackLink() {
  const { place, below } = useCurrentPage();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const origin = useOrigin();
  const card = matchPath(patterns.scorecard, pathname)?.params.matchId;
  const resume = useResume(card !== undefined);
  if (place === undefined || !below) return null;
  const ofRound = resume && card !== undefined && card === resume.matchId;
  const { to, words } = ofRound ? { to: resume.to, words: 'Resume Round' } : (origin ?? PLACES[place]);
  const goBack = (event: MouseEvent): void => {
    const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (hasModifier || origin === undefined || origin.to !== to) return;
    event.preventDefault();
    // Going back restores the page as it was left.
    void navigate(-1);
  };
  return (
    <BackAnchor to={to} onClick={goBack}>
      <ChevronLeft size={24} />
      {words}
    </BackAnchor>
  );
}

type Origin = { to: string; words: string };

/** The page that this one was opened from; undefined if it was the first, or came from a page without a section. */
function useOrigin(): Origin | undefined {
  const { key, pathname, search } = useLocation();
  const { place } = useCurrentPage();
  const navigationType = useNavigationType();
  const words = matchPath(patterns.scorecard, pathname) ? 'Scorecard' : place && PLACES[place].words;
  const here: Origin | undefined = words && { to: pathname + search, words };
  const [seen, setSeen] = useState({ key, here, origins: new Map<string, Origin>() });
  if (seen.key !== key) {
    const before = navigationType === NavigationType.Push ? seen.here : seen.origins.get(seen.key);
    const isKnown = navigationType === NavigationType.Pop || before === undefined;
    setSeen({ key, here, origins: isKnown ? seen.origins : new Map(seen.origins).set(key, before) });
  } else if (seen.here?.to !== here?.to) setSeen({ ...seen, here });
  return seen.origins.get(key);
}
