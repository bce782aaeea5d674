/** What the client was built with; in tests, which are not built, nothing. */
const built: Partial<ImportMetaEnv> = import.meta.env ?? {};

/** Pages outside of the product, named when the client is built; one that is not named is not shown. */
export const EXTERNAL_LINKS: readonly { label: string; href: string }[] = [
  { label: 'About', href: built.VITE_ABOUT_URL },
  { label: 'Terms of use', href: built.VITE_TERMS_URL },
  { label: 'Your privacy', href: built.VITE_PRIVACY_URL },
].filter((link): link is { label: string; href: string } => typeof link.href === 'string' && link.href !== '');
