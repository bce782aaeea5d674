import styled from '@emotion/styled';
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageHeading } from '../ui/page-title.js';
import { ButtonLink, paths } from '../shared/routing/paths.js';

const Place = styled.div`
  display: grid;
  gap: var(--space-5);
  max-width: var(--column);
  margin-inline: auto;
  padding: var(--space-4);
`;

/**
 * Shown if a page failed. When the signal is back the page reloads, to load a missing chunk; never automatically while
 * offline, because it might not come back.
 */
export function PageError() {
  const error = useRouteError();
  useEffect(() => {
    console.error('A page could not be shown', error);
    const reload = () => window.location.reload();
    window.addEventListener('online', reload, { once: true });
    return () => window.removeEventListener('online', reload);
  }, [error]);
  const [title, text] = wordsFor(error);
  return (
    <Place>
      <PageHeading>{title}</PageHeading>
      <EmptyState
        action={
          <>
            <Button onClick={() => window.location.reload()}>Try again</Button>
            <ButtonLink to={paths.home()} kind="quiet">
              Back to play
            </ButtonLink>
          </>
        }
      >
        {text}
      </EmptyState>
    </Place>
  );
}

function wordsFor(error: unknown): [title: string, text: string] {
  if (!navigator.onLine) {
    return ['There is no signal', 'Your scores are safe on this phone; this page opens again when the signal is back.'];
  }
  // A phone may believe that it is online where nothing arrives.
  return error instanceof TypeError && /import/i.test(error.message)
    ? ['This page did not load', 'Your scores are safe. Try again, perhaps where the signal is better.']
    : ['Got an error here. Please contact support.', 'This page could not be shown. Your scores are safe.'];
}
