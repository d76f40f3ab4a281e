/**
 * Bundles with esbuild as Convex's command line does: same platform, conditions
 * and shims. Only the shape differs: one CommonJS file per runtime that exports
 * every module, because it is evaluated at once in this process.
 */
import path from "node:path";
import type { BuildFailure, BuildOptions, Plugin } from "esbuild";
import type { Builds } from "./builds";
import type { EntryPoint } from "./entryPoints";
import { entryPointsIn, optionalFile } from "./entryPoints";
import { type Code, type Runtime, wrapperOf } from "./evaluate";
import { missingGeneratedCode } from "./generatedCode";
import { libraryCalls } from "./libraryCalls";

export interface Bundle {
  readonly code: Code;
  /** Returns the JSON of the source map; its sources are relative to `directory`. */
  readonly sourceMap: () => string;
  /** Absolute paths of every file that went in. */
  readonly inputs: readonly string[];
}

/** The project's own code does not build. The message says where. */
class BuildError extends Error {}

/** Keys of modules that are no functions. */
export const SCHEMA_MODULE = "schema";
export const AUTH_CONFIG_MODULE = "auth.config";

const asyncHooksShim: Plugin = {
  name: "async-hooks-shim",
  setup(build) {
    build.onResolve({ filter: /^(node:)?async_hooks$/ }, ({ path }) => ({
      path,
      namespace: "async-hooks-shim",
    }));
    build.onLoad({ filter: /.*/, namespace: "async-hooks-shim" }, () => ({
      contents:
        "export const AsyncLocalStorage = globalThis.AsyncLocalStorage; export const AsyncResource = globalThis.AsyncResource; export default { AsyncLocalStorage, AsyncResource };",
    }));
  },
};

/** Next.js's marker has no meaning here. */
const serverOnlyStub: Plugin = {
  name: "server-only-stub",
  setup(build) {
    build.onResolve({ filter: /^server-only$/ }, ({ path }) => ({
      path,
      namespace: "server-only-stub",
    }));
    build.onLoad({ filter: /.*/, namespace: "server-only-stub" }, () => ({ contents: "" }));
  },
};

/** `import module from "x.wasm"` gives a compiled module. */
const wasmModules: Plugin = {
  name: "wasm-modules",
  setup(build) {
    build.onResolve({ filter: /\.wasm$/ }, ({ path: name, resolveDir, namespace }) =>
      namespace === "wasm-module"
        ? { path: name, namespace: "file" }
        : { path: path.resolve(resolveDir, name), namespace: "wasm-module" },
    );
    build.onLoad({ filter: /.*/, namespace: "wasm-module" }, (args) => ({
      contents: `import bytes from ${JSON.stringify(args.path)}; export default new WebAssembly.Module(bytes);`,
      resolveDir: path.dirname(args.path),
    }));
  },
};

const PLUGINS: Readonly<Record<Runtime, Plugin[]>> = {
  isolate: [asyncHooksShim, serverOnlyStub, wasmModules, missingGeneratedCode, libraryCalls],
  node: [serverOnlyStub, wasmModules, missingGeneratedCode],
};

/** Named in the code without `globalThis`, they are still the call's own (`callGlobals.ts`). */
const CALL_GLOBALS = ["Date", "console", "crypto", "fetch", "process"];

const DEFINED: Readonly<Record<Runtime, Record<string, string>>> = {
  isolate: Object.fromEntries(CALL_GLOBALS.map((name) => [name, `globalThis.${name}`])),
  node: {},
};

/** Node prints the line of an error that nobody caught. */
const LINE_LENGTH = 200;

const SHARED = {
  bundle: true,
  write: false,
  metafile: true,
  format: "cjs",
  target: "esnext",
  jsx: "automatic",
  conditions: ["convex", "module"],
  loader: { ".wasm": "binary" },
  sourcemap: "external",
  sourcesContent: false,
  // V8 keeps the source for as long as it runs, with two bytes a character when a comment has one that is not Latin.
  minifyWhitespace: true,
  lineLimit: LINE_LENGTH,
  logLevel: "silent",
} as const satisfies BuildOptions;

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && "errors" in error && Array.isArray(error.errors);
}

/** The words of Convex's command line for a module of Node in code that does not run there. */
const USE_NODE_ADVICE = `
It looks like you are using Node APIs from a file without the "use node" directive.
Split out actions using Node.js APIs like this into a new file only containing actions that uses "use node" so these actions will run in a Node.js environment.
For more information see https://docs.convex.dev/functions/runtimes#nodejs-runtime`;

