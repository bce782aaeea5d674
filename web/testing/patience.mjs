/**
 * Tests of components wait up to ten seconds, so that a slow machine does not fail them. Suites in `.ts` render nothing
 * and do not load React.
 */
if (typeof document !== 'undefined' && expect.getState().testPath.endsWith('.tsx')) {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 10_000 });
}
