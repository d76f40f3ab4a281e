/**
 * A project's code once it is loaded: functions by component and path, schemas, routes, schedules and auth providers. It is
 * immutable; a reload makes another one.
 */
import type { JSONValue } from "convex/values";
import type { ComponentPath, FunctionPath } from "../contracts";
import { FUNCTION_HANDLE } from "../functionAddress";
import type { Runtime } from "./evaluate";
import { notFound } from "./failures";
import type { NodeActions } from "./nodeActions";
import type { FunctionKind } from "./scope";

/** The address of a function. `path` is `module:name`, as in "orders:list". */
export interface FunctionAddress {
  readonly component: ComponentPath;
  readonly path: FunctionPath;
}

/** Takes the arguments and gives the result, both in Convex's JSON. Neither is anybody else's. */
export type Invoke = (args: JSONValue) => Promise<JSONValue>;

/** The part of a query that runs once for all callers whom it sees alike. */
export interface SharedPart {
  /** The internal query, without arguments, that says how the function sees a caller, or throws. */
  readonly viewer: FunctionPath;
  /** Takes `{ args, viewer }`. */
  readonly invoke: Invoke;
}

export interface FunctionEntry extends FunctionAddress {
  readonly kind: Exclude<FunctionKind, "httpAction">;
  readonly runtime: Runtime;
  readonly visibility: "public" | "internal";
  /** JSON of the validators. */
  readonly args: JSONValue;
  /** Null: anything may be returned. */
  readonly returns: JSONValue | null;
  readonly invoke: Invoke;
  readonly shared?: SharedPart;
}

export interface HttpEntry {
  readonly method: string;
  /** As it was routed; "/users/*" for a prefix. */
  readonly route: string;
  readonly invoke: (request: Request) => Promise<Response>;
}

export interface Routes {
  readonly all: readonly { readonly method: string; readonly path: string }[];
  find(pathname: string, method: string): HttpEntry | undefined;
}

export interface CronJob {
  /** Unique within its component. */
  readonly name: string;
  readonly path: FunctionPath;
  readonly args: JSONValue;
  readonly schedule: JSONValue;
}

export interface AuthProvider {
  readonly kind: "oidc" | "customJwt";
  readonly issuer: string;
  /** The audience that tokens must name; null: any. */
  readonly audience: string | null;
  /** The address of the keys; null for the one in OpenID's discovery document. */
  readonly jwks: string | null;
  readonly algorithms: readonly string[];
}

export interface Component {
  readonly path: ComponentPath;
  readonly functions: ReadonlyMap<FunctionPath, FunctionEntry>;
  readonly schema: JSONValue | null;
  readonly routes: Routes;
  readonly crons: readonly CronJob[];
  readonly variables: Readonly<Record<string, string>>;
  readonly children: ReadonlyMap<string, ComponentPath>;
  readonly httpMounts: ReadonlyMap<string, string>;
  /** The prefix of the paths of the app's own routes. */
  readonly httpPrefix: string | null;
}

export interface Deployment {
  /** The version of the code: equal for equal bundles. */
  readonly version: string;
  /** The version of the `convex` package that the code is written for; empty when it is not found. */
  readonly libraryVersion: string;
  readonly components: ReadonlyMap<ComponentPath, Component>;
  readonly authProviders: readonly AuthProvider[];
  /** Directories to watch for changes. */
  readonly watched: readonly string[];
  /** Runs what says "use node"; null when nothing does. */
  readonly nodeActions: NodeActions | null;
  /** Makes a stack trace name the project's own files. */
  readonly describeStack: (stack: string) => string[];
}

/** The deployment before the first push: an app without functions. */
export const NO_DEPLOYMENT: Deployment = {
  version: "",
  libraryVersion: "",
  components: new Map([
    [
      "",
      {
        path: "",
        functions: new Map(),
        schema: null,
        routes: { all: [], find: () => undefined },
        crons: [],
        variables: {},
        children: new Map(),
        httpMounts: new Map(),
        httpPrefix: null,
      },
    ],
  ]),
  authProviders: [],
  watched: [],
  nodeActions: null,
  describeStack: () => [],
};

const CHILD_REFERENCE = "_reference/childComponent/";

export function toFunctionHandle({ component, path }: FunctionAddress): string {
  return `function://${component};${path}`;
}

function parseHandle(handle: string): FunctionAddress | undefined {
  const [, component, path] = FUNCTION_HANDLE.exec(handle) ?? [];
  return component === undefined || path === undefined
    ? undefined
    : { component, path: canonicalPath(path) };
}

/** `orders.js:list` and `orders:list` name one function, `orders` its default export. */
export function canonicalPath(path: string): FunctionPath {
  const [module = "", name = "default"] = path.split(":");
  return `${module.replace(/\.js$/, "")}:${name}`;
}

export function findFunction(
  deployment: Deployment,
  { component, path }: FunctionAddress,
): FunctionEntry | undefined {
  return deployment.components.get(component)?.functions.get(path);
}

/** The three ways to name a call's target; exactly one is present. */
export interface TargetArgs {
  readonly name?: string | null;
  readonly reference?: string | null;
  readonly functionHandle?: string | null;
}

/** @throws Error when the words name nothing. */
export function resolveTarget(
  deployment: Deployment,
  from: ComponentPath,
  target: TargetArgs,
): FunctionEntry {
  const entry = lookUp(deployment, from, target);
  if (entry !== undefined) return entry;
  const { name, functionHandle, reference } = target;
  const path = name ?? (functionHandle == null ? undefined : parseHandle(functionHandle)?.path);
  if (path != null) throw new Error(notFound(path).message);
  const child = reference?.slice(CHILD_REFERENCE.length).replaceAll("/", ".");
  throw new Error(`Couldn't resolve ${child ?? functionHandle ?? ""}`);
}

function lookUp(
  deployment: Deployment,
  from: ComponentPath,
  target: TargetArgs,
): FunctionEntry | undefined {
  if (target.functionHandle != null) {
    const address = parseHandle(target.functionHandle);
    return address && findFunction(deployment, address);
  }
  if (target.name != null)
    return findFunction(deployment, { component: from, path: canonicalPath(target.name) });
  return target.reference == null ? undefined : childFunction(deployment, from, target.reference);
}

/** `_reference/childComponent/<child>/<module…>/<name>`: only what the child makes public. */
function childFunction(
  deployment: Deployment,
  from: ComponentPath,
  reference: string,
): FunctionEntry | undefined {
  if (!reference.startsWith(CHILD_REFERENCE)) return undefined;
  const [childName = "", ...rest] = reference.slice(CHILD_REFERENCE.length).split("/");
  const component = deployment.components.get(from)?.children.get(childName);
  const name = rest.pop();
  if (component === undefined || name === undefined) return undefined;
  const entry = findFunction(deployment, { component, path: `${rest.join("/")}:${name}` });
  return entry?.visibility === "public" ? entry : undefined;
}