function asBuildError(error: unknown): unknown {
  if (!isBuildFailure(error)) return error;
  const isForNode = error.errors.some(({ notes }) =>
    notes.some(({ text }) => text.includes("Are you trying to bundle for node?")),
  );
  const lines = error.errors.map(({ text, location }) =>
    location === null ? text : `${location.file}:${location.line}:${location.column}: ${text}`,
  );
  return new BuildError(lines.join("\n") + (isForNode ? USE_NODE_ADVICE : ""));
}

export interface Source {
  /** The code that esbuild starts from. */
  readonly contents: string;
  readonly directory: string;
  readonly name: string;
  readonly runtime: Runtime;
  readonly plugins?: readonly Plugin[];
  /** A program of its own, which nobody evaluates. */
  readonly isProgram?: boolean;
}

/** @throws BuildError */
export async function bundleSource(
  { contents, directory, name, runtime, plugins = [], isProgram = false }: Source,
  builds: Builds,
): Promise<Bundle> {
  const { before, after } = isProgram ? { before: "", after: "" } : wrapperOf(runtime);
  const options = {
    ...SHARED,
    absWorkingDir: directory,
    outfile: path.join(directory, "bundle.js"),
    stdin: { contents, resolveDir: directory, sourcefile: "modules.js" },
    platform: runtime === "node" ? "node" : "browser",
    banner: { js: before },
    footer: { js: after },
    define: { ...DEFINED[runtime], "process.env.NODE_ENV": '"production"' },
    plugins: [...plugins, ...PLUGINS[runtime]],
  } satisfies BuildOptions;
  const result = await builds.build(options).catch((error: unknown) => {
    throw asBuildError(error);
  });
  const textOf = (suffix: string) =>
    result.outputFiles.find((file) => file.path.endsWith(suffix))?.text ?? "";
  const inputs = Object.keys(result.metafile.inputs).filter(
    (input) => !/^[\w-]+:|^<|^modules\.js$/.test(input),
  );
  return {
    code: {
      source: textOf("bundle.js"),
      file: `convex-bundle:/${name}/${runtime}`,
      runtime,
      directory,
      compiledFile: result.compiledFile,
    },
    sourceMap: () => textOf("bundle.js.map"),
    inputs: inputs.map((input) => path.resolve(directory, input)),
  };
}

function exportAll(modules: readonly { readonly module: string; readonly file: string }[]): string {
  const imports = modules.map(({ file }, at) => `import * as m${at} from ${JSON.stringify(file)};`);
  const entries = modules.map(({ module }, at) => `${JSON.stringify(module)}: m${at}`);
  return `${imports.join("\n")}\nexport const modules = { ${entries.join(", ")} };\n`;
}

function withDefinitions(directory: string, entryPoints: readonly EntryPoint[]) {
  const schema = optionalFile(directory, SCHEMA_MODULE);
  const authConfig = optionalFile(directory, AUTH_CONFIG_MODULE);
  return [
    ...(schema === undefined ? [] : [{ module: SCHEMA_MODULE, file: schema }]),
    ...(authConfig === undefined ? [] : [{ module: AUTH_CONFIG_MODULE, file: authConfig }]),
    ...entryPoints,
  ];
}

interface DirectoryOptions {
  /** Tells bundles apart in stack traces. */
  readonly name: string;
  readonly isApp: boolean;
  /** See `ProjectFiles`. */
  readonly isPushed: boolean;
  readonly nodePlugins?: readonly Plugin[];
}

/**
 * Every module of a functions directory, its schema and auth config among them.
 * @throws BuildError, and Error when a component says "use node".
 */
export async function bundleDirectory(
  directory: string,
  { name, isApp, isPushed, nodePlugins = [] }: DirectoryOptions,
  builds: Builds,
): Promise<Bundle[]> {
  const entryPoints = entryPointsIn(directory, isPushed);
  const isolate = entryPoints.filter(({ runtime }) => runtime === "isolate");
  const node = entryPoints.filter(({ runtime }) => runtime === "node");
  if (node.length > 0 && !isApp) {
    throw new Error(
      `"use node" directive is not supported in components. Remove it from the component at: ${directory}.`,
    );
  }
  const contents = exportAll(withDefinitions(directory, isolate));
  const bundles = [bundleSource({ contents, directory, name, runtime: "isolate" }, builds)];
  if (node.length > 0) {
    const source = {
      contents: exportAll(node),
      directory,
      name,
      runtime: "node",
      plugins: nodePlugins,
    } as const;
    bundles.push(bundleSource(source, builds));
  }
  return Promise.all(bundles);
}
