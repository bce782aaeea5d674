import { configure, waitFor } from '@testing-library/dom';

// For suites that render nothing and so do not load React; a slow machine must not fail them.
configure({ asyncUtilTimeout: 10_000 });

export { waitFor };
