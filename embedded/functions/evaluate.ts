/** Runs a bundle's code with the sandbox's globals in place of Node's. */
import { createRequire } from "node:module";
import path from "node:path";
import { compileFunction } from "node:vm";
import { isolateGlobals, nodeGlobals } from "./sandbox";
import { runIn } from "./scope";
import type { Scope } from "./scope";

export type Runtime = "isolate" | "node";

export interface Code {
  /** CommonJS. */
  readonly source: string;
  /** Stands in stack traces; unique, so that a frame finds its source map. */
  readonly file: string;
  readonly runtime: Runtime;
  /** The directory that `require` resolves from, for the node runtime. */
  readonly directory: string;
}

type Exports = Record<string, unknown>;

/** @throws whatever the modules throw while they are evaluated. */
export function evaluate({ source, file, runtime, directory }: Code, scope: Scope): Exports {
  const globals = runtime === "node" ? nodeGlobals() : isolateGlobals();
  const module: { exports: Exports } = { exports: {} };
  const local: Record<string, unknown> = { ...globals, module, exports: module.exports };
  if (runtime === "node") local["require"] = createRequire(path.join(directory, "package.json"));
  // Compiled into this very realm: only a `parsingContext` would make another one.
  const run = compileFunction(source, Object.keys(local), { filename: file }) as (
    ...args: unknown[]
  ) => void;
  runIn(scope, () => run(...Object.values(local)));
  return module.exports;
}
