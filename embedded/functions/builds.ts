/** esbuild, once or again and again. */
import { statSync } from "node:fs";
import path from "node:path";
import type { BuildContext, BuildOptions, BuildResult } from "esbuild";
import { build, context } from "esbuild";

export type Options = BuildOptions & {
  readonly write: false;
  readonly metafile: true;
  readonly absWorkingDir: string;
  readonly stdin: NonNullable<BuildOptions["stdin"]>;
};

/** The parts of esbuild's result that are used. */
export interface Built {
  readonly outputFiles: readonly { readonly path: string; readonly text: string }[];
  /** The files that went in are the names of `inputs`. */
  readonly metafile: { readonly inputs: Readonly<Record<string, unknown>> };
}

/** Rejects with esbuild's BuildFailure. */
export interface Builds {
  build(options: Options): Promise<Built>;
  /** Everything that belongs to the project as it is now was built. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export const COLD_BUILDS: Builds = {
  build: (options) => build(options),
  settle: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

interface Warm {
  readonly context: Promise<BuildContext<Options>>;
  last?: { readonly result: BuildResult<Options>; readonly stamps: string };
}

/** File systems take the time from a clock that stands still for so long. */
const CLOCK_TICK_MS = 20;
/** Files that can change what an import resolves to, besides the sources and their names. */
const DIRECTIONS = ["tsconfig.json", "package.json"];

interface Stamps {
  /** Another one whenever a file that went in, or where an import leads, may be another. */
  readonly text: string;
  /** When the last of them changed, in milliseconds since the epoch. */
  readonly newest: number;
}

export function readStamps({ metafile }: Built, { absWorkingDir }: Options): Stamps {
  const inputs = Object.keys(metafile.inputs).map((input) => path.resolve(absWorkingDir, input));
  const directories = new Set(inputs.map((input) => path.dirname(input)));
  const around = [...directories].flatMap((directory) => [
    directory,
    ...DIRECTIONS.map((name) => path.join(directory, name)),
  ]);
  const found = [...inputs, ...around].map((file) => statSync(file, { throwIfNoEntry: false }));
  return {
    text: found.map((its) => its && `${its.ino}:${its.size}:${its.ctimeMs}`).join(),
    newest: found.reduce((newest, its) => Math.max(newest, its?.ctimeMs ?? 0), 0),
  };
}

/** Parses no file again that did not change, and builds nothing again of which nothing changed. */
/** Returns false for a file that changed while it was built: nobody knows which state went in. */
export function isSettled({ newest }: Stamps, startedAt: number): boolean {
  return newest < startedAt - CLOCK_TICK_MS;
}

export class WarmBuilds implements Builds {
  readonly #warm = new Map<string, Warm>();
  readonly #used = new Set<string>();

  async build(options: Options): Promise<BuildResult<Options>> {
    const key = JSON.stringify([options.stdin, options.platform]);
    this.#used.add(key);
    let warm = this.#warm.get(key);
    if (warm === undefined) {
      warm = { context: context(options) };
      this.#warm.set(key, warm);
    }
    if (warm.last !== undefined) {
      const { result, stamps } = warm.last;
      if (stamps === readStamps(result, options).text) return result;
    }
    delete warm.last;
    const startedAt = Date.now();
    const result = await (await warm.context).rebuild();
    const stamps = readStamps(result, options);
    if (isSettled(stamps, startedAt)) warm.last = { result, stamps: stamps.text };
    return result;
  }

  async settle(): Promise<void> {
    const unused = [...this.#warm.keys()].filter((key) => !this.#used.has(key));
    this.#used.clear();
    await this.#dispose(unused);
  }

  close(): Promise<void> {
    return this.#dispose([...this.#warm.keys()]);
  }

  async #dispose(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const warm = this.#warm.get(key);
      this.#warm.delete(key);
      await (await warm?.context)?.dispose();
    }
  }
}
