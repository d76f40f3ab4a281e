/** The part of the settings for pushes, in a browser whose push service is made up. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { api } from "../../../convex/_generated/api";
import { ASHA } from "../../testing/fixtures.setup";
import type { FakeClient } from "../../testing/fakeClient.setup";
import { clientFor, expectTexts, show } from "../../testing/screen.setup";
import { PushSettings } from "./PushSettings";

const KEY = `B${"A".repeat(86)}`;
const ENDPOINT = "https://push.example/1";
const OFF =
  "This device can show orders, messages and payments while Mandi is closed. It asks you for permission first.";
const ON = "This device shows notifications while Mandi is closed, until you sign out.";

const browser = { isSubscribed: false, permission: "default", answer: "granted" };

const subscription = {
  endpoint: ENDPOINT,
  options: { applicationServerKey: null },
  getKey: () => new ArrayBuffer(3),
  unsubscribe: () => {
    browser.isSubscribed = false;
    return Promise.resolve(true);
  },
};
const registration = {
  pushManager: {
    getSubscription: () => Promise.resolve(browser.isSubscribed ? subscription : null),
    subscribe: () => {
      browser.isSubscribed = true;
      return Promise.resolve(subscription);
    },
  },
};

beforeEach(() => {
  Object.assign(browser, { isSubscribed: false, permission: "default", answer: "granted" });
  vi.stubGlobal("Notification", {
    get permission() {
      return browser.permission;
    },
    requestPermission: () => Promise.resolve((browser.permission = browser.answer)),
  });
  const { serviceWorker } = navigator;
  vi.spyOn(serviceWorker, "ready", "get").mockReturnValue(Promise.resolve(registration) as never);
  vi.spyOn(serviceWorker, "getRegistration").mockResolvedValue(registration as never);
});
afterEach(() => void vi.unstubAllGlobals());

const button = (name: string) => page.getByRole("button", { name, exact: true });
const turnOn = button("Turn on notifications on this device");

function open(prepare: (client: FakeClient) => void): FakeClient {
  const client = clientFor(ASHA);
  prepare(client);
  show(
    <ConvexAuthProvider client={client} storageNamespace={client.url} shouldHandleCode={false}>
      <PushSettings />
    </ConvexAuthProvider>,
  );
  return client;
}

/** A market that keeps the device that subscribes. */
function market(client: FakeClient): void {
  const tell = (endpoints: readonly string[]) =>
    client.answer(
      api.push.devices,
      endpoints.map((endpoint) => ({ endpoint, createdAt: 0 })),
    );
  tell(["https://push.example/other"]).answer(api.push.publicKey, KEY);
  client.onCall(api.push.subscribe, ({ endpoint }) => {
    tell(["https://push.example/other", endpoint]);
    return null;
  });
  client.onCall(api.push.unsubscribe, () => {
    tell(["https://push.example/other"]);
    return null;
  });
  client.onCall(api.push.test, () => null);
}

test("pushes are turned on by a click, tested and turned off", async () => {
  const client = open(market);
  await expectTexts(page, OFF, "On for 1 device.");
  await turnOn.click();
  await expectTexts(page, ON, "On for 2 devices.");
  await button("Send a test").click();
  await expectTexts(page, "A test is on its way to this device.");
  expect(client.calls.map(({ name }) => name)).toContain("push:test");
  await button("Turn off on this device").click();
  await expectTexts(page, OFF, "On for 1 device.");
});

test.each([
  [1, "On for 2 devices. The push service of 1 of them does not answer: "],
  [2, "On for 2 devices. The push services of 2 of them do not answer: "],
])("%i push services without an answer are named, and what comes of it", async (silent, text) => {
  open((client) => {
    market(client);
    client.answer(
      api.push.devices,
      [1, 2].map((n) => ({
        endpoint: `https://push.example/${n}`,
        createdAt: 0,
        ...(n <= silent && { silentSince: 0 }),
      })),
    );
  });
  await expectTexts(page, `${text}after a day without an answer a device is removed.`);
});

test("a permission that is denied is said, and nothing is subscribed", async () => {
  browser.answer = "denied";
  const client = open(market);
  await turnOn.click();
  await expect
    .element(page.getByRole("region", { name: "Notifications on this device" }).getByRole("alert"))
    .toMatchTextContent("This browser blocks notifications");
  expect(client.calls).toEqual([]);
});

test("a browser or a market without pushes says why", async () => {
  open((client) => void client.answer(api.push.devices, []).answer(api.push.publicKey, null));
  await expectTexts(page, "Push is not set up in this market.");
  await expect.element(turnOn).not.toBeInTheDocument();
  vi.stubGlobal("isSecureContext", false);
  open(market);
  await expectTexts(page, `Push needs https. This address is ${location.origin}.`);
  await expect.element(turnOn).not.toBeInTheDocument();
});

test("the button waits for the server, and a failure goes away with the next answer", async () => {
  const client = open(() => undefined);
  await expectTexts(page, "Loading...");
  await expect.element(turnOn).toBeDisabled();
  client.answer(api.push.devices, new Error("Out of order")).answer(api.push.publicKey, KEY);
  await expectTexts(page, "This device's notifications could not be loaded.");
  await expect.element(button("Retry")).toBeVisible();
  market(client);
  await expectTexts(page, OFF);
});
