import { configure, waitFor } from '@testing-library/dom';

// For suites that show nothing and so load no React: a slow machine is not a fault.
configure({ asyncUtilTimeout: 10_000 });

export { waitFor };
