/** Throws an Error when a state is reached that the program's own rules exclude; `problem` states what is wrong. */
export function invariant(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Error(problem);
}
