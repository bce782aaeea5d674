import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { AboutLinks } from '../../shared/about-links.js';
import { PageHeading } from '../../ui/page-title.js';
import { BrandPane } from './brand-pane.js';

const Page = styled.div`
  --pane: clamp(400px, 42vw, 720px);
  @media (min-width: 1024px) {
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
  @media (min-width: 1024px) {
    margin-block: auto;
    padding: var(--space-12) var(--space-6);
  }
`;

const Lead = styled.p`
  color: var(--ink-2);
`;

/** Links under a form, each on its own line and as high as a thumb. */
export const AuthLinks = styled.div`
  display: grid;
  justify-items: center;
  margin-top: var(--space-2);
  color: var(--ink-2);
  & > * {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    column-gap: var(--space-2);
    min-height: var(--target);
  }
  & a {
    display: inline-flex;
    align-items: center;
    min-height: var(--target);
    font-weight: 600;
  }
`;

/** A link inside a banner, with room for a thumb. */
export const BannerLinks = styled.div`
  & a {
    display: inline-flex;
    align-items: center;
    min-height: var(--target);
    font-weight: 600;
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
  & svg {
    width: 14px;
    height: 14px;
  }
`;

interface AuthPageProps {
  /** The page's h1. */
  title: string;
  /** What the page is for, where the heading does not say it. */
  lead?: ReactNode;
  children: ReactNode;
}

/** A page of somebody who is not signed in: one calm column; on a desktop the club's colour beside it. */
export function AuthPage({ title, lead, children }: AuthPageProps) {
  return (
    <Page>
      <BrandPane />
      <Column>
        <PageHeading>{title}</PageHeading>
        {lead !== undefined && <Lead>{lead}</Lead>}
        {children}
        <About>
          <AboutLinks newTab />
        </About>
      </Column>
    </Page>
  );
}
