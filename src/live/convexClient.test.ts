import { makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MarketClient, withRetries } from "./convexClient";
import { type FakeStorage, openTab, tokenFor } from "../device/storage.setup";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the token fetcher of the connection", () => {
  it("returns the session's token, or null when there is none", async () => {
    await expect(
      withRetries(() => Promise.resolve("token"))({ forceRefreshToken: false }),
    ).resolves.toBe("token");
    await expect(
      withRetries(() => Promise.resolve(null))({ forceRefreshToken: true }),
    ).resolves.toBeNull();
  });

  it("retries after a network failure instead of reporting signed out", async () => {
    const fetchToken = vi
      .fn<() => Promise<string | null>>()
      .mockRejectedValueOnce(new TypeError("Failed to fetch"))
      .mockRejectedValueOnce(new TypeError("Failed to fetch"))
      .mockResolvedValue("fresh");
    const token = withRetries(fetchToken)({ forceRefreshToken: true });
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(token).resolves.toBe("fresh");
    expect(fetchToken).toHaveBeenCalledTimes(3);
  });

  it("abandons an attempt after 10 s and starts another", async () => {
    const fetchToken = vi
      .fn<() => Promise<string | null>>()
      .mockReturnValueOnce(new Promise<string>(() => undefined))
      .mockResolvedValue("second");
    const token = withRetries(fetchToken)({ forceRefreshToken: true });
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

/** A server whose connection the test opens and cuts; it records messages and never answers. */
class FakeSocket {
  static sockets: FakeSocket[] = [];
  static get frames(): Frame[] {
    return FakeSocket.sockets.flatMap(({ sent }) => sent);
  }

  readonly sent: Frame[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor() {
    FakeSocket.sockets.push(this);
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

describe("the client of one session", () => {
  let browser: FakeStorage;
  beforeEach(() => {
    vi.stubGlobal("window", {
      WebSocket: FakeSocket,
      location: { origin: URL_OF_MARKET },
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    });
    FakeSocket.sockets = [];
    browser = openTab().localStorage;
  });
  afterEach(() => void vi.unstubAllGlobals());

  const signInAs = (token: string | null) => {
    if (token === null) browser.removeItem(TOKEN_KEY);
    else browser.setItem(TOKEN_KEY, token);
  };
  const openClient = () =>
    new MarketClient(URL_OF_MARKET, {
      webSocketConstructor: FakeSocket as unknown as typeof WebSocket,
      logger: false,
    });
  const pump = () => vi.advanceTimersByTimeAsync(100);
  const commands = () =>
    FakeSocket.frames.filter(({ type }) => type === "Mutation" || type === "Action");
  const tokens = () => FakeSocket.frames.flatMap(({ value }) => value ?? []);

  const MEENA = tokenFor("meena", "s1");
  const RAVI = tokenFor("ravi", "s2");
  const MEENA_AGAIN = tokenFor("meena", "s3");

  /** Returns Meena's offline client with a queued mutation and a queued action. */
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

  it("sends its account id with every command", async () => {
    await queued();
    FakeSocket.sockets.at(-1)!.open();
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
  ])("drops its queue when the library passes the token of %s", async (_, next) => {
    const { client, settled, setToken } = await queued();
    setToken(next);
    client.setAuth(() => Promise.resolve(next));
    await pump();
    for (const socket of FakeSocket.sockets) if (socket.readyState === 0) socket.open();
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
  ])("closes when the stored session is that of %s", async (_, next) => {
    const { client, settled } = await queued();
    const told = vi.fn();
    client.subscribe(told);
    client.checkSession();
    expect(client.isClosed).toBe(false);
    signInAs(next);
    client.checkSession();
    expect(client.isClosed).toBe(true);
    expect(told).toHaveBeenCalledTimes(1);
    for (const socket of FakeSocket.sockets) socket.open();
    const late = [client.mutation(save, { text: "late" }), client.action(close, { password: "" })];
    for (const one of late) void one.finally(() => settled.push("late"));
    client.setAuth(() => Promise.resolve(next));
    client.clearAuth();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(commands()).toEqual([]);
    expect(tokens().filter((token) => token !== MEENA)).toEqual([]);
    expect(settled).toEqual([]);
  });

  it("stays open when the session's token is renewed, in this tab or another", async () => {
    const { client } = await queued();
    signInAs(`${MEENA}2`);
    client.checkSession();
    client.setAuth(() => Promise.resolve(`${MEENA}2`));
    await pump();
    expect(client.isClosed).toBe(false);
  });

  it("adopts the first session of a visitor, and sends no account id before", async () => {
    const client = openClient();
    void client.action(close, { password: "" });
    expect(client.accountId).toBeNull();
    client.setAuth(() => Promise.resolve(RAVI));
    await pump();
    FakeSocket.sockets.at(-1)!.open();
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

/** The app's source files without tests. */
const SOURCES = import.meta.glob<string>(["../**/*.ts", "../**/*.tsx", "!../**/*.test.ts"], {
  eager: true,
  query: "?raw",
  import: "default",
});

it("only convexClient.ts and useSession.ts create Convex clients", () => {
  const found = Object.entries(SOURCES)
    .filter(([, text]) => /new Convex\w*Client|extends Convex\w*Client/.test(text))
    .map(([path]) => path);
  // The HTTP client that ends sessions by proof, and this client itself.
  expect(found.sort()).toEqual(["./convexClient.ts", "./useSession.ts"]);
  expect(Object.keys(SOURCES).length).toBeGreaterThan(200);
});
