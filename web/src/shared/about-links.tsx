import { ExternalLink } from 'lucide-react';
import { matchPath, NavLink } from 'react-router-dom';
import { paths } from './routing/paths.js';

const built: Partial<ImportMetaEnv> = import.meta.env ?? {};

/** Pages about the product. `own`: the URL of the club's own, by which it can replace ours at build time. */
const PAGES = [
  { title: 'About', path: paths.about(), own: built.VITE_ABOUT_URL },
  { title: 'Terms of use', path: paths.terms(), own: built.VITE_TERMS_URL },
  { title: 'Your privacy', path: paths.privacy(), own: built.VITE_PRIVACY_URL },
];

/** The page about the product at a path, in any case and with or without slashes at its end, as the router takes it. */
export const aboutPage = (pathname: string) => PAGES.find(({ path }) => matchPath(path, pathname) !== null);

/** Links to these pages as list items. `newTab`: if leaving would lose what was typed. */
export function AboutLinks({ newTab = false }: { newTab?: boolean }) {
  return PAGES.map(({ title, path, own }) => (
    <li key={path}>
      {own || newTab ? (
        <a href={own || path} target="_blank" rel="noreferrer">
          {title}
          <span className="visually-hidden">(opens a new tab)</span>
          <ExternalLink size="1em" style={{ color: 'var(--ink-2)' }} />
        </a>
      ) : (
        <NavLink to={path}>{title}</NavLink>
      )}
    </li>
  ));
}

/** The support address, set at build time. */
export const SUPPORT_EMAIL = built.VITE_SUPPORT_EMAIL || 'support@fairmark.example';

/** For pages without a session, which the support page needs. */
export const supportLink = <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>;
