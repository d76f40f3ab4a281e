/** Reads a Convex project's directory and makes a deployment of it. */
import { createHash } from "node:crypto";
import path from "node:path";
import type { JSONValue } from "convex/values";
import type { ComponentPath } from "../contracts";
import type { Builds } from "./builds";
import type { Bundle } from "./bundle";
import { AUTH_CONFIG_MODULE, SCHEMA_MODULE, bundleDirectory } from "./bundle";
import { requireAppVariables, resolveVariables } from "./componentEnv";
import type { Surroundings } from "./componentEnv";
import type { ComponentNode } from "./componentTree";
import { findComponents } from "./componentTree";
import type { AuthProvider, Component, Deployment, FunctionEntry } from "./deployment";
import { evaluate } from "./evaluate";
import type { Runtime } from "./evaluate";
import { leaveOut } from "./externalPackages";
import type { Exports } from "./modules";
import { readAuthProviders, readCrons, readFunctions, readRoutes, readSchema } from "./modules";
import { NodeActions } from "./nodeActions";
import type { ProjectFiles } from "./projectConfig";
import { requireRoutable } from "./routing";
import { importScope } from "./scope";
import type { Variables } from "./scope";
import { StackTranslator } from "./stacks";

function* nodesFrom(node: ComponentNode): Generator<ComponentNode> {
  yield node;
  for (const child of node.children.values()) yield* nodesFrom(child);
}

function byRuntime(bundles: readonly Bundle[]): Partial<Record<Runtime, Bundle>> {
  return Object.fromEntries(bundles.map((bundle) => [bundle.code.runtime, bundle]));
}

function modulesIn({ code }: Bundle, variables: Variables): Record<string, Exports> {
  const scope = importScope(variables, Date.now());
  return evaluate(code, scope)["modules"] as Record<string, Exports>;
}

function functionsIn(component: ComponentPath, modules: Record<string, Exports>): FunctionEntry[] {
  return Object.entries(modules).flatMap(([module, exports]) =>
    readFunctions(component, module, exports),
  );
}

/**
 * Evaluates the app's "use node" modules to list their exports; their actions run in a thread.
 * @throws Error when there is more than actions.
 */
function nodeFunctionsIn(
  bundle: Bundle,
  variables: Variables,
  nodeActions: NodeActions,
): FunctionEntry[] {
  return functionsIn("", modulesIn(bundle, variables)).map((entry) => {
    const { path: name, kind } = entry;
    if (kind !== "action") {
      throw new Error(
        `\`${name}\` is a ${kind} in a module that says "use node". Only actions can be defined in Node.js. See https://docs.convex.dev/functions/actions for more details.`,
      );
    }
    const invoke = async (args: JSONValue): Promise<JSONValue> =>
      JSON.parse(await nodeActions.invoke(name, JSON.stringify([args]))) as JSONValue;
    return { ...entry, runtime: "node", invoke };
  });
}

interface Loaded {
  readonly component: Component;
  readonly authProviders: readonly AuthProvider[];
}

function loadComponent(
  node: ComponentNode,
  bundles: readonly Bundle[],
  variables: Variables,
  nodeActions: NodeActions | null,
): Loaded {
  const { isolate, node: ofNode } = byRuntime(bundles);
  const modules = isolate === undefined ? {} : modulesIn(isolate, variables);
  const functions = functionsIn(node.path, modules);
  if (ofNode !== undefined && nodeActions !== null)
    functions.push(...nodeFunctionsIn(ofNode, variables, nodeActions));
  const component: Component = {
    path: node.path,
    functions: new Map(functions.map((entry) => [entry.path, entry])),
    schema: readSchema(modules[SCHEMA_MODULE]),
    routes: readRoutes(modules["http"]),
    crons: readCrons(modules["crons"]),
    variables,
    children: new Map([...node.children].map(([name, child]) => [name, child.path])),
    httpMounts: node.httpMounts,
    httpPrefix: node.path === "" ? node.httpPrefix : null,
  };
  return {
    component,
    authProviders: node.path === "" ? readAuthProviders(modules[AUTH_CONFIG_MODULE]) : [],
  };
}

