/** Pushes of this browser, with a browser and a server made up. */
import { getFunctionName } from "convex/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ConvexError } from "convex/values";
import type { MarketClient } from "./convexClient";
import { forgetPush, isPushWanted, keepPush, pushProblem, turnOffPush, turnOnPush } from "./push";

const KEY = `B${"A".repeat(86)}`;
const OTHER_KEY = `B${"B".repeat(85)}A`;

function bytesOf(key: string): ArrayBuffer {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer;
}

type Subscription = { endpoint: string; key: string };

/** The push service of the browser: one subscription at a time, each with an address of its own. */
const browser = {
  subscription: null as Subscription | null,
  made: 0,
  permission: "default" as NotificationPermission,
  answer: "granted" as NotificationPermission,
};

function subscriptionObject({ endpoint, key }: Subscription) {
  return {
    endpoint,
    options: { applicationServerKey: bytesOf(key) },
    getKey: (name: string) => new TextEncoder().encode(name).buffer,
    unsubscribe: () => {
      browser.subscription = null;
      return Promise.resolve(true);
    },
  };
}

const registration = {
  pushManager: {
    getSubscription: () =>
      Promise.resolve(
        browser.subscription === null ? null : subscriptionObject(browser.subscription),
      ),
    subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
      browser.made += 1;
      const endpoint = `https://push.example/${browser.made}`;
      browser.subscription = { endpoint, key: applicationServerKey };
      return Promise.resolve(subscriptionObject(browser.subscription));
    },
  },
};

const market = {
  key: KEY as string | null,
  devices: new Set<string>(),
  refused: new Set<string>(),
};

function clientOf(accountId: string | null): MarketClient {
  const query = (asked: Parameters<typeof getFunctionName>[0]) =>
    Promise.resolve(
      getFunctionName(asked) === "push:publicKey"
        ? market.key
        : [...market.devices].map((endpoint) => ({ endpoint, createdAt: 0 })),
    );
  const mutation = (
    called: Parameters<typeof getFunctionName>[0],
    { endpoint }: { endpoint: string },
  ) => {
    if (market.refused.has(endpoint)) throw new ConvexError({ code: "BAD_PUSH_SUBSCRIPTION" });
    if (getFunctionName(called) === "push:subscribe") market.devices.add(endpoint);
    else market.devices.delete(endpoint);
    return Promise.resolve(null);
  };
  return { accountId, query, mutation } as unknown as MarketClient;
}

beforeEach(() => {
  Object.assign(browser, { subscription: null, permission: "default", answer: "granted" });
  Object.assign(market, { key: KEY, devices: new Set(), refused: new Set() });
  const kept = new Map<string, string>();
  const Notification = {
    get permission() {
      return browser.permission;
    },
    requestPermission: () => Promise.resolve((browser.permission = browser.answer)),
  };
  vi.stubGlobal("window", { isSecureContext: true, PushManager: {}, Notification });
  vi.stubGlobal("Notification", Notification);
  vi.stubGlobal("location", { origin: "http://192.168.1.5:3211" });
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.stubGlobal("navigator", {
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140",
    maxTouchPoints: 0,
    serviceWorker: {
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    },
  });
});

describe("pushes", () => {
  test("are turned on with the market's key, and sent to the server", async () => {
    await turnOnPush(clientOf("asha"));
    expect(browser.subscription).toMatchObject({ key: KEY });
    expect([...market.devices]).toEqual([browser.subscription?.endpoint]);
    expect(isPushWanted("asha")).toBe(true);
    expect(isPushWanted("meena")).toBe(false);
  });

  test("are not turned on without the permission, or where the market has no key", async () => {
    browser.answer = "denied";
    await expect(turnOnPush(clientOf("asha"))).rejects.toThrow(/blocks notifications/);
    Object.assign(browser, { permission: "default", answer: "default" });
    await expect(turnOnPush(clientOf("asha"))).rejects.toThrow("Notifications were not allowed.");
    Object.assign(browser, { answer: "granted" });
    market.key = null;
    await expect(turnOnPush(clientOf("asha"))).rejects.toThrow("Push is not set up");
    expect(browser.subscription).toBeNull();
    expect(isPushWanted("asha")).toBe(false);
  });

  test("get another address where the server refuses the one that the browser had", async () => {
    browser.subscription = { endpoint: "https://push.example/old", key: KEY };
    market.refused.add("https://push.example/old");
    await turnOnPush(clientOf("asha"));
    expect([...market.devices]).toEqual([browser.subscription.endpoint]);
    expect(market.devices).not.toContain("https://push.example/old");
  });

  test("end here and on the server when they are turned off, and are not renewed", async () => {
    await turnOnPush(clientOf("asha"));
    await turnOffPush(clientOf("asha"));
    await keepPush(clientOf("asha"));
    expect({ ...browser }).toMatchObject({ subscription: null });
    expect(market.devices.size).toBe(0);
  });

  test("end when somebody signs out", async () => {
    await turnOnPush(clientOf("asha"));
    await forgetPush();
    expect({ ...browser }).toMatchObject({ subscription: null });
    market.devices.clear();
    await keepPush(clientOf("asha"));
    expect(market.devices.size).toBe(0);
  });
});

describe("a lost subscription is renewed without a question", () => {
  test.each([
    ["the server has another key", () => (market.key = OTHER_KEY)],
    ["the push service dropped its address", () => market.devices.clear()],
    ["the browser lost it", () => (browser.subscription = null)],
  ])("when %s", async (_, lose) => {
    await turnOnPush(clientOf("asha"));
    const before = browser.subscription?.endpoint;
    lose();
    await keepPush(clientOf("asha"));
    expect(browser.subscription?.endpoint).not.toBe(before);
    expect(browser.subscription).toMatchObject({ key: market.key });
    expect(market.devices).toContain(browser.subscription?.endpoint);
  });

  test("and left alone while it is whole", async () => {
    await turnOnPush(clientOf("asha"));
    const before = { ...browser.subscription };
    await keepPush(clientOf("asha"));
    expect(browser.subscription).toEqual(before);
  });

  test("but not for the next account of the browser, or without the permission", async () => {
    await turnOnPush(clientOf("asha"));
    market.devices.clear();
    await keepPush(clientOf("meena"));
    await keepPush(clientOf(null));
    browser.permission = "default";
    await keepPush(clientOf("asha"));
    expect(market.devices.size).toBe(0);
  });
});

describe("a browser that can't show pushes", () => {
  test("is told that they need https", async () => {
    Object.assign(window, { isSecureContext: false });
    expect(pushProblem()).toBe("insecure");
    await expect(turnOnPush(clientOf("asha"))).rejects.toThrow(
      "Push needs https. This address is http://192.168.1.5:3211.",
    );
  });

  test("is told to install the app on an iPhone", () => {
    Object.assign(navigator, {
      userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
    });
    Reflect.deleteProperty(window, "PushManager");
    expect(pushProblem()).toBe("notInstalled");
  });

  test("is told so where it is of another make", () => {
    Reflect.deleteProperty(window, "PushManager");
    expect(pushProblem()).toBe("unsupported");
  });

  test("is told that the permission was denied", () => {
    browser.permission = "denied";
    expect(pushProblem()).toBe("denied");
  });
});
