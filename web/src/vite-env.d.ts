/// <reference types="vite/client" />

/** The build, as `0.1.0-3f9a2c1b`; `development` when the sources are served. Set by the build. */
declare const CLIENT_VERSION: string;
