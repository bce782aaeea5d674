/**
 * How the client starts: the frame of index.html is painted, then the client and the page of the address are asked for together, not
 * the page when the client has run and asks for it. Written into index.html by the build, which alone knows the names of the files.
 */

/**
 * The page of each address, for a visitor and for a signed-in golfer; an address below one that is named opens the same page,
 * any other the first one. What shell/routes.tsx leads to: first-load.spec.ts compares them.
 */
const FOR_ALL = {
  '/about': 'about/about',
  '/terms': 'about/about',
  '/privacy': 'about/about',
  '/board': 'clubhouse/board/board',
};
const OPEN = {
  ...FOR_ALL,
  '': 'auth/sign-in',
  '/signup': 'auth/sign-up',
  '/verify-email': 'auth/verify-email',
  '/resend-verification-email': 'auth/resend-verification',
  '/forgot-password': 'auth/forgot-password',
  '/reset-password': 'auth/reset-password',
};
const SIGNED_IN = {
  ...FOR_ALL,
  '': 'home/home',
  '/create-lobby': 'lobby/create-lobby',
  '/lobby': 'lobby/host-lobby',
  '/lobby-invitation': 'lobby/invited-lobby',
  '/join-lobby': 'lobby/join-lobby',
  '/score': 'scoring/hole',
  '/scorecard': 'scorecard/scorecard',
  '/clubhouse': 'clubhouse/clubhouse',
  '/clubhouse/competitions': 'competitions/competitions',
  '/clubhouse/new-competition': 'competitions/new-competition',
  '/account': 'account/account',
  '/support': 'support/support',
  '/ops': 'ops/ops',
};

/** What Vite would put into the document by itself. */
const ENTRY = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/;
const ENTRY_PRELOADS = /\s*<link rel="modulepreload" crossorigin href="[^"]+">/g;

/** A plugin of Vite. */
export function startAfterFirstPaint() {
  return {
    name: 'fairmark:start-after-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html;
        const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
        const entry = chunks.find(({ isEntry }) => isEntry);
        const first = closure(bundle, entry);
        // The entry runs last, when the page of the address is there.
        const files = [entry.fileName, ...[...first].filter((name) => name !== entry.fileName)];
        const lists = (pages) =>
          Object.fromEntries(
            Object.entries(pages).map(([place, page]) => {
              const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/features/${page}.page.tsx`));
              if (chunk === undefined) throw new Error(`No page ${page} to preload`);
              const rest = [...closure(bundle, chunk)].filter((name) => !first.has(name));
              return [place, rest.map((name) => indexOf(files, name))];
            }),
          );
        const pages = [lists(OPEN), lists(SIGNED_IN)];
        const script = `(${start.toString()})(${first.size},${JSON.stringify(pages)},${JSON.stringify(files)})`;
        return {
          html: html.replace(ENTRY, '').replace(ENTRY_PRELOADS, ''),
          tags: [{ tag: 'script', children: script, injectTo: 'body' }],
        };
      },
    },
  };
}

/**
 * Runs in the browser. Nothing is asked for before the frame is painted, which takes a moment: on a phone network whatever is on its
 * way by then competes with it. A page in the background is not painted, hence the clock. Of the files, the first `base` are the
 * client's, the very first its entry.
 */
function start(base, [open, signedIn], files) {
  let started = false;
  const load = () => {
    if (started) return;
    started = true;
    // The scorecard's address begins with its round.
    const [, above, last] = /^(.*)(\/[^/]*?)\/?$/.exec(location.pathname);
    let page = [];
    try {
      const known = localStorage.getItem('fairmark.token') === null ? open : signedIn;
      page = known[above + last] ?? known[last === '/scorecard' ? last : above] ?? known[''];
    } catch {
      // Storage is forbidden: the page loads its parts by itself.
    }
    const needed = [...files.slice(1, base), ...page.map((index) => files[index])];
    for (const name of needed) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/${name}` }));
    }
    void inTurns(needed).then(enter);
    // What hangs on a bad line does not keep the client from sending what it has.
    setTimeout(() => void enter(), 5_000);
  };
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  // One that runs never reloads by itself, even if a part that hung fails afterwards.
  let running = false;
  const reload = () => {
    if (!running) location.reload();
  };
  // Each in a task of its own, what others import first: a slow phone answers a finger in between. A part that does not come is
  // asked for again by what imports it.
  const inTurns = async (names) => {
    for (const name of names) {
      try {
        await import(`/${name}`);
      } catch {
        addEventListener('online', reload);
      }
      await wait(0);
    }
  };
  // Some browsers ask again for a part that did not come, others only after a reload.
  const enter = async () => {
    for (let tries = 0; tries < 20; tries += 1) {
      try {
        await import(`/${files[0]}`);
        running = true;
        return;
      } catch {
        addEventListener('online', reload);
        await wait(3_000);
      }
    }
  };
  requestAnimationFrame(() => setTimeout(load));
  setTimeout(load, 300);
}

/** A chunk and everything that it imports at once, in the order in which they run: what is imported before what imports it. */
function closure(bundle, chunk, files = new Set(), seen = new Set()) {
  if (chunk === undefined || seen.has(chunk.fileName)) return files;
  seen.add(chunk.fileName);
  for (const name of chunk.imports) closure(bundle, bundle[name], files, seen);
  return files.add(chunk.fileName);
}

function indexOf(files, name) {
  const known = files.indexOf(name);
  return known >= 0 ? known : files.push(name) - 1;
}
