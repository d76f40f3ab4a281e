/**
 * Answers `npx convex codegen`: which components a project mounts, under which names, and which variables it declares. It
 * reads the `convex.config` bundles in the push itself, so that the answer fits the files that codegen looks at, loaded or
 * not.
 */
import { compileFunction } from "node:vm";
import type { JSONValue } from "convex/values";
import type { Plugin } from "esbuild";
import { withEsbuild } from "../../functions/builds";
import { HttpError } from "../../http/httpError";
import { NO_ARGS } from "./pushAnswers";

/** A component's directory, relative to the app's; the app itself is "". */
type DefinitionPath = string;

interface PushedDefinition {
  readonly path: DefinitionPath;
  /** Null when the app has no config. */
  readonly source: string | null;
}

/** The default export of a `convex.config`. */
interface ConfigExport {
  readonly _name?: string;
  export(): { readonly envVars?: readonly unknown[] };
  readonly _childComponents: readonly (readonly [
    string,
    { readonly componentDefinitionPath: string },
    ...unknown[],
  ])[];
}

interface Definition {
  readonly name: string;
  /** The variables that it declares, as the library describes them. */
  readonly envVars: readonly unknown[];
  readonly children: readonly { readonly name: string; readonly path: DefinitionPath }[];
}

function requireObject(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null) return { ...value };
  throw new HttpError(400, "BadPush", `${what} must be an object.`);
}

function readSource(config: unknown): string | null {
  if (config === null || config === undefined) return null;
  const { source } = requireObject(config, "A definition");
  if (typeof source !== "string")
    throw new HttpError(400, "BadPush", "A definition must have a source.");
  return source;
}

function definitionsIn(push: Record<string, unknown>): PushedDefinition[] {
  const { appDefinition, componentDefinitions } = push;
  const app = {
    path: "",
    source: readSource(requireObject(appDefinition, "appDefinition")["definition"]),
  };
  if (!Array.isArray(componentDefinitions)) {
    throw new HttpError(400, "BadPush", "componentDefinitions must be an array.");
  }
  const components = componentDefinitions.map((each: unknown) => {
    const { definitionPath, definition } = requireObject(each, "A component");
    return { path: String(definitionPath), source: readSource(definition) };
  });
  return [app, ...components];
}

/** Returns the paths of the app's modules, if they are sent whole. */
export function appModulePaths({ appDefinition }: Record<string, unknown>): string[] {
  const { changedModules, functions } = requireObject(appDefinition, "appDefinition");
  const modules = changedModules ?? functions;
  if (!Array.isArray(modules)) return [];
  return modules.map((module: unknown) => String(requireObject(module, "A module")["path"]));
}

/** The CLI writes an import of another component's config as this, with the path in base64url. */
const DEPENDENCY = /^\.\/_componentDeps\/([\w-]*)$/;

class DefinitionReader {
  readonly #pushed: ReadonlyMap<DefinitionPath, PushedDefinition>;
  readonly #read = new Map<DefinitionPath, Promise<Definition>>();

  constructor(pushed: readonly PushedDefinition[]) {
    this.#pushed = new Map(pushed.map((definition) => [definition.path, definition]));
  }

  async all(): Promise<Map<DefinitionPath, Definition>> {
    const paths = [...this.#pushed.keys()];
    return new Map(
      await Promise.all(paths.map(async (path) => [path, await this.#definition(path)] as const)),
    );
  }

  #definition(path: DefinitionPath): Promise<Definition> {
    let reading = this.#read.get(path);
    if (reading === undefined) this.#read.set(path, (reading = this.#evaluate(path)));
    return reading;
  }

  async #evaluate(path: DefinitionPath): Promise<Definition> {
    const pushed = this.#pushed.get(path);
    if (pushed === undefined)
      throw new HttpError(400, "BadPush", `There is no component "${path}" in the push.`);
    if (pushed.source === null) return { name: "", envVars: [], children: [] };
    const { source: contents } = pushed;
    const { outputFiles } = await withEsbuild(({ build }) =>
      build({
        stdin: { contents, loader: "js" },
        bundle: true,
        format: "cjs",
        write: false,
        logLevel: "silent",
        plugins: [this.#references()],
      }),
    );
    const module: { exports: { default?: ConfigExport } } = { exports: {} };
    const run = compileFunction(outputFiles[0]?.text ?? "", ["module", "exports"]) as (
      ...local: unknown[]
    ) => void;
    run(module, module.exports);
    const config = module.exports.default;
    if (config === undefined)
      throw new HttpError(400, "BadPush", `The convex.config of "${path}" exports nothing.`);
    return {
      name: config._name ?? "",
      envVars: config.export().envVars ?? [],
      children: config._childComponents.map(([name, { componentDefinitionPath }]) => ({
        name,
        path: componentDefinitionPath,
      })),
    };
  }

  /** Instead of a component's config its importer gets what `app.use` needs: place and name. */
  #references(): Plugin {
    return {
      name: "component-references",
      setup: (bundle) => {
        bundle.onResolve({ filter: DEPENDENCY }, ({ path }) => ({ path, namespace: "component" }));
        bundle.onLoad({ filter: /.*/, namespace: "component" }, async ({ path }) => {
          const [, encoded = ""] = DEPENDENCY.exec(path) ?? [];
          const componentDefinitionPath = Buffer.from(encoded, "base64url").toString("utf8");
          const { name } = await this.#definition(componentDefinitionPath);
          return {
            contents: `export default ${JSON.stringify({ componentDefinitionPath, defaultName: name })};`,
          };
        });
      },
    };
  }
}

function toDefinitionAnalysis(path: DefinitionPath, { name, envVars, children }: Definition) {
  const definitionType =
    path === "" ? { type: "app" } : { type: "childComponent", name, args: NO_ARGS };
  return {
    definition: {
      path,
      definitionType,
      childComponents: children.map((child) => ({ ...child, args: NO_ARGS, env: [] })),
      httpMounts: {},
      exports: { type: "branch", branch: [] },
      envVars,
    },
    schema: null,
    functions: {},
    udfConfig: { serverVersion: "", importPhaseRngSeed: null, importPhaseUnixTimestamp: null },
  };
}

/** The mounted tree below a component, as the CLI checks its shape. */
function mounted(
  path: DefinitionPath,
  at: string,
  definitions: ReadonlyMap<DefinitionPath, Definition>,
): object {
  const children = definitions.get(path)?.children ?? [];
  const below = children.map((child) => {
    const inside = at === "" ? child.name : `${at}/${child.name}`;
    return [child.name, mounted(child.path, inside, definitions)] as const;
  });
  return {
    definitionPath: path,
    componentPath: at,
    args: {},
    childComponents: Object.fromEntries(below),
    httpRoutes: { httpModuleRoutes: null, mounts: [] },
    exports: {},
  };
}

/**
 * The answer to `deploy2/start_push` as far as the command line reads it of a backend that serves a project directory.
 * @param schemaChange - Comes back with the next steps.
 * @throws HttpError 400 when the push is not one, or a config can't be evaluated.
 */
export async function analysePush(
  push: Record<string, unknown>,
  schemaChange: JSONValue,
): Promise<Record<string, unknown>> {
  const definitions = await new DefinitionReader(definitionsIn(push)).all();
  const analysis = [...definitions].map(
    ([path, definition]) => [path, toDefinitionAnalysis(path, definition)] as const,
  );
  return {
    environmentVariables: {},
    externalDepsId: null,
    componentDefinitionPackages: {},
    appAuth: [],
    analysis: Object.fromEntries(analysis),
    app: mounted("", "", definitions),
    schemaChange,
  };
}
