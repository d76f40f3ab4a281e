/**
 * Hears of saved files. Each directory is watched by itself: watching a whole
 * tree at once, Node on Linux holds on to the files as they were, and hears no
 * more of one that an editor has replaced.
 */
import type { FSWatcher } from "node:fs";
import { readdirSync, statSync, watch } from "node:fs";
import path from "node:path";

/** An editor writes a file in several steps. */
const SETTLE_MS = 25;
/** Codegen writes into the first, from the very files that we have heard of. */
const IGNORED = /^(_generated|node_modules|\..*)$/;

function* directoriesBelow(directory: string): Generator<string> {
  yield directory;
  let entries;
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch {
    // It went away while we looked.
    return;
  }
  for (const entry of entries) {
    if (entry.isDirectory() && !IGNORED.test(entry.name))
      yield* directoriesBelow(path.join(directory, entry.name));
  }
}

/** Tells a directory from another that has taken its place; undefined when there is none. */
function getInode(directory: string): string | undefined {
  const about = statSync(directory, { throwIfNoEntry: false });
  return about && `${about.ino}:${about.birthtimeMs}`;
}

interface Watched {
  readonly identity: string | undefined;
  readonly watcher: FSWatcher;
}

/** Calls back once per burst of changes, until `stop`; then never again, whatever it is told to follow. */
export class DirectoryWatch {
  readonly #changed: () => void;
  readonly #watched = new Map<string, Watched>();
  #roots: readonly string[] = [];
  #settling: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Watches these roots from now on, with all that is in them. What was heard already is not forgotten. */
  follow(roots: readonly string[]): void {
    if (this.#stopped) return;
    const isFirst = this.#roots.length === 0;
    this.#roots = roots;
    // Nobody has listened there so far.
    if (this.#look() && !isFirst) this.#settle();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#settling);
    for (const { watcher } of this.#watched.values()) watcher.close();
    this.#watched.clear();
  }

  /** Watches the directories that there are now; true when some are new. */
  #look(): boolean {
    const existing = new Set(this.#roots.flatMap((root) => [...directoriesBelow(root)]));
    for (const [directory, { identity, watcher }] of this.#watched) {
      if (existing.has(directory) && identity === getInode(directory)) continue;
      watcher.close();
      this.#watched.delete(directory);
    }
    const added = [...existing].filter((directory) => !this.#watched.has(directory));
    for (const directory of added) this.#watch(directory);
    return added.length > 0;
  }

  #watch(directory: string): void {
    try {
      const identity = getInode(directory);
      const watcher = watch(directory, (_event, name) => {
        if (name === null || !IGNORED.test(name)) this.#settle();
      });
      watcher.on("error", () => this.#settle());
      this.#watched.set(directory, { identity, watcher });
    } catch {
      // Gone already; the one above it says so.
    }
  }

  #settle(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      // Before the files are read, so that a change of a new directory is read or heard.
      this.#look();
      this.#changed();
    }, SETTLE_MS);
  }
}
