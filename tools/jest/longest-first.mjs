import Sequencer from '@jest/test-sequencer';

/** What takes minutes: started last, it would keep one processor idle at the end. */
const LONG = [/[/\\]e2e[/\\]src[/\\]browser[/\\]/, /[/\\]e2e[/\\]/];

/** Browsers first, then the others of e2e/, then as jest orders: by how long they last took, or by size. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ path }) {
  const place = LONG.findIndex((pattern) => pattern.test(path));
  return place === -1 ? LONG.length : place;
}
