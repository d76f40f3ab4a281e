/** Hears of saved files. */
import { watch } from "node:fs";

/** An editor writes a file in several steps. */
const SETTLE_MS = 60;
/** Codegen writes here, from the very files that we have heard of. */
const IGNORED = /(^|[\\/])(_generated|node_modules|\.[^\\/]*)([\\/]|$)/;

/** Calls back once per burst of changes; returns the way to stop. */
export function watchDirectories(directories: readonly string[], changed: () => void): () => void {
  let settling: NodeJS.Timeout | undefined;
  const watchers = outermost(directories).map((directory) =>
    watch(directory, { recursive: true }, (_event, name) => {
      if (name !== null && IGNORED.test(name)) return;
      clearTimeout(settling);
      settling = setTimeout(changed, SETTLE_MS);
    }),
  );
  return () => {
    clearTimeout(settling);
    for (const watcher of watchers) watcher.close();
  };
}

function outermost(directories: readonly string[]): string[] {
  return directories.filter(
    (each) => !directories.some((other) => other !== each && each.startsWith(`${other}/`)),
  );
}
