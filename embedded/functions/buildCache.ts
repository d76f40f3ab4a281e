/**
 * Builds that are kept for the next start, which uses them if nothing that went into them has changed: in a folder for the next
 * process, or in memory for the next backend of this one.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import esbuild from "esbuild/package.json" with { type: "json" };
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
  /** Returns the file for what V8 compiles of a build, where there is a folder. */
  compiledFile(name: string): string | undefined;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Another one for everything that is asked otherwise, also by another version of this program. */
function toCacheName(options: Options): string {
  const plugins = options.plugins?.map(({ name, setup }) => [name, String(setup)]);
  return sha256(JSON.stringify([esbuild.version, { ...options, plugins }]));
}

function withCompiledFile(built: Built, compiledFile: string | undefined): Built {
  return compiledFile === undefined ? built : Object.assign({}, built, { compiledFile });
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
    const compiledFile = this.#cache.compiledFile(name);
    const cached = this.#cache.read(name);
    if (cached !== null && cached.stamps === readStamps(cached.built, options).text)
      return withCompiledFile(cached.built, compiledFile);
    const startedAt = Date.now();
    const { outputFiles, metafile } = await COLD_BUILDS.build(options);
    const built: Built = {
      outputFiles: outputFiles.map(({ path: file, text }) => ({ path: file, text })),
      metafile: { inputs: Object.fromEntries(Object.keys(metafile.inputs).map((key) => [key, 0])) },
    };
    const stamps = readStamps(built, options);
    if (!isSettled(stamps, startedAt)) return built;
    this.#cache.write(name, { stamps: stamps.text, built });
    return withCompiledFile(built, compiledFile);
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

  compiledFile(): undefined {
    return undefined;
  }
}

/** The record of a build; its output files lie beside it. */
interface StoredBuild {
  readonly stamps: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly { readonly path: string; readonly digest: string }[];
}

/** Translates nothing: of a build whose map was lost since. */
const EMPTY_MAP = '{"version":3,"sources":[],"names":[],"mappings":""}';

/** @throws Error when it is not there, or not what was written. */
function readChecked(file: string, digest: string): string {
  const text = readFileSync(file, "utf8");
  if (sha256(text) !== digest) throw new Error(`${file} was damaged.`);
  return text;
}

/** A source map that is read when it is needed. */
class StoredMap {
  readonly path: string;
  readonly #stored: string;
  readonly #digest: string;

  constructor(file: string, stored: string, digest: string) {
    this.path = file;
    this.#stored = stored;
    this.#digest = digest;
  }

  get text(): string {
    try {
      return readChecked(this.#stored, this.#digest);
    } catch {
      return EMPTY_MAP;
    }
  }
}

/** Some files for each build, with digests of their contents. */
export class FolderBuildCache implements BuildCache {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  compiledFile(name: string): string {
    return path.join(this.#directory, `${name}.compiled`);
  }

  keepOnly(names: ReadonlySet<string>): void {
    try {
      for (const file of readdirSync(this.#directory)) {
        const [name = ""] = file.split(".");
        if (!names.has(name)) rmSync(path.join(this.#directory, file), { force: true });
      }
    } catch {
      // Nothing was written, or others tidy up, too.
    }
  }

  /** Half a file, or one that the disk has changed, is none. */
  read(name: string): CachedBuild | null {
    try {
      const text = readFileSync(this.#file(name, "json"), "utf8");
      const end = text.indexOf("\n");
      const content = text.slice(end + 1);
      if (text.slice(0, end) !== sha256(content)) return null;
      const { stamps, inputs, outputs } = JSON.parse(content) as StoredBuild;
      const outputFiles = outputs.map(({ path: file, digest }, at) => {
        const stored = this.#file(name, String(at));
        // Maps are as large as the code, and most starts translate no stack.
        return file.endsWith(".map")
          ? new StoredMap(file, stored, digest)
          : { path: file, text: readChecked(stored, digest) };
      });
      const metafile = { inputs: Object.fromEntries(inputs.map((input) => [input, 0])) };
      return { stamps, built: { outputFiles, metafile } };
    } catch {
      return null;
    }
  }

  write(name: string, { stamps, built }: CachedBuild): void {
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      const outputs = built.outputFiles.map(({ path: file, text }, at) => {
        this.#replace(this.#file(name, String(at)), text);
        return { path: file, digest: sha256(text) };
      });
      const inputs = Object.keys(built.metafile.inputs);
      const content = JSON.stringify({ stamps, inputs, outputs } satisfies StoredBuild);
      this.#replace(this.#file(name, "json"), `${sha256(content)}\n${content}`);
    } catch {
      // `keepOnly` takes away what there is of it.
    }
  }

  #file(name: string, extension: string): string {
    return path.join(this.#directory, `${name}.${extension}`);
  }

  #replace(file: string, content: string): void {
    const draft = `${file}.new`;
    writeFileSync(draft, content, { mode: 0o600 });
    renameSync(draft, file);
  }
}
