import Sequencer from '@jest/test-sequencer';

/** Suites that take a minute or more, longest first: started last, one would leave a processor idle at the end. */
const LONG = [
  /[/\\]e2e[/\\]src[/\\]browser[/\\](accessibility|flows)\./,
  /[/\\]e2e[/\\]src[/\\](start[/\\](crashes|places)|many[/\\]distributed|account-deletion)\./,
  /[/\\](postgres-event-store|platform[/\\]process|restore)\.spec\./,
  /[/\\]e2e[/\\]src[/\\](?!containers[/\\])/,
  // After the browsers: Chromium aborts requests when an engine adds a network.
  /[/\\]e2e[/\\]/,
];

/** Jest's order if it knows how long each suite last took; otherwise those of the list first, then by size. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ path }) {
  const place = LONG.findIndex((pattern) => pattern.test(path));
  return place === -1 ? LONG.length : place;
}
