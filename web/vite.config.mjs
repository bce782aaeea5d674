import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageHints } from './page-hints.mjs';

const router = (file) =>
  fileURLToPath(new URL(`dist/production/${file}`, import.meta.resolve('react-router/package.json')));
const API = process.env.API_URL ?? 'http://localhost:3000';

/**
 * What loads together. Left to itself the build makes a file of everything that two pages share, and a page came in sixty: on a
 * phone network each costs more than its bytes. Every group is what one kind of page needs, so that few load what they don't use. A group
 * takes along what its modules import, unless an earlier one has it: what the first script needs stands in the first ones.
 */
const GROUPS = [
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack|@emotion|cookie|set-cookie-parser|stylis|@babel\/runtime)\/|rolldown\/runtime|vite\/preload-helper/,
  },
  {
    name: 'core',
    test: /src\/(api\/(auth|clubhouse|match|stored-round|use-session|call\/(client|errors|fetch-fresh|ids|position|query-client|read|session|stored))|text\/words|ui\/(breakpoints|button|empty-state|live-region|page-title|spinner|hooks\/use-wide|overlays\/(dialogs|on-demand))|shared\/(routing\/(guards|links|paths)|resume\/resume)|shell\/page-handle)\.|contract\/dist\/(client-words|limits)\.|lucide-react\/dist\/esm\/(?!icons\/)|icons\/(arrow-right|circle-alert|rotate-cw)\./,
  },
  {
    name: 'kit',
    test: /node_modules\/lucide-react\/(?!dist\/esm\/icons\/(circle-user-round|download|history|house|menu|pause|play|plus|printer|rotate-ccw-clock|scale|settings|share-2|trophy)\.)|src\/(ui\/(avatar|banner|card|chip|icon-button|page-parts|skeleton|hooks\/use-(awake|change)|fields\/(field|text-field))|text\/(dates|initials)|shared\/about-links)\.|contract\/dist\/(messages|values)\./,
  },
  {
    name: 'base-ui',
    test: /node_modules\/(@base-ui\/(utils|react\/(composite|floating-ui-react|internals|merge-props|utils))|@floating-ui|use-sync-external-store)\//,
  },
  {
    name: 'overlay',
    test: /@base-ui\/react\/(alert-dialog|dialog|drawer)|src\/ui\/overlays\/(confirm|dialog-styles|modal|scrim|sheet)\./,
  },
  {
    name: 'golf',
    test: /src\/(api\/(lookups|use-debounced|when-idle|realtime\/(hooks|realtime))|shared\/(answered|resume\/(begin-round|leaving)|gone|scoring\/.*)|adverts\/.*)\.|src\/outbox\/(?!outbox-(pill|list))|scoring\/dist\/|src\/(golf\/(cards|counting-score|format-words|handicap-dots|score\/|pad\/))/,
  },
  // Whether the account page leads to the page of staff is asked with a query that the latter has, too.
  {
    name: 'inputs',
    test: /src\/(ui\/fields\/(choice-group|select-field|toggle-days)|golf\/(handicap-parts|handicap-select)|shared\/(copy-button|scan|use-course-choice|use-same-key)|api\/ops-roles)\./,
  },
  {
    name: 'rows',
    test: /src\/shared\/lists\//,
  },
  {
    name: 'clubhouse',
    test: /src\/(features\/(clubhouse|competitions)\/(?!.*\.page\.|board\/|form\/form-(?!panel))|golf\/(results-table|score-key|weeks-bar)|ui\/lists\/sort-header|api\/competitions)/,
  },
  // Drawn on demand, and nothing of it before.
  {
    name: 'chart',
    test: /src\/(ui\/chart\/.*|features\/clubhouse\/form\/form-(?!panel).*)\./,
  },
  // Below the first screen of home, and what a phone seldom needs there.
  {
    name: 'news',
    test: /src\/features\/home\/(news\/|desktop-home|duties|play-card|set-up-over|use-again)/,
  },
  {
    name: 'lobby',
    test: /src\/features\/lobby\//,
    minShareCount: 2,
  },
  {
    name: 'auth',
    test: /src\/features\/auth\/(auth-page|page-state)\./,
  },
];

/** The built client is served by the api; `npm run dev -w web` serves the sources and asks a running api. */
export default defineConfig({
  plugins: [
    react({ jsxImportSource: '@emotion/react' }),
    unnamedRouter(),
    tightStyles(),
    noWebTransport(),
    preloadUiFont(),
    pageHints(),
  ],
  resolve: {
    // Its package names the build for development alone, which brings warnings that nothing here reads.
    alias: [
      { find: /^react-router$/, replacement: router('index.mjs') },
      { find: /^react-router\/dom$/, replacement: router('dom-export.mjs') },
    ],
  },
  define: { CLIENT_VERSION: JSON.stringify(process.env.CLIENT_VERSION ?? 'development') },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    // A picture or font in a data: address would not be cached by itself.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Emotion brings them for theme components, which are not used here; as CommonJS they would stay all the same (1 kB).
      treeshake: {
        moduleSideEffects: [{ test: /node_modules\/(hoist-non-react-statics|react-is)\//, sideEffects: false }],
      },
      output: {
        codeSplitting: { groups: GROUPS },
      },
    },
  },
  server: {
    proxy: {
      '/api': API,
      '/socket.io': { target: API, ws: true },
    },
  },
});

/** The names that developer tools show keep components of the router in the build which nothing here uses (its forms, 1.6 kB). */
function unnamedRouter() {
  return {
    name: 'fairmark:unnamed-router',
    transform: {
      filter: { id: /react-router\/dist\/production\/.*\.mjs$/ },
      handler: (code) =>
        code
          .replace(/^\w+\.displayName = .*;$/gm, '')
          .replaceAll(/= (React\d*\.forwardRef\()/g, '= /* @__PURE__ */ $1'),
    },
  };
}

/** Comments and indents inside styles, which are text to the minifier and would be sent to phones (a hundredth of all scripts). */
function tightStyles() {
  return {
    name: 'fairmark:tight-styles',
    transform: {
      order: 'pre',
      filter: { id: /web\/src\/.*\.tsx?$/ },
      handler: (code) =>
        code
          .replace(/^ *\/\* .*\*\/$/gm, '')
          .replace(/\n\s+/g, '\n')
          .replace(/^([a-z-]+): (.*;)$/gm, '$1:$2')
          // Where a comment ends with the line, the next one would be a part of it.
          .replace(/^((?!.*\/\/).*[;{])\n/gm, '$1'),
    },
  };
}

/** A transport of the socket that the server does not offer and that is never asked for. */
function noWebTransport() {
  return {
    name: 'fairmark:no-web-transport',
    load: {
      filter: { id: /engine\.io-client\/.*\/webtransport\.js$/ },
      handler: () => 'export const WT = undefined;',
    },
  };
}

/** The one font that the first screen can't do without starts loading with the page, not after the script. */
function preloadUiFont() {
  return {
    name: 'fairmark:preload-ui-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const font = Object.keys(bundle).find((file) => /instrument-sans.*\.woff2$/.test(file));
        if (font === undefined) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
