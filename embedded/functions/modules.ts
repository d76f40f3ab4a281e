/** Reads what Convex's builders left on a module's exports. */
import type { JSONValue } from "convex/values";
import type { ComponentPath } from "../contracts";
import {
  type AuthProvider,
  type CronJob,
  type FunctionEntry,
  type Invoke,
  type Routes,
  type SharedPart,
  canonicalPath,
} from "./deployment";

export type Exports = Readonly<Record<string, unknown>>;

/** The marks of `query()`, `internalMutation()` and their like. */
interface Registered {
  readonly isQuery?: true;
  readonly isMutation?: true;
  readonly isAction?: true;
  readonly isPublic?: true;
  readonly isInternal?: true;
  readonly invokeQuery?: LibraryInvoke;
  readonly invokeMutation?: LibraryInvoke;
  readonly invokeAction?: (requestId: string, args: unknown) => Promise<unknown>;
  /** The mark of `libraryCalls.ts`: arguments and results are values, not JSON text. */
  readonly takesValues?: boolean;
  readonly exportArgs?: () => string;
  readonly exportReturns?: () => string;
  /** A mark of our own: the function's shared part, a registered query. Convex looks at no field that it does not know. */
  readonly shared?: { readonly viewer: string; readonly part: Registered };
}

/** Takes an array that holds the arguments alone. */
type LibraryInvoke = (args: unknown) => Promise<unknown>;

function toInvoke(invoke: LibraryInvoke, takesValues: boolean): Invoke {
  if (takesValues) return (args) => invoke([args]) as Promise<JSONValue>;
  return async (args) => JSON.parse((await invoke(JSON.stringify([args]))) as string) as JSONValue;
}

type Behaviour = Pick<FunctionEntry, "kind" | "invoke">;

function readBehaviour({
  isQuery,
  invokeQuery,
  isMutation,
  invokeMutation,
  isAction,
  invokeAction,
  takesValues = false,
}: Registered): Behaviour | undefined {
  if (isQuery && invokeQuery !== undefined)
    return { kind: "query", invoke: toInvoke(invokeQuery, takesValues) };
  if (isMutation && invokeMutation !== undefined)
    return { kind: "mutation", invoke: toInvoke(invokeMutation, takesValues) };
  if (isAction && invokeAction !== undefined)
    return { kind: "action", invoke: toInvoke((args) => invokeAction("", args), takesValues) };
  return undefined;
}

function readShared({ shared, isQuery }: Registered): SharedPart | undefined {
  const part = shared && readBehaviour(shared.part);
  if (shared === undefined || part?.kind !== "query" || !isQuery) return undefined;
  return { viewer: canonicalPath(shared.viewer), invoke: part.invoke };
}

function isRegistered(value: unknown): value is Registered {
  return typeof value === "function" && ("isPublic" in value || "isInternal" in value);
}

function parsed(json: string | undefined, otherwise: JSONValue | null): JSONValue | null {
  return json === undefined ? otherwise : (JSON.parse(json) as JSONValue);
}

const ANYTHING: JSONValue = { type: "any" };

export function readFunctions(
  component: ComponentPath,
  module: string,
  exports: Exports,
): FunctionEntry[] {
  return Object.entries(exports).flatMap(([name, value]) => {
    const behaviour = isRegistered(value) ? readBehaviour(value) : undefined;
    if (behaviour === undefined || !isRegistered(value)) return [];
    const shared = readShared(value);
    const entry: FunctionEntry = {
      ...behaviour,
      ...(shared && { shared }),
      component,
      path: `${module}:${name}`,
      runtime: "isolate",
      visibility: value.isPublic === true ? "public" : "internal",
      args: parsed(value.exportArgs?.(), ANYTHING) ?? ANYTHING,
      returns: parsed(value.exportReturns?.(), null),
    };
    return [entry];
  });
}

interface Exporting {
  export(): string;
}

function isExporting(value: unknown): value is Exporting {
  return (
    typeof value === "object" &&
    value !== null &&
    "export" in value &&
    typeof value.export === "function"
  );
}

/** @throws Error when there is a schema that is none. */
export function readSchema(exports: Exports | undefined): JSONValue | null {
  if (exports === undefined) return null;
  const schema = exports["default"];
  if (!isExporting(schema))
    throw new Error("schema.ts must export the schema of defineSchema() as its default.");
  return JSON.parse(schema.export()) as JSONValue;
}

