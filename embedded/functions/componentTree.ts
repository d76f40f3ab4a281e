/** Finds the components that an app mounts, by its `convex.config.ts` and theirs. */
import { existsSync } from "node:fs";
import path from "node:path";
import type { JSONValue } from "convex/values";
import type { Plugin } from "esbuild";
import type { ComponentPath } from "../contracts";
import type { Builds } from "./builds";
import { bundleSource } from "./bundle";
import { REFERENCE, referenceFile } from "./definitionReference";
import { optionalFile } from "./entryPoints";
import { evaluate } from "./evaluate";
import { importScope } from "./scope";
import type { Variables } from "./scope";

export type EnvBinding =
  | { readonly type: "value"; readonly value: string }
  | { readonly type: "envVar"; readonly name: string };

interface EnvDeclaration {
  /** JSON of the validator. */
  readonly validator: JSONValue;
  readonly isOptional: boolean;
}

/** One mounted component; several may share a definition. */
export interface ComponentNode {
  readonly path: ComponentPath;
  readonly directory: string;
  /** The children by the name that the parent gave. */
  readonly children: ReadonlyMap<string, ComponentNode>;
  /** The variables that the parent passes as `process.env`. */
  readonly env: ReadonlyMap<string, EnvBinding>;
  /** The variables that it says it reads. */
  readonly declared: ReadonlyMap<string, EnvDeclaration>;
  /** Path prefixes of HTTP requests that go to a child. */
  readonly httpMounts: ReadonlyMap<string, string>;
  /** The prefix of its own routes, with a slash at either end: chosen by the app, or the component's mount. */
  readonly httpPrefix: string | null;
}

export interface ComponentTree {
  readonly root: ComponentNode;
  readonly inputs: readonly string[];
}

/** The parts of Convex's `Definition.export()` that matter here. */
interface Analysis {
  readonly childComponents: readonly {
    readonly name: string;
    readonly path: string;
    readonly env: readonly (readonly [string, EnvBinding])[] | null;
  }[];
  readonly httpMounts: Readonly<Record<string, string>>;
  readonly httpPrefix?: string;
  readonly envVars?: readonly (readonly [
    string,
    { readonly value: string; readonly optional?: boolean },
  ])[];
}

interface Definition {
  export(): Analysis;
  readonly _childComponents: readonly (readonly [
    name: string,
    definition: Definition & { readonly componentDefinitionPath: string },
    env: unknown,
    httpPrefix?: string,
  ])[];
}

/** A component as its parent places it. */
interface Place {
  readonly path: ComponentPath;
  readonly directory: string;
  readonly env: ComponentNode["env"];
  readonly mountedAt: string | null;
}

const CHILD_REFERENCE = "_reference/childComponent/";
/** Marks a resolution of our own, so that the plugin does not ask itself. */
const OWN_RESOLVE = Symbol("own resolve");

/**
 * An imported `convex.config` gets the two properties by which `app.use()`
 * knows it: Convex adds them when it evaluates each definition by itself.
 */
const importedDefinitions: Plugin = {
  name: "component-definitions",
  setup(build) {
    build.onResolve({ filter: REFERENCE }, ({ path: specifier, resolveDir }) => ({
      path: path.join(resolveDir, referenceFile(specifier)),
    }));
    build.onResolve(
      { filter: /convex\.config/ },
      async ({ path: name, kind, resolveDir, pluginData, namespace }) => {
        if (pluginData === OWN_RESOLVE || namespace === "component-definition") return undefined;
        const bare = name.replace(/\.(js|ts)$/, "");
        for (const candidate of [name, `${bare}.ts`, `${bare}.js`]) {
          const found = await build.resolve(candidate, {
            kind,
            resolveDir,
            pluginData: OWN_RESOLVE,
          });
          if (found.errors.length === 0)
            return { path: found.path, namespace: "component-definition" };
        }
        return undefined;
      },
    );
    build.onLoad({ filter: /.*/, namespace: "component-definition" }, ({ path: file }) => ({
      contents: `import definition from ${JSON.stringify(file)};
        definition.componentDefinitionPath = ${JSON.stringify(path.dirname(file))};
        definition.defaultName = definition._name;
        export default definition;`,
      resolveDir: path.dirname(file),
    }));
  },
};

