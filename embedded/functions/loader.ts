/** Reads a Convex project's directory and makes a deployment of it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { ComponentPath } from "../contracts";
import type { Bundle } from "./bundle";
import { AUTH_CONFIG_MODULE, SCHEMA_MODULE, bundleDirectory } from "./bundle";
import type { ComponentNode } from "./componentTree";
import { findComponents } from "./componentTree";
import type { AuthProvider, Component, Deployment } from "./deployment";
import { evaluate } from "./evaluate";
import type { Exports } from "./modules";
import { authProvidersOf, cronsOf, functionsOf, routesOf, schemaOf } from "./modules";
import { importScope } from "./scope";
import type { Variables } from "./scope";
import { StackTranslator } from "./stacks";

/** Every function sees these, also in components. */
const EVERYWHERE = ["CONVEX_CLOUD_URL", "CONVEX_SITE_URL"];

/** Where `convex/` is, unless convex.json names another directory. */
export function functionsDirectoryOf(projectDir: string): string {
  let configured: unknown;
  try {
    configured = (
      JSON.parse(readFileSync(path.join(projectDir, "convex.json"), "utf8")) as {
        functions?: unknown;
      }
    ).functions;
  } catch {
    // No convex.json, or none that can be read: the default holds.
  }
  return path.resolve(projectDir, typeof configured === "string" ? configured : "convex");
}

function variablesFor(node: ComponentNode, ofParent: Variables, ofApp: Variables): Variables {
  if (node.path === "") return ofApp;
  const provided = EVERYWHERE.map((name) => [name, ofApp[name]] as const);
  const bound = [...node.env].map(
    ([name, binding]) =>
      [name, binding.type === "value" ? binding.value : ofParent[binding.name]] as const,
  );
  return Object.fromEntries(
    [...provided, ...bound].filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function* nodesFrom(node: ComponentNode): Generator<ComponentNode> {
  yield node;
  for (const child of node.children.values()) yield* nodesFrom(child);
}

function modulesIn(bundles: readonly Bundle[], variables: Variables): Map<string, Exports> {
  const scope = importScope(variables, Date.now());
  return new Map(
    bundles.flatMap(({ code }) =>
      Object.entries(evaluate(code, scope)["modules"] as Record<string, Exports>),
    ),
  );
}

interface Loaded {
  readonly component: Component;
  readonly authProviders: readonly AuthProvider[];
}

function loadComponent(
  node: ComponentNode,
  bundles: readonly Bundle[],
  variables: Variables,
): Loaded {
  const modules = modulesIn(bundles, variables);
  const functions = [...modules].flatMap(([module, exports]) =>
    functionsOf(node.path, module, exports),
  );
  const component: Component = {
    path: node.path,
    functions: new Map(functions.map((entry) => [entry.path, entry])),
    schema: schemaOf(modules.get(SCHEMA_MODULE)),
    routes: routesOf(modules.get("http")),
    crons: cronsOf(modules.get("crons")),
    variables,
    children: new Map([...node.children].map(([name, child]) => [name, child.path])),
    httpMounts: node.httpMounts,
  };
  return {
    component,
    authProviders: node.path === "" ? authProvidersOf(modules.get(AUTH_CONFIG_MODULE)) : [],
  };
}

/** Everything that changes with the files; evaluating it depends on the variables too. */
export interface BuiltProject {
  readonly root: ComponentNode;
  readonly bundles: ReadonlyMap<string, readonly Bundle[]>;
  readonly inputs: readonly string[];
  readonly functionsDirectory: string;
}

/** @throws BuildError with esbuild's words, or what a component's definition throws. */
export async function buildProject(
  projectDir: string,
  variables: Variables,
): Promise<BuiltProject> {
  const functionsDirectory = functionsDirectoryOf(projectDir);
  const { root, inputs } = await findComponents(functionsDirectory, variables);
  const directories = [...new Set([...nodesFrom(root)].map(({ directory }) => directory))];
  const bundled = await Promise.all(
    directories.map((directory, at) => bundleDirectory(directory, String(at))),
  );
  const bundles = new Map(directories.map((directory, at) => [directory, bundled[at] ?? []]));
  const all = new Set([...inputs, ...bundled.flat().flatMap((bundle) => bundle.inputs)]);
  return { root, bundles, inputs: [...all], functionsDirectory };
}

function versionOf({ bundles }: BuiltProject): string {
  const hash = createHash("sha256");
  for (const { code } of [...bundles.values()].flat()) hash.update(code.source);
  return hash.digest("base64");
}

/** @throws whatever the project's modules throw while they are evaluated. */
export function evaluateProject(project: BuiltProject, appVariables: Variables): Deployment {
  const stacks = new StackTranslator(project.functionsDirectory);
  for (const bundle of [...project.bundles.values()].flat()) stacks.add(bundle);
  const components = new Map<ComponentPath, Component>();
  let authProviders: readonly AuthProvider[] = [];
  const load = (node: ComponentNode, ofParent: Variables): void => {
    const variables = variablesFor(node, ofParent, appVariables);
    const loaded = loadComponent(node, project.bundles.get(node.directory) ?? [], variables);
    components.set(node.path, loaded.component);
    if (node.path === "") ({ authProviders } = loaded);
    for (const child of node.children.values()) load(child, variables);
  };
  load(project.root, {});
  const own = project.inputs.filter(
    (input) => !input.includes(`${path.sep}node_modules${path.sep}`),
  );
  const watched = [
    ...new Set([project.functionsDirectory, ...own.map((input) => path.dirname(input))]),
  ];
  const describeStack = (stack: string) => stacks.describe(stack);
  return { version: versionOf(project), components, authProviders, watched, describeStack };
}
