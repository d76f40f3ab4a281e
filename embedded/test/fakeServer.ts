/** The sync server over the fakes, on a free loopback port. */
import type { Budget } from "../budget";
import type { Identity } from "../contracts";
import { ClientApi } from "../http/clientApi";
import { HttpActions } from "../http/actions";
import { Hosting, type HostingOptions } from "../http/hosting";
import { TrustedProxies } from "../http/clientAddress";
import { AllowedHosts } from "../http/hosts";
import { AllowedOrigins } from "../http/origins";
import { Routes } from "../http/routes";
import { createEntrance, Listener } from "../http/server";
import type { Credentials } from "../sync/protocol";
import { Subscriptions } from "../subscriptions/subscriptions";
import { SyncServer } from "../sync/syncServer";
import { getCallOrigin, getHeader } from "../http/exchange";
import { FakeDatabase, FakeRunner } from "./fakes";

export interface FakeServer {
  readonly url: string;
  readonly db: FakeDatabase;
  readonly runner: FakeRunner;
  readonly subscriptions: Subscriptions;
  readonly sync: SyncServer;
  /** The bytes that answers over HTTP hold in memory. */
  readonly unread: Budget;
  readonly timeTravels: number[];
  stop(): Promise<void>;
}

/** `user:<name>:<milliseconds to live>` is a token here, with dots where JWTs have them. */
function authenticate(credentials: Credentials): Promise<Identity> {
  switch (credentials.kind) {
    case "none":
      return Promise.resolve({ kind: "anonymous" });
    case "admin":
      return credentials.key === "secret"
        ? Promise.resolve({ kind: "admin" })
        : Promise.reject(new Error("Bad admin key."));
    case "user": {
      const [kind, name = "", ttl = "60000"] = credentials.token.split(":");
      if (kind !== "user") return Promise.reject(new Error("Bad token."));
      return Promise.resolve({
        kind: "user",
        tokenIdentifier: name,
        claims: { subject: name },
        expiresAt: Date.now() + Number(ttl),
      });
    }
  }
}

export async function startFakeServer(hosting?: HostingOptions): Promise<FakeServer> {
  const db = new FakeDatabase();
  const runner = new FakeRunner(db);
  const subscriptions = new Subscriptions(db, runner, () => runner.mutatingCallers);
  const timeTravels: number[] = [];
  const sync = new SyncServer({
    services: {
      runner,
      subscriptions,
      authenticate,
      durableTs: () => db.durableTs,
      now: Date.now,
      onTimeTravel: (observed) => timeTravels.push(observed),
    },
    callerOf: (request) => {
      const from = getHeader(request, "x-test-from");
      return { ...getCallOrigin(request), ...(from !== null && { ip: from }) };
    },
  });
  const api = new ClientApi({
    database: db,
    runner,
    authenticate,
    queries: subscriptions.queries,
    runQueue: subscriptions.runQueue,
    calls: sync.budgets.calls,
  });
  const entrance = createEntrance({
    hosts: new AllowedHosts({ host: "0.0.0.0" }),
    proxies: new TrustedProxies("loopback"),
  });
  const listener = new Listener(
    Promise.resolve({
      routes: new Routes(api.routes),
      origins: new AllowedOrigins({ listed: ["https://listed.example"], allowsLoopback: true }),
      sync,
      actions: new HttpActions({
        ...{ runner, authenticate, publicUrl: "http://127.0.0.1" },
        runQueue: subscriptions.runQueue,
      }),
      ...(hosting !== undefined && { hosting: new Hosting(hosting) }),
    }),
    entrance,
  );
  const port = await listener.listen(0, "127.0.0.1");
  return {
    url: `http://127.0.0.1:${port}`,
    db,
    runner,
    subscriptions,
    sync,
    unread: entrance.unread,
    timeTravels,
    stop: async () => {
      api.close();
      await sync.close();
      await listener.close();
      await subscriptions.stop();
    },
  };
}
