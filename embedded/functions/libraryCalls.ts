/**
 * Puts the backend's calls in place of those of Convex's library when functions are bundled. The library's modules keep their
 * checks and error texts. Only the functions with which they reach the backend are replaced: arguments and results cross as values
 * instead of JSON text, and a query that is read whole crosses once instead of once per row. Another version of the library is
 * bundled as it is, and slower.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "esbuild";

/** The digest of the modules below, as convex 1.48.0 and 1.49.0 have them. */
const KNOWN_LIBRARY = "7ed9b02d7addc4bc0d2ee3a9505a51fb1074f142f0aa350b9585297167aa3925";
const MODULES = ["query_impl.js", "database_impl.js", "storage_impl.js", "syscall.js"] as const;
const CALLERS =
  /[\\/]convex[\\/]dist[\\/]esm[\\/]server[\\/]impl[\\/](query|database|storage)_impl\.js$/;

const NAMESPACE = "embedded-calls";
/** The module that takes the place of `syscall.js`. Errors become the library's own classes here, as there. */
const CALLS = `
import { ConvexError, jsonToConvex } from "../../values/index.js";
export { performJsSyscall } from "./syscall.js";

function rethrown(error) {
  if (error.data === undefined) return new Error(error.message);
  const convexError = new ConvexError(error.message);
  convexError.data = jsonToConvex(error.data);
  return convexError;
}

export function performSyscall(op, args) {
  return Convex.values.syscall(op, args);
}

export function performAsyncSyscall(op, args) {
  return Convex.values.asyncSyscall(op, args, rethrown);
}
`;

const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/"\.\/syscall\.js"/g, `"${NAMESPACE}"`],
  // Results are values already.
  [/\bjsonToConvex\(/g, "("],
];

/**
 * Reads every row in one call. While the query is executing it has the number of no stream, so that `next` finds no row.
 */
const COLLECT = `
QueryImpl.prototype.collect = async function () {
  if (this.state.type !== "preparing") this.startQuery();
  const { query } = this.state;
  this.state = { type: "executing", queryId: 0 };
  const rows = await performAsyncSyscall("embedded/collect", { query });
  this.state = { type: "consumed" };
  return rows;
};
`;

const read = (folder: string, name: string) => readFileSync(path.join(folder, name), "utf8");

function isKnown(folder: string): boolean {
  const hash = createHash("sha256");
  for (const name of MODULES) hash.update(read(folder, name));
  return hash.digest("hex") === KNOWN_LIBRARY;
}

/** @returns undefined for a version of the library that is not known. */
function withOwnCalls(file: string): string | undefined {
  const folder = path.dirname(file);
  const name = path.basename(file);
  if (!isKnown(folder)) return undefined;
  const own = REPLACEMENTS.reduce((text, [from, to]) => text.replace(from, to), read(folder, name));
  return name === "query_impl.js" ? own + COLLECT : own;
}

/** Names the text that goes in, because kept builds are known by their plugins' names and functions. */
const TEXTS = createHash("sha256").update(CALLS + COLLECT + String(REPLACEMENTS) + KNOWN_LIBRARY);

export const libraryCalls: Plugin = {
  name: `library-calls-${TEXTS.digest("hex")}`,
  setup(build) {
    build.onLoad({ filter: CALLERS }, ({ path: file }) => {
      const contents = withOwnCalls(file);
      if (contents !== undefined) return { contents };
      if (file.endsWith("query_impl.js"))
        console.warn(
          `${path.dirname(file)} is not the version of convex for which this backend has faster database calls.`,
        );
      return undefined;
    });
    build.onResolve({ filter: new RegExp(`^${NAMESPACE}$`) }, ({ resolveDir }) => ({
      path: resolveDir,
      namespace: NAMESPACE,
    }));
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path: resolveDir }) => ({
      contents: CALLS,
      resolveDir,
    }));
  },
};
