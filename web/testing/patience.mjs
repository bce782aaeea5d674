/**
 * Tests of components wait up to half a minute, because a busy machine takes long to load what a page loads on demand.
 * Suites in `.ts` render nothing and do not load React.
 */
if (typeof document !== 'undefined' && expect.getState().testPath.endsWith('.tsx')) {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 30_000 });
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = await import('react');
  // React then records no stack trace for each element it makes: an eighth of the processor time of a page's tests.
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });
}
