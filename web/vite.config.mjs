import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageHints } from './page-hints.mjs';

const router = (file) =>
  fileURLToPath(new URL(`dist/production/${file}`, import.meta.resolve('react-router/package.json')));
const API = process.env.API_URL ?? 'http://localhost:3000';

/** The oldest browsers that the client runs in, as index.html names them to others. */
const BROWSERS = ['iOS 16', 'Safari 16', 'Chrome 108', 'Firefox 121'];

/**
 * Chunk groups. Left to itself the build makes a chunk of everything that two pages share; a page then took sixty
 * requests, each of which costs more than its bytes on a phone network. A group is what one kind of page needs, so
 * that few load what they don't use, and takes its modules' imports unless an earlier group has them.
 */
const GROUPS = [
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack|@emotion|cookie|set-cookie-parser|stylis|@babel\/runtime)\/|rolldown\/runtime|vite\/preload-helper|src\/fetch-first\./,
  },
  {
    name: 'core',
    test: /src\/(api\/(auth|clubhouse|match|use-session|call\/(client|errors|ids|position|query-client|read|session|stored))|text\/words|ui\/(breakpoints|button|empty-state|live-region|page-title|spinner|hooks\/use-now|overlays\/(dialogs|on-demand))|shared\/(routing\/(guards|paths)|resume\/resume)|shell\/page-handle)\.|contract\/dist\/(client-words|limits)\.|lucide-react\/dist\/esm\/(?!icons\/)|icons\/(arrow-right|circle-alert|rotate-cw)\./,
  },
  {
    name: 'kit',
    test: /node_modules\/lucide-react\/(?!dist\/esm\/icons\/(circle-user-round|download|history|house|menu|pause|play|plus|printer|rotate-ccw-clock|scale|settings|share-2|trophy)\.)|src\/(ui\/(banner|chip|page-parts|pictures|skeleton|hooks\/use-(awake|change)|fields\/(field|text-field))|text\/dates|shared\/(about-links|play-types))\.|contract\/dist\/(messages|values)\./,
  },
  {
    name: 'overlay',
    test: /@base-ui\/react\/(alert-dialog|dialog|drawer)|src\/ui\/overlays\/(modal|sheet)\./,
  },
  {
    name: 'golf',
    test: /src\/(api\/(lookups|when-idle|realtime\/)|shared\/(answered|resume\/leaving|gone)|adverts\/.*)\.|src\/outbox\/(?!outbox-pill)|scoring\/dist\/(?!handicap\/daily)|src\/(golf\/(cards|format-words|score\/|pad\/))/,
  },
  {
    name: 'inputs',
    test: /src\/(ui\/fields\/(choice-group|select-field)|golf\/handicap-select|shared\/(copy-button|scan))\./,
  },
  {
    name: 'clubhouse',
    test: /src\/(features\/(clubhouse|competitions)\/(?!.*\.page\.|board\/|form\/form-(?!panel))|golf\/(results-table|score-key)|api\/competitions)/,
  },
  {
    name: 'lobby',
    test: /src\/features\/lobby\//,
    minShareCount: 2,
  },
];

/** What the build strips from modules. */
const SLIMMED = [
  // Display names would keep unused router components in the build (its forms, 1.6 kB).
  rewriting('unnamed-router', /react-router\/dist\/production\/.*\.mjs$/, (code) =>
    code.replace(/^\w+\.displayName = .*;$/gm, '').replaceAll(/= (React\d*\.forwardRef\()/g, '= /* @__PURE__ */ $1'),
  ),
  // The keys of icons' paths, random texts, are needed only by React's development build.
  {
    ...rewriting('keyless-icons', /lucide-react\/dist\/esm\/icons\//, (code) => code.replaceAll(/, key: "\w+"/g, '')),
    apply: 'build',
  },
  // The minifier treats comments and indentation inside styles as text (about 1% of all scripts).
  rewriting(
    'tight-styles',
    /web\/src\/.*\.tsx?$/,
    (code) =>
      code
        .replace(/^ *\/\* .*\*\/$/gm, '')
        .replace(/\n\s+/g, '\n')
        .replace(/^([a-z-]+): (.*;)$/gm, '$1:$2')
        // Keep the line break after a line comment, or the next line would become part of it.
        .replace(/^((?!.*\/\/).*[;{])\n/gm, '$1'),
    'pre',
  ),
  // The build's own would let the browser remember files that failed.
  rewriting(
    'fetch-first',
    /vite\/preload-helper/,
    () => "export { fetchFirst as __vitePreload } from '/src/fetch-first.ts';",
  ),
  // The server does not offer WebTransport.
  rewriting('no-web-transport', /engine\.io-client\/.*\/webtransport\.js$/, () => 'export const WT = undefined;'),
];

/** The api serves the built client; `npm run dev -w web` serves the sources and proxies to a running api. */
export default defineConfig({
  plugins: [react({ jsxImportSource: '@emotion/react' }), ...SLIMMED, pageHints()],
  resolve: {
    // The package exports only its development build, whose warnings are of no use here.
    alias: [
      { find: /^react-router$/, replacement: router('index.mjs') },
      { find: /^react-router\/dom$/, replacement: router('dom-export.mjs') },
    ],
  },
  define: {
    CLIENT_VERSION: JSON.stringify(process.env.CLIENT_VERSION ?? 'development'),
    'import.meta.env.BROWSERS': JSON.stringify(new Intl.ListFormat('en-AU', { type: 'disjunction' }).format(BROWSERS)),
  },
  build: {
    target: BROWSERS.map((browser) => browser.toLowerCase().replace(' ', '')),
    // Of the bundled packages, which ask that every copy has them.
    license: { fileName: 'licences.txt' },
    manifest: true,
    modulePreload: { polyfill: false },
    // An image or font inlined as a data: URL could not be cached separately.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Emotion imports these for theme components, which we don't use; as CommonJS they would be kept anyway (1 kB).
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

/** A plugin that rewrites the code of the modules whose path matches. */
function rewriting(name, id, handler, order = null) {
  return { name: `fairmark:${name}`, transform: { order, filter: { id }, handler } };
}
