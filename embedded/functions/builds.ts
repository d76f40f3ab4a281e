/** esbuild, once or again and again. */
import { statSync } from "node:fs";
import path from "node:path";
import type { BuildContext, BuildOptions, BuildResult } from "esbuild";
import type * as esbuildModule from "esbuild";

type Esbuild = Pick<typeof esbuildModule, "build" | "context" | "stop">;

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
  /** See `Code`. */
  readonly compiledFile?: string;
}

/** Rejects with esbuild's BuildFailure. */
export interface Builds {
  build(options: Options): Promise<Built>;
  /** Everything that belongs to the project as it is now was built. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const ESBUILD_IDLE_MS = 1_000;

let endsWhenIdle = false;
let esbuildUsers = 0;
let esbuildEnd: NodeJS.Timeout | undefined;

/**
 * Lets esbuild's process end after it had nothing to do for a second: it keeps some 250 MB of what it has parsed. For a process of our
 * own alone, in which every build comes through here: elsewhere it would end under somebody else's.
 */
export function endEsbuildWhenIdle(): void {
  endsWhenIdle = true;
}

/** Loads esbuild, because most starts have all their builds, and keeps its process until the returned function is called. */
async function useEsbuild(): Promise<[Esbuild, release: () => void]> {
  clearTimeout(esbuildEnd);
  esbuildUsers += 1;
  const esbuild = await import("esbuild");
  const release = (): void => {
    esbuildUsers -= 1;
    if (!endsWhenIdle || esbuildUsers > 0) return;
    esbuildEnd = setTimeout(() => void esbuild.stop(), ESBUILD_IDLE_MS);
    esbuildEnd.unref();
  };
  return [esbuild, release];
}

/** Does work that needs esbuild, such as a build. */
export async function withEsbuild<T>(work: (esbuild: Esbuild) => Promise<T>): Promise<T> {
  const [esbuild, release] = await useEsbuild();
  try {
    return await work(esbuild);
  } finally {
    release();
  }
}

export const COLD_BUILDS: Builds = {
  build: (options) => withEsbuild(({ build }) => build(options)),
  settle: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

interface Warm {
  readonly context: Promise<WarmContext>;
  last?: { readonly result: BuildResult<Options>; readonly stamps: string };
}

type WarmContext = Pick<BuildContext<Options>, "rebuild" | "dispose">;

/** Keeps esbuild's process, which has what it parsed, until it is disposed of. */
async function openContext(options: Options): Promise<WarmContext> {
  const [{ context }, release] = await useEsbuild();
  try {
    const opened = await context(options);
    return {
      rebuild: () => opened.rebuild(),
      dispose: () => opened.dispose().finally(release),
    };
  } catch (error) {
    release();
    throw error;
  }
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

/** Returns false for a file that changed while it was built: nobody knows which state went in. */
export function isSettled({ newest }: Stamps, startedAt: number): boolean {
  return newest < startedAt - CLOCK_TICK_MS;
}

/** Parses no file again that did not change, and builds nothing again of which nothing changed. */
export class WarmBuilds implements Builds {
  readonly #warm = new Map<string, Warm>();
  readonly #used = new Set<string>();

  async build(options: Options): Promise<BuildResult<Options>> {
    const key = JSON.stringify([options.stdin, options.platform]);
    this.#used.add(key);
    let warm = this.#warm.get(key);
    if (warm === undefined) {
      warm = { context: openContext(options) };
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
