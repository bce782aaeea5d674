/** A reason not to have a database that the reader can do something about. Shown without a stack. */
export class PostgresProblem extends Error {
  override readonly name = 'PostgresProblem';
}
