/** Runs a bundle's code with the sandbox's globals in place of Node's. */
import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Script } from "node:vm";
import { isolateGlobals, nodeGlobals } from "./sandbox";
import { runIn } from "./scope";
import type { Scope } from "./scope";

export type Runtime = "isolate" | "node";

export interface Code {
  /** CommonJS as a function of the globals: see `wrapperOf`. */
  readonly source: string;
  /** Stands in stack traces; unique, so that a frame finds its source map. */
  readonly file: string;
  readonly runtime: Runtime;
  /** The directory that `require` resolves from, for the node runtime. */
  readonly directory: string;
  /** The file that keeps what V8 compiled of it for the next process; undefined where nothing outlives this one. */
  readonly compiledFile?: string | undefined;
}

type Exports = Record<string, unknown>;

/** Returns what a bundle sees, by name. */
function localsOf(runtime: Runtime, directory: string): Record<string, unknown> & Module {
  const globals = runtime === "node" ? nodeGlobals() : isolateGlobals();
  const module: { exports: Exports } = { exports: {} };
  const required =
    runtime === "node" ? { require: createRequire(path.join(directory, "package.json")) } : {};
  return Object.assign({}, globals, required, { module, exports: module.exports });
}

interface Module {
  readonly module: { readonly exports: Exports };
}

/** Returns what stands around a bundle's code to make it a function of its globals. */
export function wrapperOf(runtime: Runtime): { readonly before: string; readonly after: string } {
  return { before: `(function (${Object.keys(localsOf(runtime, "/")).join()}) {`, after: "})" };
}

/** By then the functions that a start calls are compiled, and the first callers have been answered. */
const COMPILED_AFTER_MS = 2_000;
const DIGEST_BYTES = 32;

/** V8 itself compares no more than the source's length. */
function digestOfCompiled(source: string, compiled: Uint8Array): Buffer {
  return createHash("sha256").update(source).update(compiled).digest();
}

function readCompiled({ source, compiledFile }: Code): Buffer | undefined {
  if (compiledFile === undefined) return undefined;
  try {
    const content = readFileSync(compiledFile);
    const compiled = content.subarray(DIGEST_BYTES);
    const digest = digestOfCompiled(source, compiled);
    return digest.equals(content.subarray(0, DIGEST_BYTES)) ? compiled : undefined;
  } catch {
    return undefined;
  }
}

function writeCompiled(script: Script, source: string, compiledFile: string): void {
  try {
    const compiled = script.createCachedData();
    const draft = `${compiledFile}.new`;
    writeFileSync(draft, digestOfCompiled(source, compiled), { mode: 0o600 });
    writeFileSync(draft, compiled, { flag: "a" });
    renameSync(draft, compiledFile);
  } catch {
    // Losing it only costs the time to compile.
  }
}

/** Compiled into this very realm: another one has other classes. */
function compile(code: Code): (...args: unknown[]) => void {
  const { source, file: filename, compiledFile } = code;
  const cachedData = readCompiled(code);
  const script = new Script(source, { filename, cachedData });
  const isCompiled = cachedData !== undefined && script.cachedDataRejected !== true;
  if (compiledFile !== undefined && !isCompiled)
    setTimeout(() => writeCompiled(script, source, compiledFile), COMPILED_AFTER_MS).unref();
  return script.runInThisContext() as (...args: unknown[]) => void;
}

/** @throws whatever the modules throw while they are evaluated. */
export function evaluate(code: Code, scope: Scope): Exports {
  const locals = localsOf(code.runtime, code.directory);
  const run = compile(code);
  runIn(scope, () => run(...Object.values(locals)));
  return locals.module.exports;
}
