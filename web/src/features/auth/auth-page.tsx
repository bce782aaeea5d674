import styled from '@emotion/styled';
import type { ComponentProps, ReactNode } from 'react';
import { AboutLinks } from '../../shared/about-links.js';
import { ButtonLink } from '../../shared/routing/paths.js';
import { PageHeading } from '../../ui/page-title.js';
import { DESKTOP } from '../../ui/breakpoints.js';

const Pane = styled.div`
  display: none;
  ${DESKTOP} {
    position: fixed;
    z-index: 2;
    inset: 0 auto 0 0;
    display: flex;
    flex-direction: column;
    justify-content: space-between;
    width: var(--pane);
    padding: var(--space-12);
    overflow: hidden;
    background: var(--header);
    color: var(--on-header);
  }
  & > svg {
    position: absolute;
    top: 12%;
    right: -18%;
    width: 92%;
    color: var(--on-header-2);
    opacity: 0.5;
  }
  & > p {
    font: 500 var(--text-30) / 1 var(--serif);
  }
  & > div {
    position: relative;
    max-width: 34ch;
    color: var(--on-header-2);
    font-size: var(--text-18);
  }
  & strong {
    display: block;
    max-width: 12ch;
    margin-bottom: var(--space-3);
    color: var(--on-header);
    font: 500 calc(var(--text-40) * 1.3) / 1.05 var(--serif);
    letter-spacing: -0.01em;
  }
`;

/** Shown beside the forms on desktops: the club's colour and what Fairmark is. */
function BrandPane() {
  return (
    <Pane>
      <svg viewBox="0 0 400 330" fill="none" stroke="currentColor" strokeWidth="1" aria-hidden="true">
        <path d="M32 214C20 140 84 66 176 58s188 30 198 104-52 124-146 136S44 288 32 214Z" />
        <path d="M66 208c-8-56 44-110 116-116s146 22 154 78-42 94-116 104S74 264 66 208Z" />
        <path d="M104 202c-6-38 32-74 82-78s104 14 110 52-32 66-84 72-102-8-108-46Z" />
        <path d="M146 196c-4-20 20-40 48-42s64 8 66 28-22 38-54 42-56-8-60-28Z" />
        <path d="M204 188V64l54 22-54 22" strokeWidth="3" strokeLinejoin="round" strokeLinecap="round" />
        <ellipse cx="204" cy="190" rx="12" ry="4.500" fill="currentColor" stroke="none" />
      </svg>
      <p>Fairmark</p>
      <div>
        <strong>Every score, countersigned.</strong>
        Set up a round on your phone, score hole by hole, and sign the card together.
      </div>
    </Pane>
  );
}

const Page = styled.div`
  --pane: clamp(400px, 42vw, 720px);
  ${DESKTOP} {
    display: grid;
    min-height: 100svh;
    margin-left: calc(var(--pane) - var(--side));
  }
`;

const Column = styled.div`
  display: grid;
  align-content: start;
  gap: var(--space-5);
  width: 100%;
  max-width: 488px;
  margin: 0 auto;
  padding: var(--space-4) var(--space-4) calc(var(--space-8) + env(safe-area-inset-bottom));
  @media (min-width: 600px) {
    padding-top: var(--space-8);
  }
  ${DESKTOP} {
    margin-block: auto;
    padding: var(--space-12) var(--space-6);
  }
`;

/** Links under a form, each on its own line. */
export const AuthLinks = styled.div`
  display: grid;
  justify-items: center;
  margin-top: var(--space-2);
  color: var(--ink-2);
  & > * {
    display: inline-flex;
    flex-wrap: wrap;
    justify-content: center;
    align-items: center;
    column-gap: var(--space-2);
    min-height: var(--target);
  }
`;

const About = styled.ul`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  column-gap: var(--space-5);
  font-size: var(--text-14);
  & a {
    display: inline-flex;
    gap: var(--space-1);
    align-items: center;
    min-height: var(--target);
    color: var(--ink-2);
  }
`;

/** The layout of pages for visitors: one column; on desktops the brand pane beside it. */
export function AuthPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <Page>
      <BrandPane />
      <Column>
        <PageHeading>{title}</PageHeading>
        {lead !== undefined && <p style={{ color: 'var(--ink-2)' }}>{lead}</p>}
        {children}
        <About>
          <AboutLinks newTab />
        </About>
      </Column>
    </Page>
  );
}

/** A link in the place of a form's button. */
export function MainLink(link: ComponentProps<typeof ButtonLink>) {
  return <ButtonLink {...link} size="large" wide />;
}

/** What other pages pass on to a page for visitors, in the location's state, which may be missing. */
export interface AuthPageState {
  /** An email already typed on another page. */
  email?: string;
  expired?: boolean;
  /** An account was just created; its email is not verified yet. */
  registered?: boolean;
}
