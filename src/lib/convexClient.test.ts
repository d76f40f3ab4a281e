import { makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MarketClient, steady } from "./convexClient";
import { type FakeStorage, openTab, tokenFor } from "./storage.setup";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the token fetcher that the connection is given", () => {
  it("hands on what the session says, also that there is none", async () => {
    await expect(
      steady(() => Promise.resolve("token"))({ forceRefreshToken: false }),
    ).resolves.toBe("token");
    await expect(
      steady(() => Promise.resolve(null))({ forceRefreshToken: true }),
    ).resolves.toBeNull();
  });

  it("asks again after a network failure, and does not take it for being signed out", async () => {
    const fetchToken = vi
      .fn<() => Promise<string | null>>()
      .mockRejectedValueOnce(new TypeError("Failed to fetch"))
      .mockRejectedValueOnce(new TypeError("Failed to fetch"))
      .mockResolvedValue("fresh");
    const token = steady(fetchToken)({ forceRefreshToken: true });
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(token).resolves.toBe("fresh");
    expect(fetchToken).toHaveBeenCalledTimes(3);
  });

  it("gives up an attempt that hangs for 10 s, and starts another", async () => {
    const fetchToken = vi
      .fn<() => Promise<string | null>>()
      .mockReturnValueOnce(new Promise<string>(() => undefined))
      .mockResolvedValue("second");
    const token = steady(fetchToken)({ forceRefreshToken: true });
    await vi.advanceTimersByTimeAsync(9_000);
    expect(fetchToken).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(3_000);
    await expect(token).resolves.toBe("second");
  });
});

const URL_OF_MARKET = "http://127.0.0.1:3211";
const TOKEN_KEY = "__convexAuthJWT_http1270013211";
const save = makeFunctionReference<"mutation", { text: string }>("account:save");
const close = makeFunctionReference<"action", { password: string }>("account:close");

type Frame = { type: string; value?: string; args?: [Record<string, unknown>]; udfPath?: string };

/** A market whose line the test puts up and cuts; it answers nothing, and writes down what comes. */
class Line {
  static sockets: Line[] = [];
  static get frames(): Frame[] {
    return Line.sockets.flatMap(({ sent }) => sent);
  }

  readonly sent: Frame[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor() {
    Line.sockets.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Frame);
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.({ code: 1000, reason: "closed" });
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
}

describe("the client of one sign-in", () => {
  let browser: FakeStorage;
  beforeEach(() => {
    vi.stubGlobal("window", {
      WebSocket: Line,
      location: { origin: URL_OF_MARKET },
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    });
    Line.sockets = [];
    browser = openTab().localStorage;
  });
  afterEach(() => void vi.unstubAllGlobals());

  const signInAs = (token: string | null) => {
    if (token === null) browser.removeItem(TOKEN_KEY);
    else browser.setItem(TOKEN_KEY, token);
  };
  const openClient = () =>
    new MarketClient(URL_OF_MARKET, {
      webSocketConstructor: Line as unknown as typeof WebSocket,
      logger: false,
    });
  const pump = () => vi.advanceTimersByTimeAsync(100);
  const commands = () => Line.frames.filter(({ type }) => type === "Mutation" || type === "Action");
  const tokens = () => Line.frames.flatMap(({ value }) => value ?? []);

  const MEENA = tokenFor("meena", "s1");
  const RAVI = tokenFor("ravi", "s2");
  const MEENA_AGAIN = tokenFor("meena", "s3");

  /** Meena's client, on a line that is down, with a mutation and an action that wait for it. */
  async function queued() {
    signInAs(MEENA);
    const client = openClient();
    let token: string | null = MEENA;
    client.setAuth(() => Promise.resolve(token));
    await pump();
    const settled: string[] = [];
    const note = () => settled.push("settled");
    void client.mutation(save, { text: "Meena's" }).then(note, note);
    void client.action(close, { password: "Meena's" }).then(note, note);
    return { client, settled, setToken: (next: string | null) => (token = next) };
  }

  it("says with every command whom it was meant for", async () => {
    await queued();
    Line.sockets.at(-1)!.open();
    await pump();
    expect(commands().map(({ udfPath, args }) => [udfPath, args])).toEqual([
      ["account:save", [{ text: "Meena's", meantFor: "meena" }]],
      ["account:close", [{ password: "Meena's", meantFor: "meena" }]],
    ]);
    expect(tokens()).toEqual([MEENA]);
  });

  it.each([
    ["another account", RAVI],
    ["another sign-in of the same account", MEENA_AGAIN],
    ["nobody", null],
    ["what is no token", "made up"],
  ])("sends nothing of its queue once the library hands it the token of %s", async (_, next) => {
    const { client, settled, setToken } = await queued();
    setToken(next);
    client.setAuth(() => Promise.resolve(next));
    await pump();
    for (const socket of Line.sockets) if (socket.readyState === 0) socket.open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(client.isClosed).toBe(true);
    expect(commands()).toEqual([]);
    expect(tokens()).not.toContain(next);
    expect(settled).toEqual([]);
  });

  it.each([
    ["another account", RAVI],
    ["another sign-in of the same account", MEENA_AGAIN],
    ["nobody", null],
  ])("closes at a look at the storage that names %s", async (_, next) => {
    const { client, settled } = await queued();
    const told = vi.fn();
    client.subscribe(told);
    client.checkSession();
    expect(client.isClosed).toBe(false);
    signInAs(next);
    client.checkSession();
    expect(client.isClosed).toBe(true);
    expect(told).toHaveBeenCalledTimes(1);
    for (const socket of Line.sockets) socket.open();
    const late = [client.mutation(save, { text: "late" }), client.action(close, { password: "" })];
    for (const one of late) void one.finally(() => settled.push("late"));
    client.setAuth(() => Promise.resolve(next));
    client.clearAuth();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(commands()).toEqual([]);
    expect(tokens().filter((token) => token !== MEENA)).toEqual([]);
    expect(settled).toEqual([]);
  });

  it("goes on when the session's token is renewed, in this tab or another one", async () => {
    const { client } = await queued();
    signInAs(`${MEENA}2`);
    client.checkSession();
    client.setAuth(() => Promise.resolve(`${MEENA}2`));
    await pump();
    expect(client.isClosed).toBe(false);
  });

  it("of a visitor becomes that of whoever signs in first, and names nobody before", async () => {
    const client = openClient();
    void client.action(close, { password: "" });
    expect(client.accountId).toBeNull();
    client.setAuth(() => Promise.resolve(RAVI));
    await pump();
    Line.sockets.at(-1)!.open();
    await pump();
    expect(client.accountId).toBe("ravi");
    void client.mutation(save, { text: "Ravi's" });
    await pump();
    expect(commands().map(({ args }) => args?.[0]["meantFor"])).toEqual([undefined, "ravi"]);
    client.setAuth(() => Promise.resolve(MEENA));
    await pump();
    expect(client.isClosed).toBe(true);
  });
});

/** The sources of the app, tests left out. */
const SOURCES = import.meta.glob<string>(["../**/*.ts", "../**/*.tsx", "!../**/*.test.ts"], {
  eager: true,
  query: "?raw",
  import: "default",
});

it("no part of the app opens a connection that names nobody", () => {
  const found = Object.entries(SOURCES)
    .filter(([, text]) => /new Convex\w*Client|extends Convex\w*Client/.test(text))
    .map(([path]) => path);
  // The one without any token, which ends sessions by their proof, and this client itself.
  expect(found.sort()).toEqual(["./convexClient.ts", "./useSession.ts"]);
  expect(Object.keys(SOURCES).length).toBeGreaterThan(200);
});
