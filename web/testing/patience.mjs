/**
 * How long a test of a component waits for what it expects: a slow machine is not a fault. Suites in `.ts` show nothing and are
 * spared React.
 */
if (typeof document !== 'undefined' && expect.getState().testPath.endsWith('.tsx')) {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 10_000 });
}
