import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const API = process.env.API_URL ?? 'http://localhost:3000';

/** The built client is served by the api; `npm run dev -w web` serves the sources and asks a running api. */
export default defineConfig({
  plugins: [react({ jsxImportSource: '@emotion/react' }), preloadUiFont()],
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    // A picture or font in a data: address would not be cached by itself.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Emotion brings them for theme components, which nobody here has; as CommonJS they would stay all the same (1 kB).
      treeshake: {
        moduleSideEffects: [{ test: /node_modules\/(hoist-non-react-statics|react-is)\//, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'vendor',
              test: /node_modules\/(react-router|react-router-dom|@tanstack|@emotion|cookie|set-cookie-parser|stylis|@babel\/runtime|hoist-non-react-statics)\//,
            },
          ],
        },
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
