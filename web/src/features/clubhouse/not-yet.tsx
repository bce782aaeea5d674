import { ButtonLink } from '../../app/links.js';
import { useCurrentPage } from '../../app/page-handle.js';
import { paths } from '../../app/paths.js';
import { EmptyState } from '../../ui/empty-state.js';
import { PageHeading } from '../../ui/page-title.js';
import { Page } from './page-parts.js';

/** A page of the Clubhouse that is still to come. */
export function NotYet() {
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
