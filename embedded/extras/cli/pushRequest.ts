/** Reads a push as the command line sends it. Sizes, names and shapes are a stranger's. */
import { HttpError } from "../../http/httpError";
import type {
  Push,
  PushedDefinition,
  PushedModule,
  PushedPackage,
} from "../../functions/pushing/push";
import { getAppDefinition, hashModule } from "../../functions/pushing/push";

/** Convex's limit of an app's or a component's modules; as many again may be what they share. */
const MODULES_MAX = 4_096;
const SHARED_MAX = 2 * MODULES_MAX;
const DEFINITIONS_MAX = 512;
const PACKAGES_MAX = 256;
/** The most UTF-16 units of a path. */
const PATH_MAX = 512;

/** As Convex, and no longer than a file's name can be. */
const SEGMENT = /^(?=.*[A-Za-z0-9])[A-Za-z0-9_.]{1,200}$/;
/** Written by the backend itself. */
const RESERVED = /^(?:schema\.js|convex\.config\.js|_componentDeps\/.*)$/;
const PACKAGE = /^(?:@[\w~][\w.~-]*\/)?[A-Za-z0-9~][\w.~-]*$/;
const EXACT_VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;
const DEFINITION_PATH = /^[\x20-\x7e]+$/;

type Fields = Readonly<Record<string, unknown>>;

function invalid(message: string): HttpError {
  return new HttpError(400, "InvalidConfig", message);
}

function requireObject(value: unknown, what: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw invalid(`${what} must be an object.`);
}

function requireArray(value: unknown, what: string, most: number): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid(`${what} must be an array.`);
  if (value.length > most) throw invalid(`${what} may have at most ${most} elements.`);
  return value;
}

function requireString(value: unknown, what: string): string {
  if (typeof value === "string") return value;
  throw invalid(`${what} must be a string.`);
}

function parseEnvironment(value: unknown): PushedModule["environment"] {
  if (value === "isolate" || value === "node") return value;
  throw invalid("The environment of a module is isolate or node.");
}

function parseModule(value: unknown): PushedModule {
  const { path, source, sourceMap, environment } = requireObject(value, "A module");
  return {
    path: requireString(path, "The path of a module"),
    source: requireString(source, "The source of a module"),
    ...(sourceMap != null && { sourceMap: requireString(sourceMap, "A source map") }),
    environment: parseEnvironment(environment),
  };
}

function parseOptionalModule(value: unknown): PushedModule | null {
  return value === null || value === undefined ? null : parseModule(value);
}

/** @throws HttpError 400 for a path that is no module's. */
function requirePath(path: string): void {
  const segments = path.split("/");
  const isModule =
    path.length <= PATH_MAX &&
    path.endsWith(".js") &&
    segments.every((segment) => SEGMENT.test(segment));
  if (isModule && !RESERVED.test(path)) return;
  throw new HttpError(
    400,
    "BadConvexModuleIdentifier",
    `${JSON.stringify(path.slice(0, PATH_MAX))} is not a valid path to a Convex module.`,
  );
}

/** @throws HttpError 400 when one path is another's folder, or there are too many. */
function requireModules(modules: readonly PushedModule[]): void {
  const own = modules.filter(({ path }) => !path.startsWith("_deps/")).length;
  if (own > MODULES_MAX || modules.length > SHARED_MAX)
    throw new HttpError(
      400,
      "InvalidModules",
      `Too many function files (${own} > maximum ${MODULES_MAX}) in "convex/".`,
    );
  const taken = new Set<string>();
  for (const { path } of modules) {
    requirePath(path);
    if (taken.has(path)) throw invalid(`Two modules have the path ${path}.`);
    taken.add(path);
  }
  for (const { path } of modules)
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1))
      if (taken.has(path.slice(0, at))) throw invalid(`${path} is below a module.`);
}

/** The modules that the command line did not send, because the last push had them. */
function unchangedModules(hashes: unknown, last: Push): PushedModule[] {
  const modulesByPath = new Map(
    getAppDefinition(last).modules.map((module) => [module.path, module]),
  );
  return requireArray(hashes, "unchangedModuleHashes", SHARED_MAX).map((each) => {
    const { path, environment, sha256 } = requireObject(each, "A module's hash");
    const module = modulesByPath.get(requireString(path, "The path of a module"));
    if (module !== undefined && module.environment === environment && hashModule(module) === sha256)
      return module;
    throw new HttpError(
      409,
      "ExistingModuleHashConflict",
      "Existing module hash does not match: another push came between.",
    );
  });
}

function sorted(modules: readonly PushedModule[]): PushedModule[] {
  return [...modules].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function appIn(value: unknown, last: Push): PushedDefinition {
  const fields = requireObject(value, "appDefinition");
  const { definition, schema, functions, changedModules, unchangedModuleHashes } = fields;
  // Command lines before 1.31.7 send all modules, as `functions`.
  const isWhole = changedModules === undefined && functions !== undefined;
  const sent = requireArray(isWhole ? functions : changedModules, "changedModules", SHARED_MAX);
  const unchanged = isWhole ? [] : unchangedModules(unchangedModuleHashes, last);
  const modules = sorted([...sent.map(parseModule), ...unchanged]);
  requireModules(modules);
  return {
    path: "",
    config: parseOptionalModule(definition),
    schema: parseOptionalModule(schema),
    modules,
  };
}

function componentIn(value: unknown): PushedDefinition {
  const { definitionPath, definition, schema, functions } = requireObject(value, "A component");
  const path = requireString(definitionPath, "definitionPath");
  if (path.length > PATH_MAX || !DEFINITION_PATH.test(path))
    throw invalid("A definitionPath is the path of a folder.");
  const modules = sorted(requireArray(functions, "functions", SHARED_MAX).map(parseModule));
  requireModules(modules);
  const ofNode = modules.find(({ environment }) => environment === "node");
  if (ofNode !== undefined)
    throw new HttpError(
      400,
      "NodeActionsNotSupported",
      `Node actions are not supported in components. Remove \`"use node";\` from ${ofNode.path}`,
    );
  return { path, config: parseModule(definition), schema: parseOptionalModule(schema), modules };
}

function packageIn(value: unknown): PushedPackage {
  const { name, version } = requireObject(value, "A package");
  const [ownName, ownVersion] = [
    requireString(name, "A name"),
    requireString(version, "A version"),
  ];
  if (PACKAGE.test(ownName) && EXACT_VERSION.test(ownVersion))
    return { name: ownName, version: ownVersion };
  throw invalid("nodeDependencies are names of packages with exact versions.");
}

/** @throws HttpError 400, or 409 when it builds on another push than the last. */
export function parsePush(request: Record<string, unknown>, last: Push): Push {
  const { appDefinition, componentDefinitions, nodeDependencies } = request;
  const app = appIn(appDefinition, last);
  const components = requireArray(
    componentDefinitions,
    "componentDefinitions",
    DEFINITIONS_MAX,
  ).map(componentIn);
  const definitions = [app, ...components];
  if (new Set(definitions.map(({ path }) => path)).size < definitions.length)
    throw invalid("Two components have one definitionPath.");
  const { udfServerVersion } = requireObject(appDefinition, "appDefinition");
  return {
    definitions,
    packages: requireArray(nodeDependencies ?? [], "nodeDependencies", PACKAGES_MAX).map(packageIn),
    serverVersion: requireString(udfServerVersion ?? "", "udfServerVersion"),
  };
}
