/** A reason why nothing can be started that the reader can act on. Shown without a stack. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}
