/** As long as `index.html` waits for the first files. */
const ARRIVES_WITHIN_MS = 30_000;

/** Files that have arrived or are on their way, by address. */
const files = new Map<string, Promise<void>>();

/**
 * Imports a module once all its files have arrived. The build calls it for every dynamic import: browsers remember a failed
 * import until the page is reloaded, but no failed fetch.
 */
export async function fetchFirst<Module>(load: () => Promise<Module>, names: readonly string[] = []): Promise<Module> {
  const addresses = names.map((name) => `/${name}`);
  // The browser itself loads the files that the page names.
  await Promise.all(addresses.filter((href) => !document.querySelector(`link[href="${href}"]`)).map(arrived));
  return load();
}

function arrived(href: string): Promise<void> {
  // One lost answer is no reason to show an error.
  const file = files.get(href) ?? fetched(href).catch(() => fetched(href));
  files.set(href, file);
  file.catch(() => files.delete(href));
  return file;
}

async function fetched(href: string): Promise<void> {
  try {
    const answer = await fetch(href, { signal: AbortSignal.timeout(ARRIVES_WITHIN_MS) });
    // A captive portal answers everything with its own page.
    if (answer.headers.get('content-type')?.includes('javascript') !== true) throw new TypeError('not a script');
    await answer.blob();
  } catch (cause) {
    throw new TypeError(`Could not fetch ${href} to import it`, { cause });
  }
}
