/** Runs a query that an administrator sends as source: `npx convex run --inline-query`. */
import type { Plugin } from "esbuild";
import type { CallOrigin, ComponentPath, Database, Outcome } from "../contracts";
import { COLD_BUILDS } from "./builds";
import { bundleSource } from "./bundle";
import type { Deployment, FunctionEntry } from "./deployment";
import { evaluate } from "./evaluate";
import type { Executor } from "./executor";
import { failedOutcome, toFailure } from "./failures";
import { readFunctions } from "./modules";
import { importScope } from "./scope";
import { StackTranslator } from "./stacks";

const MODULE = "testQuery";

/** The module that the command line's source imports. */
const wrappers: Plugin = {
  name: "repl-wrappers",
  setup(build) {
    build.onResolve({ filter: /^convex:\/_system\/repl\/wrappers\.js$/ }, ({ path }) => ({
      path,
      namespace: "repl-wrappers",
    }));
    build.onLoad({ filter: /.*/, namespace: "repl-wrappers" }, () => ({
      contents: `export { queryGeneric as query, internalQueryGeneric as internalQuery } from "convex/server";`,
      resolveDir: import.meta.dirname,
    }));
  },
};

/** The query cannot be run at all. */
export class InlineQueryError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

async function loadInlineQuery(
  source: string,
  component: ComponentPath,
  deployment: Deployment,
): Promise<FunctionEntry> {
  const bundle = await bundleSource(
    {
      contents: source,
      directory: import.meta.dirname,
      name: "inline",
      runtime: "isolate",
      plugins: [wrappers],
    },
    COLD_BUILDS,
  ).catch((error: unknown) => {
    throw new InlineQueryError("InvalidModules", error instanceof Error ? error.message : "");
  });
  const variables = deployment.components.get(component)?.variables ?? {};
  const stacks = new StackTranslator(import.meta.dirname);
  stacks.add(bundle);
  try {
    const exports = evaluate(bundle.code, importScope(variables, Date.now()));
    const [entry, ...others] = readFunctions(component, MODULE, exports);
    if (others.length > 0 || (entry && entry.path !== `${MODULE}:default`))
      throw new InlineQueryError("InvalidTestQuery", "Only `export default` is supported.");
    if (entry === undefined)
      throw new InlineQueryError("InvalidTestQuery", "Default export is not a Convex function.");
    if (entry.kind === "query") return entry;
    const kind = entry.kind === "mutation" ? "Mutations" : "Actions";
    throw new InlineQueryError(
      "UnsupportedTestQuery",
      `${kind} are not supported in the REPL yet.`,
    );
  } catch (error) {
    if (error instanceof InlineQueryError) throw error;
    const { message } = toFailure(error, (stack) => stacks.describe(stack));
    throw new InlineQueryError("InvalidModules", `Could not analyze the given module:\n${message}`);
  }
}

export interface InlineQuery {
  /** The source of a module whose default export is the query. */
  readonly source: string;
  readonly component: ComponentPath;
  readonly origin: CallOrigin;
}

export interface InlineQueryServices {
  readonly database: Database;
  readonly executor: Executor;
  readonly deployment: () => Deployment;
}

/** @throws InlineQueryError */
export async function runInlineQuery(
  { source, component, origin }: InlineQuery,
  { database, executor, deployment }: InlineQueryServices,
): Promise<Outcome> {
  if (!deployment().components.has(component))
    throw new InlineQueryError("InvalidTestQuery", `There is no component "${component}".`);
  const entry = await loadInlineQuery(source, component, deployment());
  const snapshot = database.pin();
  try {
    const caller = { identity: { kind: "admin" }, origin, scheduledId: null } as const;
    const { result, logLines } = await executor.runQuery(entry, {}, caller, snapshot, null);
    if (result.kind === "success") return { ...result, logLines };
    return failedOutcome(result.failure, { requestId: origin.requestId, redact: false, logLines });
  } finally {
    snapshot.release();
  }
}
