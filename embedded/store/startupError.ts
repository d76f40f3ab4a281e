/** A start that can't go on; the message is one sentence that tells the person at the keyboard what to do. */
export class StartupError extends Error {
  override readonly name = "StartupError";
}

/** Returns the error for data that can't be read or written, whatever the reason. */
export function unusableData(folder: string, error: unknown): StartupError {
  const { cause = error } = error instanceof Error ? error : {};
  const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, "");
  return new StartupError(
    `The data in ${folder} can't be opened and written (${reason}): see that the disk has room and is in order, or restore a backup.`,
  );
}

export function unwritableFolder(folder: string): StartupError {
  return new StartupError(
    `The data folder ${folder} can't be written: give this user the right to write there and the disk some room, or name another folder with --data.`,
  );
}
