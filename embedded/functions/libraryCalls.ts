/**
 * Puts the backend's calls in place of those of Convex's library when functions are bundled. The library's modules keep their
 * checks and error texts. Only the functions with which they and the backend reach each other are replaced: arguments and results
 * cross as values instead of JSON text, and a query that is read whole crosses once instead of once per row. Another version of the library is
 * bundled as it is, and slower.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "esbuild";

/** The digest of the modules below, as convex 1.48.0 and 1.49.0 have them. */
const KNOWN_LIBRARY = "8f7703d1b58117c579ec4bfc9558cb44b94441ebe55d38305e1feb76b9dde4a8";
const MODULES = [
  "query_impl.js",
  "database_impl.js",
  "storage_impl.js",
  "registration_impl.js",
  "syscall.js",
] as const;
const CALLERS =
  /[\\/]convex[\\/]dist[\\/]esm[\\/]server[\\/]impl[\\/](query|database|storage|registration)_impl\.js$/;

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

type Replacements = readonly (readonly [RegExp, string])[];

const REPLACEMENTS: Replacements = [
  [/"\.\/syscall\.js"/g, `"${NAMESPACE}"`],
  // Results are values already.
  [/\bjsonToConvex\(/g, "("],
];

/** Functions take their arguments and give their results as values, and say so. */
const REGISTRATION: Replacements = [
  [/jsonToConvex\(JSON\.parse\(argsStr\)\)/g, "jsonToConvex(argsStr)"],
  [
    /return JSON\.stringify\((convexToJson\(result === void 0 \? null : result\))\);/g,
    "return $1;",
  ],
  [/func\.is(Query|Mutation|Action) = true;/g, "$& func.takesValues = true;"],
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
  const replacements = name === "registration_impl.js" ? REGISTRATION : REPLACEMENTS;
  const own = replacements.reduce((text, [from, to]) => text.replace(from, to), read(folder, name));
  return name === "query_impl.js" ? own + COLLECT : own;
}

/** Names the text that goes in, because kept builds are known by their plugins' names and functions. */
const TEXTS = createHash("sha256").update(
  CALLS + COLLECT + String([REPLACEMENTS, REGISTRATION]) + KNOWN_LIBRARY,
);

export const libraryCalls: Plugin = {
  name: `library-calls-${TEXTS.digest("hex")}`,
  setup(build) {
    build.onLoad({ filter: CALLERS }, ({ path: file }) => {
      const contents = withOwnCalls(file);
      return contents === undefined ? undefined : { contents };
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
