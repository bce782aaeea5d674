/** How long a test of a component waits for what it expects: a slow machine is not a fault. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 10_000 });
}
