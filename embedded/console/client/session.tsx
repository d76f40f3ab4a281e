/** The page's session: its token, the stock client that uses it, and the hooks that the tabs read with. */
import type { ReactNode } from "react";
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { ConvexReactClient, useQueries } from "convex/react";
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import { convexToJson } from "convex/values";

export interface Session {
  readonly client: ConvexReactClient;
  readonly token: string;
  readonly isReadOnly: boolean;
}

interface Shared extends Session {
  /** The path of the component whose tables are shown; the app's is "". */
  readonly component: string;
}

const SessionContext = createContext<Shared | null>(null);
export const SessionProvider = SessionContext.Provider;

export function useSession(): Shared {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("There is no session.");
  return session;
}

/** Resolves with null when the server wants the admin key, or another one. */
export async function openSession(adminKey: string | null): Promise<Session | null> {
  const headers = adminKey === null ? {} : { Authorization: `Convex ${adminKey}` };
  const answer = await fetch("/console/session", { method: "POST", headers });
  if (!answer.ok) return null;
  const { token, isReadOnly } = (await answer.json()) as Omit<Session, "client">;
  const client = new ConvexReactClient(location.origin);
  // The method is not among the published types.
  (client as unknown as { setAdminAuth(token: string): void }).setAdminAuth(token);
  return { client, token, isReadOnly };
}

/** Sends a request as the administrator. Rejects with the server's sentence when it is refused. */
export function useRequest(): (path: string, init?: RequestInit) => Promise<Response> {
  const { token } = useSession();
  return useCallback(
    async (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set("Authorization", `Convex ${token}`);
      const answer = await fetch(path, { ...init, headers });
      if (answer.ok) return answer;
      const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
      throw new Error(message ?? `The server answered ${answer.status}.`);
    },
    [token],
  );
}

/** A query's newest result; undefined until the first one. */
export type Live<Result> = Result | Error | undefined;

/** Subscribes to a query by its name. */
export function useLive<Result>(name: string, args: Record<string, Value> = {}): Live<Result> {
  const key = JSON.stringify([name, convexToJson(args)]);
  const queries = useMemo(
    () => ({ live: { query: makeFunctionReference<"query">(name), args } }),
    // The key says all that the arguments say.
    [key],
  );
  return useQueries(queries)["live"] as Live<Result>;
}

/** Runs one of the system's mutations. */
export function useSystemMutation(): (
  name: string,
  args: Record<string, Value>,
) => Promise<unknown> {
  const { client, component } = useSession();
  return (name, args) =>
    client.mutation(makeFunctionReference<"mutation">(`_system/frontend/${name}`), {
      componentId: component,
      ...args,
    }) as Promise<unknown>;
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export interface Task {
  readonly isBusy: boolean;
  /** The alert to show, or nothing. */
  readonly alert: ReactNode;
  readonly start: (work: () => Promise<unknown>) => void;
}

/** Runs one piece of work at a time and keeps its error for people. */
export function useTask(): Task {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const start = (work: () => Promise<unknown>) => {
    setIsBusy(true);
    setError(null);
    void work()
      .catch((caught: unknown) => setError(toMessage(caught)))
      .finally(() => setIsBusy(false));
  };
  return { isBusy, start, alert: error === null ? null : <Alert>{error}</Alert> };
}

export function Alert({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className="alert">
      {children}
    </p>
  );
}

/** Shows a live result once it is there, and its error instead. */
export function Await<Result>(props: {
  readonly live: Live<Result>;
  readonly children: (result: Result) => ReactNode;
}) {
  const { live, children } = props;
  if (live === undefined) return <p className="quiet">Loading …</p>;
  if (live instanceof Error) return <Alert>{live.message}</Alert>;
  return children(live);
}

/** Returns the parts of the address behind `#/`. */
export function useHash(): readonly string[] {
  const read = () => location.hash;
  const [hash, setHash] = useState(read);
  useEffect(() => {
    const update = () => setHash(read());
    window.addEventListener("hashchange", update);
    return () => window.removeEventListener("hashchange", update);
  }, []);
  return hash.replace(/^#\/?/, "").split("/").map(decode);
}

/** Addresses are typed, too: what is not encoded well stands for itself. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
