import { ExternalLink } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { paths } from './routing/paths.js';

const built: Partial<ImportMetaEnv> = import.meta.env ?? {};

/** Pages about the product. A club can replace them by its own at build time. */
const LINKS: readonly { label: string; path: string; named: unknown }[] = [
  { label: 'About', path: paths.about(), named: built.VITE_ABOUT_URL },
  { label: 'Terms of use', path: paths.terms(), named: built.VITE_TERMS_URL },
  { label: 'Your privacy', path: paths.privacy(), named: built.VITE_PRIVACY_URL },
];

/** URL of the club's own page in place of ours; null: none. */
export function ownPage(path: string): string | null {
  const named = LINKS.find((link) => link.path === path)?.named;
  return typeof named === 'string' && named !== '' ? named : null;
}

/** Links to these pages as list items. `newTab`: if leaving would lose what was typed. */
export function AboutLinks({ newTab = false }: { newTab?: boolean }) {
  return LINKS.map(({ label, path }) => {
    const own = ownPage(path);
    return (
      <li key={path}>
        {own === null && !newTab ? (
          <NavLink to={path}>{label}</NavLink>
        ) : (
          <a href={own ?? path} target="_blank" rel="noreferrer">
            {label}
            <span className="visually-hidden">(opens a new tab)</span>
            <ExternalLink />
          </a>
        )}
      </li>
    );
  });
}

const named: unknown = built.VITE_SUPPORT_EMAIL;

/** The support address, set at build time. */
export const SUPPORT_EMAIL = typeof named === 'string' && named !== '' ? named : 'support@fairmark.example';

/** For pages without a session, which the support page needs. */
export const supportLink = <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>;
