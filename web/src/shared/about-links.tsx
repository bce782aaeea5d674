import { ExternalLink } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { paths } from './routing/paths.js';

const built: Partial<ImportMetaEnv> = import.meta.env ?? {};

/** Pages about the product. A club can replace them by its own at build time. */
const LINKS: readonly { label: string; path: string; own: string | undefined }[] = [
  { label: 'About', path: paths.about(), own: built.VITE_ABOUT_URL },
  { label: 'Terms of use', path: paths.terms(), own: built.VITE_TERMS_URL },
  { label: 'Your privacy', path: paths.privacy(), own: built.VITE_PRIVACY_URL },
];

/** URL of the club's own page in place of ours; null: none. */
export const ownPage = (path: string): string | null => LINKS.find((link) => link.path === path)?.own || null;

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
            <ExternalLink size="1em" style={{ color: 'var(--ink-2)' }} />
          </a>
        )}
      </li>
    );
  });
}

/** The support address, set at build time. */
export const SUPPORT_EMAIL = built.VITE_SUPPORT_EMAIL || 'support@fairmark.example';

/** For pages without a session, which the support page needs. */
export const supportLink = <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>;
