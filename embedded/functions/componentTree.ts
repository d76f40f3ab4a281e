/** Finds the components that an app mounts, by its `convex.config.ts` and theirs. */
import { existsSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "esbuild";
import type { ComponentPath } from "../contracts";
import { bundleSource } from "./bundle";
import { optionalFile } from "./entryPoints";
import { evaluate } from "./evaluate";
import { importScope } from "./scope";
import type { Variables } from "./scope";

export type EnvBinding =
  | { readonly type: "value"; readonly value: string }
  | { readonly type: "envVar"; readonly name: string };

/** One mounted component; several may share a definition. */
export interface ComponentNode {
  readonly path: ComponentPath;
  readonly directory: string;
  /** By the name that the parent gave. */
  readonly children: ReadonlyMap<string, ComponentNode>;
  /** What the parent hands down as `process.env`. */
  readonly env: ReadonlyMap<string, EnvBinding>;
  /** Path prefixes of HTTP requests that go to a child. */
  readonly httpMounts: ReadonlyMap<string, string>;
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
}

interface Definition {
  export(): Analysis;
  readonly _childComponents: readonly (readonly [
    string,
    Definition & { readonly componentDefinitionPath: string },
  ])[];
}

const CHILD_REFERENCE = "_reference/childComponent/";
/** Marks a resolution of our own, so that the plugin does not ask itself. */
const OWN_QUESTION = Symbol("own question");

/**
 * An imported `convex.config` gets the two properties by which `app.use()`
 * knows it: Convex adds them when it evaluates each definition by itself.
 */
const importedDefinitions: Plugin = {
  name: "component-definitions",
  setup(build) {
    build.onResolve(
      { filter: /convex\.config/ },
      async ({ path: name, kind, resolveDir, pluginData, namespace }) => {
        if (pluginData === OWN_QUESTION || namespace === "component-definition") return undefined;
        const bare = name.replace(/\.(js|ts)$/, "");
        for (const candidate of [name, `${bare}.ts`, `${bare}.js`]) {
          const found = await build.resolve(candidate, {
            kind,
            resolveDir,
            pluginData: OWN_QUESTION,
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

function nodeOf(
  definition: Definition,
  at: ComponentPath,
  directory: string,
  env: ComponentNode["env"],
): ComponentNode {
  const { childComponents, httpMounts } = definition.export();
  const children = new Map<string, ComponentNode>();
  for (const [index, child] of childComponents.entries()) {
    const childDefinition = definition._childComponents[index]?.[1];
    if (childDefinition === undefined)
      throw new Error(`Component ${child.name} has no definition.`);
    if (children.has(child.name)) throw new Error(`Two components are named "${child.name}".`);
    const childPath = at === "" ? child.name : `${at}/${child.name}`;
    children.set(
      child.name,
      nodeOf(childDefinition, childPath, child.path, new Map(child.env ?? [])),
    );
  }
  const mounts = Object.entries(httpMounts).map(
    ([prefix, to]) => [prefix, to.slice(CHILD_REFERENCE.length)] as const,
  );
  return { path: at, directory, children, env, httpMounts: new Map(mounts) };
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
): Promise<ComponentTree> {
  const config = optionalFile(directory, "convex.config");
  if (config === undefined || !existsSync(config)) {
    const root = {
      path: "",
      directory,
      children: new Map(),
      env: new Map(),
      httpMounts: new Map(),
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
  const bundle = await bundleSource({
    contents,
    directory,
    name: "convex.config",
    runtime: "isolate",
    plugins: [entry, importedDefinitions],
  });
  const definition = evaluate(bundle.code, importScope(variables, Date.now()))["default"];
  if (!isDefinition(definition))
    throw new Error(`${config} must export the app of defineApp() as its default.`);
  return { root: nodeOf(definition, "", directory, new Map()), inputs: bundle.inputs };
}
