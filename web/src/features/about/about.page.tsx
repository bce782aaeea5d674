import styled from '@emotion/styled';
import { redirect, useLocation, type LoaderFunctionArgs } from 'react-router-dom';
import { useSession } from '../../api/use-session.js';
import { ownPage } from '../../shared/about-links.js';
import { ButtonLink } from '../../shared/routing/links.js';
import { paths } from '../../shared/routing/paths.js';
import { Page } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';
import { ABOUT_TEXTS } from './texts.js';

const Text = styled.div`
  display: grid;
  gap: var(--space-5);
  max-width: 64ch;
  & > p {
    font-size: var(--text-18);
    color: var(--ink-2);
  }
  & h2 {
    margin-bottom: var(--space-2);
  }
`;

/** The page's one spelling: the router knows it in any case and with a slash at its end. */
const pathOf = ({ pathname }: { pathname: string }): string => pathname.toLowerCase().replace(/\/+$/, '');

/** A club that has a page of its own is asked for that one. */
export function loader({ request }: LoaderFunctionArgs) {
  const own = ownPage(pathOf(new URL(request.url)));
  return own === null ? null : redirect(own);
}

/** /about, /terms and /privacy: what the product is, for golfers and for those who are not signed in. */
export function Component() {
  const text = ABOUT_TEXTS[pathOf(useLocation())];
  const signedIn = useSession() !== null;
  if (text === undefined) return null;
  return (
    <Page data-width="column">
      <PageHeading>{text.title}</PageHeading>
      <Text>
        <p>{text.lead}</p>
        {text.sections.map(({ heading, body }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            <p>{body}</p>
          </section>
        ))}
      </Text>
      {!signedIn && (
        <ButtonLink kind="secondary" to={paths.signIn()}>
          Sign in
        </ButtonLink>
      )}
    </Page>
  );
}