/** Everything that changes with the files; evaluating it depends on the variables too. */
export interface BuiltProject {
  readonly root: ComponentNode;
  readonly bundles: ReadonlyMap<string, readonly Bundle[]>;
  readonly inputs: readonly string[];
  readonly functionsDirectory: string;
  readonly libraryVersion: string;
}

/** @throws BuildError with esbuild's words, what a component's definition throws, or Error for Node actions in a component. */
export async function buildProject(
  { projectDir, functionsDirectory, externalPackages, libraryVersion, isPushed }: ProjectFiles,
  variables: Variables,
  builds: Builds,
): Promise<BuiltProject> {
  const nodePlugins = [leaveOut(externalPackages, projectDir)];
  const [{ root, inputs }, ofApp] = await Promise.all([
    findComponents(functionsDirectory, variables, builds),
    bundleDirectory(functionsDirectory, { name: "0", isApp: true, isPushed, nodePlugins }, builds),
  ]);
  const directories = [...new Set([...nodesFrom(root)].map(({ directory }) => directory))];
  const ofComponents = await Promise.all(
    directories
      .slice(1)
      .map((directory, at) =>
        bundleDirectory(directory, { name: `${at + 1}`, isApp: false, isPushed }, builds),
      ),
  );
  const bundled = [ofApp, ...ofComponents];
  await builds.settle();
  const bundles = new Map(directories.map((directory, at) => [directory, bundled[at] ?? []]));
  const all = new Set([...inputs, ...bundled.flat().flatMap((bundle) => bundle.inputs)]);
  return { root, bundles, inputs: [...all], functionsDirectory, libraryVersion };
}

function getVersion({ bundles }: BuiltProject): string {
  const hash = createHash("sha256");
  for (const { code } of [...bundles.values()].flat()) hash.update(code.source);
  return hash.digest("base64");
}

/** No thread starts before the first action. */
function createNodeActions(
  { root, bundles }: BuiltProject,
  variables: Variables,
  describeStack: (stack: string) => string[],
): NodeActions | null {
  const { node } = byRuntime(bundles.get(root.directory) ?? []);
  return node === undefined ? null : new NodeActions({ code: node.code, variables }, describeStack);
}

export function createStackTranslator({
  functionsDirectory,
  bundles,
}: BuiltProject): StackTranslator {
  const stacks = new StackTranslator(functionsDirectory);
  for (const bundle of [...bundles.values()].flat()) stacks.add(bundle);
  return stacks;
}

/** @throws whatever the project's modules throw while they are evaluated. */
export function evaluateProject(project: BuiltProject, appVariables: Variables): Deployment {
  const stacks = createStackTranslator(project);
  const components = new Map<ComponentPath, Component>();
  let authProviders: readonly AuthProvider[] = [];
  const describeStack = (stack: string) => stacks.describe(stack);
  const nodeActions = createNodeActions(project, appVariables, describeStack);
  requireAppVariables(project.root, appVariables);
  const load = (node: ComponentNode, parent: Surroundings | null): void => {
    const variables = parent === null ? appVariables : resolveVariables(node, parent, appVariables);
    const bundles = project.bundles.get(node.directory) ?? [];
    const loaded = loadComponent(node, bundles, variables, nodeActions);
    components.set(node.path, loaded.component);
    if (node.path === "") ({ authProviders } = loaded);
    for (const child of node.children.values()) load(child, { node, variables });
  };
  load(project.root, null);
  for (const component of components.values()) requireRoutable(component, components);
  const own = project.inputs.filter(
    (input) => !input.includes(`${path.sep}node_modules${path.sep}`),
  );
  const watched = [
    ...new Set([project.functionsDirectory, ...own.map((input) => path.dirname(input))]),
  ];
  const version = getVersion(project);
  const { libraryVersion } = project;
  return {
    version,
    libraryVersion,
    components,
    authProviders,
    watched,
    nodeActions,
    describeStack,
  };
}
