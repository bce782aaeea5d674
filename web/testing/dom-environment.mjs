import { TestEnvironment } from 'jest-environment-jsdom';

/** What browsers and Node have, and jsdom lacks. */
const FROM_NODE = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'Blob',
  'TextEncoder',
  'TextDecoder',
  'ReadableStream',
  'structuredClone',
  'BroadcastChannel',
];

/**
 * The page that component tests run in: jsdom, what it lacks taken from Node, and a phone's screen. A spec names it in
 * its first line: `@jest-environment <rootDir>/web/testing/dom-environment.mjs`.
 */
export default class DomEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const page = this.global;
    // Node's fetch takes only Node's abort signals.
    Object.assign(page, { AbortController, AbortSignal });
    addMissing(page, Object.fromEntries(FROM_NODE.map((name) => [name, globalThis[name]])));
    page.IS_REACT_ACT_ENVIRONMENT = true;
    addMissing(page, { matchMedia: mediaOf, ResizeObserver: NothingToObserve, IntersectionObserver: NothingToObserve });
    addMissing(page, { CSS: { escape: escaped, supports: () => false } });
    addMissing(page.Element.prototype, { scrollIntoView: () => {}, getAnimations: () => [] });
    page.scrollTo = () => {};
    dropLooks(page.CSSStyleSheet.prototype);
  }
}

function addMissing(target, parts) {
  for (const [name, part] of Object.entries(parts)) if (!(name in target)) target[name] = part;
}

/** What decides whether an element can be seen and pressed: all that tests find out about styles. */
const SHOWS_OR_HIDES = /display|visibility|pointer-events/;

/** Drops Emotion's other rules: jsdom would match each with each element, a quarter of the time of a page's tests. */
function dropLooks(sheet) {
  const { insertRule } = sheet;
  // Pages share it.
  if (insertRule.name === 'insertWhatHides') return;
  sheet.insertRule = function insertWhatHides(rule, at) {
    return SHOWS_OR_HIDES.test(rule) ? insertRule.call(this, rule, at) : at;
  };
}

/** No query matches: a phone, light, with motion. A test that needs a desktop sets `window.matchMedia`. */
function mediaOf(media) {
  const nothing = () => {};
  return {
    matches: false,
    media,
    addEventListener: nothing,
    removeEventListener: nothing,
  };
}

/** Escapes a text for a selector. */
function escaped(text) {
  return String(text).replace(/^\d|[^\w-]/g, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
}

/** jsdom has no layout, so there are no sizes to observe. */
class NothingToObserve {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}
