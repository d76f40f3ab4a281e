/** Turns a stack trace of bundled code into one that names the project's files. */
import { SourceMap } from "node:module";
import path from "node:path";
import type { Bundle } from "./bundle";

const FRAME =
  /^\s+at (?<async>async )?(?:(?<name>.*?) \()?(?<file>convex-bundle:\/.*?):(?<line>\d+):(?<column>\d+)\)?$/;
/** The most characters of a frame; a longer line is a part of the error's message, which anybody may have written. */
const FRAME_MAX = 2_000;
/** The library's own frames say nothing to the app's author. */
const INNER = /(^|\/)node_modules\/convex\/|^modules\.js$/;

/** The functions' directory, in Convex's words; what is outside of it stands beside it. */
const FUNCTIONS = "../convex";

interface Mapped {
  readonly map: SourceMap;
  /** The directory that the map's sources are relative to. */
  readonly directory: string;
}

export class StackTranslator {
  readonly #functionsDirectory: string;
  readonly #sources = new Map<string, () => Mapped>();

  constructor(functionsDirectory: string) {
    this.#functionsDirectory = functionsDirectory;
  }

  add({ code, sourceMap }: Bundle): void {
    let mapped: Mapped | undefined;
    // Parsed at the first error: most bundles never have one.
    this.#sources.set(code.file, () => {
      mapped ??= {
        map: new SourceMap(JSON.parse(sourceMap()) as ConstructorParameters<typeof SourceMap>[0]),
        directory: code.directory,
      };
      return mapped;
    });
  }

  /** The frames of app code, as Convex prints them. */
  describe(stack: string): string[] {
    return stack.split("\n").flatMap((line) => {
      if (line.length > FRAME_MAX) return [];
      const { async = "", name, file = "", line: row, column } = FRAME.exec(line)?.groups ?? {};
      const source = this.#sources.get(file);
      if (source === undefined || row === undefined || column === undefined) return [];
      const at = this.#locate(source(), Number(row), Number(column));
      if (at === undefined) return [];
      return [`    at ${async}${name ?? "<anonymous>"} (${at})`];
    });
  }

  #locate({ map, directory }: Mapped, row: number, column: number): string | undefined {
    const entry = map.findEntry(row - 1, column - 1);
    if (!("originalSource" in entry)) return undefined;
    if (INNER.test(entry.originalSource)) return undefined;
    const file = path.relative(
      this.#functionsDirectory,
      path.resolve(directory, entry.originalSource),
    );
    const source = path.posix.join(FUNCTIONS, file.split(path.sep).join("/"));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  }
}
