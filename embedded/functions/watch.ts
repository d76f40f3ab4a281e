/** Hears of saved files. */
import { watch } from "node:fs";

/** An editor writes a file in several steps. */
const SETTLE_MS = 60;
/** Codegen writes here, from the very files that we have heard of. */
const IGNORED = /(^|[\\/])(_generated|node_modules|\.[^\\/]*)([\\/]|$)/;

export interface Watch {
  /** True when a change was heard that nobody has been told of yet. */
  stop(): boolean;
}

/** Calls back once per burst of changes. */
export function watchDirectories(directories: readonly string[], changed: () => void): Watch {
  let settling: NodeJS.Timeout | undefined;
  const settle = () => {
    clearTimeout(settling);
    settling = setTimeout(() => {
      settling = undefined;
      changed();
    }, SETTLE_MS);
  };
  const watchers = outermost(directories).map((directory) =>
    watch(directory, { recursive: true }, (_event, name) => {
      if (name === null || !IGNORED.test(name)) settle();
    })
      // A directory or file that went away while it was looked at: something changed.
      .on("error", settle),
  );
  return {
    stop() {
      clearTimeout(settling);
      for (const watcher of watchers) watcher.close();
      return settling !== undefined;
    },
  };
}

function outermost(directories: readonly string[]): string[] {
  return directories.filter(
    (each) => !directories.some((other) => other !== each && each.startsWith(`${other}/`)),
  );
}
