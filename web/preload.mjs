/**
 * What the page of an address needs starts loading with the document, not when the first script has run and asks for it: one
 * round trip less on a phone network. Written into index.html by the build, because only the build knows the names of the files.
 */

/** Module of each page, by the first part of its address; the scorecard by its last. */
const OPEN = {
  signin: 'auth/sign-in',
  signup: 'auth/sign-up',
  'verify-email': 'auth/verify-email',
  'resend-verification-email': 'auth/resend-verification',
  'forgot-password': 'auth/forgot-password',
  'reset-password': 'auth/reset-password',
};
const SIGNED_IN = {
  '': 'home/home',
  'create-lobby': 'lobby/create-lobby',
  lobby: 'lobby/host-lobby',
  'lobby-invitation': 'lobby/invited-lobby',
  score: 'scoring/hole',
  scorecard: 'scorecard/scorecard',
  clubhouse: 'clubhouse/clubhouse',
};

/** A plugin of Vite. */
export function preloadPages() {
  return {
    name: 'fairmark:preload-pages',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (bundle === undefined) return [];
        const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
        const entry = chunks.find(({ isEntry }) => isEntry);
        const first = closure(bundle, entry);
        const files = [];
        const lists = (pages) =>
          Object.fromEntries(
            Object.entries(pages).map(([place, page]) => {
              const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/features/${page}.page.tsx`));
              if (chunk === undefined) throw new Error(`No page ${page} to preload`);
              return [
                place,
                [...closure(bundle, chunk)].filter((name) => !first.has(name)).map((name) => indexOf(files, name)),
              ];
            }),
          );
        const data = [lists(OPEN), lists(SIGNED_IN)];
        const children = `(${script.toString().replace(/\s+/g, ' ')})(${JSON.stringify(data)},${JSON.stringify(files)})`;
        return [{ tag: 'script', children, injectTo: 'head' }];
      },
    },
  };
}

/** Runs in the browser, before anything else. */
function script([open, signedIn], files) {
  try {
    const [, first, second] = location.pathname.split('/');
    const known = localStorage.getItem('fairmark.token') === null ? open : signedIn;
    const list = known[second === 'scorecard' ? second : first] ?? known.signin ?? [];
    for (const file of list) {
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/${files[file]}` }),
      );
    }
  } catch {
    /* Storage is forbidden: the page loads its parts by itself. */
  }
}

/** A chunk and everything that it imports at once. */
function closure(bundle, chunk, seen = new Set()) {
  if (chunk === undefined || seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const name of chunk.imports) closure(bundle, bundle[name], seen);
  return seen;
}

function indexOf(files, name) {
  const known = files.indexOf(name);
  return known >= 0 ? known : files.push(name) - 1;
}