/** @throws Error when there is a crons.ts whose default export is no `cronJobs()`. */
export function readCrons(exports: Exports | undefined): CronJob[] {
  if (exports === undefined) return [];
  const crons = exports["default"];
  if (!isExporting(crons))
    throw new Error("crons.ts must export the jobs of cronJobs() as its default.");
  const jobs = JSON.parse(crons.export()) as Record<
    string,
    { name: string; args: readonly JSONValue[]; schedule: JSONValue }
  >;
  return Object.entries(jobs).map(([name, job]) => ({
    name,
    path: job.name,
    args: job.args[0] ?? {},
    schedule: job.schedule,
  }));
}

interface Router {
  readonly isRouter: true;
  getRoutes(): readonly (readonly [path: string, method: string, handler: unknown])[];
  lookup(path: string, method: string): readonly [HttpHandler, string, string] | null;
}

interface HttpHandler {
  invokeHttpAction(request: Request): Promise<Response>;
}

function isRouter(value: unknown): value is Router {
  return (
    typeof value === "object" && value !== null && "isRouter" in value && value.isRouter === true
  );
}

const NO_ROUTES: Routes = { all: [], find: () => undefined };

/** @throws Error when there is an http.ts whose default export is no `httpRouter()`. */
export function readRoutes(exports: Exports | undefined): Routes {
  if (exports === undefined) return NO_ROUTES;
  const router = exports["default"];
  if (!isRouter(router))
    throw new Error("http.ts must export the router of httpRouter() as its default.");
  return {
    all: router.getRoutes().map(([path, method]) => ({ method, path })),
    find(pathname, method) {
      const [handler, matched, route] = router.lookup(pathname, method) ?? [];
      if (handler === undefined || matched === undefined || route === undefined) return undefined;
      return { method: matched, route, invoke: (request) => handler.invokeHttpAction(request) };
    },
  };
}

interface ProviderConfig {
  readonly type?: "customJwt";
  readonly domain?: string;
  readonly applicationID?: string;
  readonly issuer?: string;
  readonly jwks?: string;
  readonly algorithm?: string;
}

/** OpenID Connect allows these of its list; symmetric ones and `none` never. */
const OIDC_ALGORITHMS = ["RS256", "ES256"];
const CUSTOM_ALGORITHMS = ["RS256", "ES256"];

/** Some write a domain without its scheme. */
function toIssuer(domain: string): string {
  return /^https?:\/\//.test(domain) ? domain : `https://${domain}`;
}

function toAuthProvider(config: ProviderConfig): AuthProvider {
  if (config.type !== "customJwt") {
    const { domain, applicationID } = config;
    if (domain === undefined || applicationID === undefined) {
      throw new Error("A provider of auth.config.ts needs a `domain` and an `applicationID`.");
    }
    const issuer = toIssuer(domain);
    return {
      kind: "oidc",
      issuer,
      audience: applicationID,
      jwks: null,
      algorithms: OIDC_ALGORITHMS,
    };
  }
  const { issuer, jwks, algorithm, applicationID } = config;
  if (issuer === undefined || jwks === undefined || algorithm === undefined) {
    throw new Error(
      "A customJwt provider of auth.config.ts needs an `issuer`, a `jwks` and an `algorithm`.",
    );
  }
  if (!CUSTOM_ALGORITHMS.includes(algorithm)) {
    throw new Error(
      `A customJwt provider's algorithm must be one of ${CUSTOM_ALGORITHMS.join(", ")}.`,
    );
  }
  return {
    kind: "customJwt",
    issuer,
    audience: applicationID ?? null,
    jwks,
    algorithms: [algorithm],
  };
}

/** @throws Error when the configuration lacks something. */
export function readAuthProviders(exports: Exports | undefined): AuthProvider[] {
  if (exports === undefined) return [];
  const config = exports["default"] as
    { readonly providers?: readonly ProviderConfig[] } | undefined;
  if (!Array.isArray(config?.providers)) {
    throw new Error("auth.config.ts must export `{ providers: [...] }` as its default.");
  }
  return config.providers.map(toAuthProvider);
}
