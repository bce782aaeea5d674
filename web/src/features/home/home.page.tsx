import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { useState, useEffect } from 'react';
import { type Location, Navigate, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { userQuery } from '../../api/auth.js';
import { historyQuery, unverifiedQuery } from '../../api/clubhouse.js';
import { currentQuery } from '../../api/match.js';
import { queryClient } from '../../api/call/query-client.js';
import { onDemand } from '../../ui/overlays/on-demand.js';
import { useNow } from '../../ui/hooks/use-now.js';
import { WaitingCard } from './waiting-card.js';
import { DESKTOP, DESKTOP_WIDTH, useWide } from '../../ui/breakpoints.js';
import { useSession } from '../../api/use-session.js';

// The loader starts one of the two while the current round is being fetched.
const loadDesktop = async () => (await import('./desktop-home.js')).DesktopHome;
const loadPhone = async () => (await import('./phone-home.js')).PhoneHome;
const DesktopHome = onDemand(loadDesktop);
const PhoneHome = onDemand(loadPhone, <WaitingCard />);
const WhyHome = onDemand(async () => (await import('./why-home.js')).WhyHome);

export function loader() {
  (window.matchMedia(DESKTOP_WIDTH).matches ? loadDesktop() : loadPhone()).catch(() => undefined);
  void queryClient.prefetchQuery(userQuery());
  void queryClient.prefetchQuery(currentQuery());
  void queryClient.prefetchQuery(unverifiedQuery());
  void queryClient.prefetchQuery(historyQuery(undefined, 'date-desc'));
  return null;
}

const Page = styled.div`
  display: grid;
  gap: var(--space-4);
  max-width: var(--column);
  margin-inline: auto;
  padding: var(--space-4) var(--space-4) var(--space-8);
  ${DESKTOP} {
    max-width: var(--page);
    padding: var(--space-8) var(--space-6);
  }
`;

/** The day and the chip, whose room is reserved, above the greeting. */
const Head = styled.header`
  display: grid;
  grid-template: minmax(28px, auto) auto / 1fr auto;
  align-items: center;
  gap: var(--space-1) var(--space-3);
  & > h1 {
    grid-area: 2 / 1 / auto / -1;
    min-width: 0;
    overflow-wrap: anywhere;
    /* Balanced lines would part "Good" from "afternoon". */
    text-wrap: wrap;
  }
  & > span {
    padding: 3px var(--space-3);
    border: 1px solid var(--line);
    border-radius: var(--radius-chip);
    background: var(--surface);
    font-weight: 600;
    font-size: var(--text-14);
    white-space: nowrap;
  }
`;

/** Home: starts or resumes a round. */
export function Component() {
  const wide = useWide();
  const { data: user } = useQuery(userQuery());
  const location = useLocation();
  const resumed = useResumeAfterLoad();
  const now = useNow();
  const hello = greetingAt(now.getHours());
  const [sent, setSent] = useState<Location>();
  const isSent = location.state?.why !== undefined || location.search.includes('lobby-ended');
  if (isSent && location !== sent) setSent(location);
  return (
    <Page>
      <Head>
        <small>{dayWords(now)}</small>
        <h1>{user === undefined ? hello : `${hello}, ${user.fullName.split(' ')[0]}`}</h1>
        {user !== undefined && <span>GA {user.handicapForShow}</span>}
      </Head>
      {sent && <WhyHome key={sent.key} sent={sent} />}
      {resumed !== null && <Navigate to={resumed} replace />}
      {wide ? <DesktopHome /> : <PhoneHome />}
    </Page>
  );
}

/** The golfer for whom this page has looked for the match in progress since it was loaded. */
let resumedFor: string | undefined;

/** The page of the match in progress, once after a load; null for a golfer who navigates home and wants to stay here. */
function useResumeAfterLoad(): string | null {
  const [path, setPath] = useState<string | null>(null);
  const navigationType = useNavigationType();
  const userId = useSession()?.userId;
  const { search, state } = useLocation();
  useEffect(() => {
    if (userId === undefined || userId === resumedFor) return;
    resumedFor = userId;
    if (navigationType === NavigationType.Push || search !== '' || state !== null) return;
    // Loaded after the first paint: it waits for the server anyway.
    void import('../../shared/resume/find-resume.js').then(({ findResume }) => findResume()).then(setPath);
    // Only the first navigation to this page matters.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return path;
}

function greetingAt(hour: number): string {
  if (hour >= 4 && hour < 12) return 'Good morning';
  if (hour >= 12 && hour < 18) return 'Good afternoon';
  return 'Good evening';
}

const DAY = new Intl.DateTimeFormat('en-AU', { weekday: 'long', day: 'numeric', month: 'long' });

/** "Saturday 14 November"; `longDay` is in a chunk that the home page does not load. */
function dayWords(date: Date): string {
  return DAY.format(date).replace(',', '');
}
