/** Hears of saved files. */
import type { FSWatcher } from "node:fs";
import { watch } from "node:fs";

/** An editor writes a file in several steps. */
const SETTLE_MS = 60;
/** Codegen writes here, from the very files that we have heard of. */
const IGNORED = /(^|[\\/])(_generated|node_modules|\.[^\\/]*)([\\/]|$)/;

/** Calls back once per burst of changes, until `stop`. */
export class DirectoryWatch {
  readonly #changed: () => void;
  #directories: readonly string[] = [];
  #watchers: readonly FSWatcher[] = [];
  #settling: NodeJS.Timeout | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** From now on these. What was heard already is not forgotten. */
  follow(directories: readonly string[]): void {
    const wanted = outermost(directories);
    if (wanted.join("\n") === this.#directories.join("\n")) return;
    const isFirst = this.#watchers.length === 0;
    for (const watcher of this.#watchers) watcher.close();
    this.#directories = wanted;
    this.#watchers = wanted.map((directory) =>
      watch(directory, { recursive: true }, (_event, name) => {
        if (name === null || !IGNORED.test(name)) this.#settle();
      })
        // A directory or file that went away while it was looked at: something changed.
        .on("error", () => this.#settle()),
    );
    // What the old ones had on the tip of their tongue is lost.
    if (!isFirst) this.#settle();
  }

  stop(): void {
    clearTimeout(this.#settling);
    for (const watcher of this.#watchers) watcher.close();
  }

  #settle(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(this.#changed, SETTLE_MS);
  }
}

function outermost(directories: readonly string[]): string[] {
  return directories.filter(
    (each) => !directories.some((other) => other !== each && each.startsWith(`${other}/`)),
  );
}
