/** A start that can't go on; the message is one sentence that tells the person at the keyboard what to do. */
export class StartupError extends Error {
  override readonly name = "StartupError";
}
