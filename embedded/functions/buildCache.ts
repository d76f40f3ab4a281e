/**
 * Builds that are kept for the next start, which uses them if nothing that went into them has changed: in a folder for the next
 * process, or in memory for the next backend of this one.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { version } from "esbuild";
import {
  COLD_BUILDS,
  type Builds,
  type Built,
  type Options,
  isSettled,
  readStamps,
} from "./builds";

interface CachedBuild {
  readonly stamps: string;
  readonly built: Built;
}

/** Keeps builds by their names. Losing one only costs the time to build it. */
export interface BuildCache {
  read(name: string): CachedBuild | null;
  write(name: string, cached: CachedBuild): void;
  /** Nobody needs the others any more. */
  keepOnly(names: ReadonlySet<string>): void;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Another one for everything that is asked otherwise, also by another version of this program. */
function toCacheName(options: Options): string {
  const plugins = options.plugins?.map(({ name, setup }) => [name, String(setup)]);
  return `${sha256(JSON.stringify([version, { ...options, plugins }]))}.json`;
}

export class CachedBuilds implements Builds {
  readonly #cache: BuildCache;
  readonly #used = new Set<string>();

  constructor(cache: BuildCache) {
    this.#cache = cache;
  }

  async build(options: Options): Promise<Built> {
    const name = toCacheName(options);
    this.#used.add(name);
    const cached = this.#cache.read(name);
    if (cached !== null && cached.stamps === readStamps(cached.built, options).text)
      return cached.built;
    const startedAt = Date.now();
    const { outputFiles, metafile } = await COLD_BUILDS.build(options);
    const built: Built = {
      outputFiles: outputFiles.map(({ path: file, text }) => ({ path: file, text })),
      metafile: { inputs: Object.fromEntries(Object.keys(metafile.inputs).map((key) => [key, 0])) },
    };
    const stamps = readStamps(built, options);
    if (isSettled(stamps, startedAt)) this.#cache.write(name, { stamps: stamps.text, built });
    return built;
  }

  settle(): Promise<void> {
    this.#cache.keepOnly(this.#used);
    this.#used.clear();
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

export class MemoryBuildCache implements BuildCache {
  readonly #builds = new Map<string, CachedBuild>();

  read(name: string): CachedBuild | null {
    return this.#builds.get(name) ?? null;
  }

  write(name: string, cached: CachedBuild): void {
    this.#builds.set(name, cached);
  }

  keepOnly(names: ReadonlySet<string>): void {
    for (const name of this.#builds.keys()) if (!names.has(name)) this.#builds.delete(name);
  }
}

/** A file for each, with a digest of its content. */
export class FolderBuildCache implements BuildCache {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  keepOnly(names: ReadonlySet<string>): void {
    try {
      for (const name of readdirSync(this.#directory))
        if (!names.has(name)) rmSync(path.join(this.#directory, name), { force: true });
    } catch {
      // Nothing was written, or others tidy up, too.
    }
  }

  /** Half a file, or one that the disk has changed, is none. */
  read(name: string): CachedBuild | null {
    try {
      const text = readFileSync(path.join(this.#directory, name), "utf8");
      const end = text.indexOf("\n");
      const content = text.slice(end + 1);
      return text.slice(0, end) === sha256(content) ? (JSON.parse(content) as CachedBuild) : null;
    } catch {
      return null;
    }
  }

  write(name: string, cached: CachedBuild): void {
    const file = path.join(this.#directory, name);
    const draft = `${file}.new`;
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      const content = JSON.stringify(cached);
      writeFileSync(draft, `${sha256(content)}\n${content}`, { mode: 0o600 });
      renameSync(draft, file);
    } catch {
      // `keepOnly` takes away what there is of it.
    }
  }
}
