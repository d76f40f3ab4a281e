/** The web console, as the backend registers it: sessions, routes and system functions. */
import type { FunctionRuntime } from "../functionRuntime";
import type { Authenticate } from "../http/callers";
import { isPrivate } from "../http/hosts";
import type { Route } from "../http/routes";
import type { SystemFunctions } from "../extras/cli/systemFunctions";
import type { BackendOptions } from "../options";
import { ConsoleAccess } from "./access";
import { consoleFunctions } from "./functions";
import { sendPageFile } from "./page";

export interface Console {
  /** Admits the console's sessions besides the callers of before. */
  readonly authenticate: Authenticate;
  readonly functions: SystemFunctions;
  readonly routes: readonly Route[];
}

/** Makes the console of a backend; with `--console off` it has no routes and no functions. */
export function createConsole(
  options: BackendOptions,
  adminKey: string,
  functions: Pick<FunctionRuntime, "authenticate" | "files" | "scheduler">,
): Console {
  const mode = options.console ?? "full";
  const authenticate: Authenticate = (credentials) => functions.authenticate(credentials);
  if (mode === "off")
    return { authenticate, functions: { queries: {}, mutations: {} }, routes: [] };
  // Where a proxy is believed, people come through it.
  const isLocal = isPrivate(options) && options.trustProxy === undefined;
  const access = new ConsoleAccess({ adminKey, mode, isLocal });
  return {
    authenticate: access.admitting(authenticate),
    functions: consoleFunctions(functions),
    routes: [
      {
        method: "POST",
        path: "/console/session",
        handle: (exchange) => access.open(exchange, authenticate),
      },
      { method: "GET", path: "/console", handle: (exchange) => sendPageFile(exchange, "") },
      { method: "GET", path: "/console/", handle: sendPageFile },
    ],
  };
}
