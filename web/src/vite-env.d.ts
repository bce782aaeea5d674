/// <reference types="vite/client" />

/** Which build this is, as `0.1.0-3f9a2c1b`; `development` where the sources are served. Put in by the build. */
declare const CLIENT_VERSION: string;
