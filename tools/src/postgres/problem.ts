/** A reason why there is no database that the reader can act on. Shown without a stack. */
export class PostgresProblem extends Error {
  override readonly name = 'PostgresProblem';
}
