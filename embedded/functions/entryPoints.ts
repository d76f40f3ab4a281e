/** Finds the modules of a functions directory by the rules of Convex's own command line. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Runtime } from "./evaluate";

export interface EntryPoint {
  /** Absolute. */
  readonly file: string;
  /** As in function paths: relative, with slashes, without extension. */
  readonly module: string;
  readonly runtime: Runtime;
}

const EXTENSIONS = [".js", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".jsx"];
/** TypeScript itself takes a file without either for a script, not a module. */
const IS_MODULE = /^\s{0,100}(import|export)/m;
export const USE_NODE = /^\s*(?:\/\/[^\n]*\n\s*|\/\*[\s\S]*?\*\/\s*)*(["'])use node\1/;
/** The folders in which the command line puts what modules share, and what stands for imported components. */
const SHARED = /^_(?:deps|componentDeps)\//;
/** These describe the deployment, which is done without Node. */
const NEVER_NODE = new Set(["http", "crons"]);

function* filesIn(directory: string): Generator<string> {
  const entries = readdirSync(directory, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  for (const entry of entries) {
    const file = path.join(directory, entry.name);
    if (entry.isFile()) yield file;
    // A directory that defines a component is bundled as that component.
    else if (entry.isDirectory() && !existsSync(path.join(file, "convex.config.ts")))
      yield* filesIn(file);
  }
}

function isEntryPoint(relative: string): boolean {
  const base = path.posix.basename(relative);
  if (!EXTENSIONS.some((extension) => relative.endsWith(extension))) return false;
  if (relative.startsWith("_generated/") || base.startsWith(".") || base.startsWith("#"))
    return false;
  if (base === "schema.ts" || base === "schema.js") return false;
  const dots = base.split(".").length - 1;
  return dots === 1 && !relative.includes(" ");
}

function describe(file: string, relative: string): EntryPoint | undefined {
  const source = readFileSync(file, "utf8");
  if (/\.tsx?$/.test(relative) && !IS_MODULE.test(source)) return undefined;
  const module = relative.replace(/\.[^./]+$/, "");
  const runtime = USE_NODE.test(source) ? "node" : "isolate";
  if (runtime === "node" && NEVER_NODE.has(module)) {
    throw new Error(`"use node" directive is not allowed for ${relative}.`);
  }
  return { file, module, runtime };
}

/**
 * @param isPushed Files that modules share are no modules then, and no mistake.
 * @throws Error for a file that Convex would not take either.
 */
export function entryPointsIn(directory: string, isPushed: boolean): EntryPoint[] {
  const found: EntryPoint[] = [];
  for (const file of filesIn(directory)) {
    const relative = path.relative(directory, file).split(path.sep).join("/");
    if (isPushed && SHARED.test(relative)) continue;
    if (relative.startsWith("_deps/")) {
      throw new Error(
        `The path "${file}" is within the "_deps" directory, which is reserved for dependencies. Please move your code to another directory.`,
      );
    }
    const entryPoint = isEntryPoint(relative) ? describe(file, relative) : undefined;
    if (entryPoint !== undefined) found.push(entryPoint);
  }
  return found;
}

/** `<directory>/<name>.ts` or `.js`, whichever is there. */
export function optionalFile(directory: string, name: string): string | undefined {
  return [".ts", ".js"]
    .map((extension) => path.join(directory, name + extension))
    .find((file) => existsSync(file));
}
