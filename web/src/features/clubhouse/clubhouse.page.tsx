import styled from '@emotion/styled';
import { ButtonLink } from '../../app/links.js';
import { useCurrentPage } from '../../app/page-handle.js';
import { paths } from '../../app/paths.js';
import { EmptyState } from '../../ui/empty-state.js';
import { PageHeading } from '../../ui/page-title.js';

const Page = styled.div`
  display: grid;
  gap: var(--space-5);
  max-width: var(--column);
  margin-inline: auto;
  padding: var(--space-3) var(--space-4) var(--space-8);
  @media (min-width: 1024px) {
    padding: var(--space-8) var(--space-6);
  }
`;

/** A page of the Clubhouse that is still to come. */
export function Component() {
  const { title } = useCurrentPage();
  return (
    <Page>
      <PageHeading>{title}</PageHeading>
      <EmptyState
        title="Not here yet"
        action={
          <ButtonLink to={paths.home()} kind="secondary">
            Back to play
          </ButtonLink>
        }
      >
        This page of the Clubhouse is still being built. Rounds that are verified now will be in it.
      </EmptyState>
    </Page>
  );
}