/** A mount inside a component that is mounted itself is below that. */
function getMountPath(mounts: Analysis["httpMounts"], name: string, { path, mountedAt }: Place) {
  const [own] = Object.entries(mounts).find(([, to]) => to === CHILD_REFERENCE + name) ?? [];
  if (own === undefined) return null;
  return path === "" || mountedAt === null ? own : mountedAt.slice(0, -1) + own;
}

/** @throws Error for two at one prefix: the library keeps one of them and says nothing. */
function requireOwnMounts({ _childComponents: children }: Definition): void {
  const prefixes = children.flatMap(([, , , prefix]) =>
    prefix === undefined ? [] : [prefix.replace(/\/?$/, "/")],
  );
  const twice = prefixes.find((prefix, at) => prefixes.indexOf(prefix) !== at);
  if (twice !== undefined)
    throw new Error(`HTTP mount "${twice}" is invalid: Overlap with previously mounted route`);
}

function toComponentNode(definition: Definition, place: Place): ComponentNode {
  requireOwnMounts(definition);
  const { childComponents, httpMounts, httpPrefix, envVars = [] } = definition.export();
  const children = new Map<string, ComponentNode>();
  for (const [index, { name, path: directory, env }] of childComponents.entries()) {
    const childDefinition = definition._childComponents[index]?.[1];
    if (childDefinition === undefined) throw new Error(`Component ${name} has no definition.`);
    if (children.has(name)) throw new Error(`Two components are named "${name}".`);
    const childPlace: Place = {
      path: place.path === "" ? name : `${place.path}/${name}`,
      directory,
      env: new Map(env ?? []),
      mountedAt: getMountPath(httpMounts, name, place),
    };
    children.set(name, toComponentNode(childDefinition, childPlace));
  }
  const mounts = Object.entries(httpMounts).map(
    ([prefix, to]) => [prefix, to.slice(CHILD_REFERENCE.length)] as const,
  );
  const declared = envVars.map(
    ([name, { value, optional = false }]) =>
      [name, { validator: JSON.parse(value) as JSONValue, isOptional: optional }] as const,
  );
  return {
    path: place.path,
    directory: place.directory,
    children,
    env: place.env,
    declared: new Map(declared),
    httpMounts: new Map(mounts),
    httpPrefix: place.path === "" ? (httpPrefix ?? null) : place.mountedAt,
  };
}

function isDefinition(value: unknown): value is Definition {
  return (
    typeof value === "object" && value !== null && "export" in value && "_childComponents" in value
  );
}

/** @throws BuildError, or what the definitions throw. */
export async function findComponents(
  directory: string,
  variables: Variables,
  builds: Builds,
): Promise<ComponentTree> {
  const config = optionalFile(directory, "convex.config");
  if (config === undefined || !existsSync(config)) {
    const root = {
      path: "",
      directory,
      children: new Map(),
      env: new Map(),
      declared: new Map(),
      httpMounts: new Map(),
      httpPrefix: null,
    };
    return { root, inputs: [] };
  }
  const contents = `export { default } from ${JSON.stringify(`./${path.basename(config)}`)};`;
  const entry: Plugin = {
    name: "entry",
    setup: (build) =>
      build.onResolve({ filter: /^\.\/convex\.config\.(ts|js)$/ }, ({ importer }) =>
        importer.endsWith("modules.js") || importer === "<stdin>" ? { path: config } : undefined,
      ),
  };
  const plugins = [entry, importedDefinitions];
  const source = {
    contents,
    directory,
    name: "convex.config",
    runtime: "isolate",
    plugins,
  } as const;
  const bundle = await bundleSource(source, builds);
  const definition = evaluate(bundle.code, importScope(variables, Date.now()))["default"];
  if (!isDefinition(definition))
    throw new Error(`${config} must export the app of defineApp() as its default.`);
  const place: Place = { path: "", directory, env: new Map(), mountedAt: null };
  return { root: toComponentNode(definition, place), inputs: bundle.inputs };
}
