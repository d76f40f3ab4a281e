/** The handlers of pushes, in a service worker without a browser. */
import { beforeEach, expect, test, vi } from "vitest";
import { handlePushes } from "./push";

const ORIGIN = "https://mandi.example";

type Listener = (event: object) => void;
const work: Promise<unknown>[] = [];
const waitUntil = (promise: Promise<unknown>) => void work.push(promise);

/** A window that answers what it is asked to open, unless it is signed out. */
function windowOf(answers: boolean, focused = false) {
  const asked: unknown[] = [];
  return {
    asked,
    ...{ url: `${ORIGIN}/chat`, focused },
    focus: vi.fn(() => Promise.resolve()),
    navigate: vi.fn(() => Promise.resolve()),
    postMessage(message: unknown, transfer: Transferable[] = []) {
      asked.push(message);
      const [port] = transfer as MessagePort[];
      if (answers) port?.postMessage("opened");
      port?.close();
    },
  };
}

function startWorker(windows: ReturnType<typeof windowOf>[] = []) {
  const listeners = new Map<string, Listener>();
  const worker = {
    location: { origin: ORIGIN },
    registration: {
      showNotification: vi.fn(() => Promise.resolve()),
      pushManager: { subscribe: vi.fn(() => Promise.resolve()) },
    },
    clients: {
      matchAll: vi.fn(() => Promise.resolve(windows)),
      openWindow: vi.fn(() => Promise.resolve()),
    },
    addEventListener: (type: string, listener: unknown) =>
      void listeners.set(type, listener as Listener),
  };
  handlePushes(worker);
  const fire = async (type: string, event: object) => {
    listeners.get(type)?.({ ...event, waitUntil });
    await Promise.all(work);
  };
  const push = (text: string | null) =>
    fire("push", { data: text === null ? null : { json: () => JSON.parse(text) as unknown } });
  const click = async (data: unknown) => {
    const close = vi.fn();
    await fire("notificationclick", { notification: { data, close } });
    expect(close).toHaveBeenCalledOnce();
  };
  return { worker, push, click, fire };
}

beforeEach(() => {
  work.length = 0;
});

test("a push is shown, and a later one of the same thing takes its place and is heard again", async () => {
  const { worker, push } = startWorker();
  const told = { title: "Order from Corner Shop", body: "5 lines", path: "/chat?with=a", tag: "t" };
  await push(JSON.stringify(told));
  expect(worker.registration.showNotification).toHaveBeenCalledWith(told.title, {
    ...{ body: "5 lines", icon: "/icon-192.png", badge: "/icon-192.png" },
    ...{ data: { path: "/chat?with=a" }, tag: "t", renotify: true },
  });
});

test.each([null, "", "{", "null", "[]", '"text"', '{"title":1,"body":{},"path":7,"tag":[]}'])(
  "a push with %s shows that there is news",
  async (text) => {
    const { worker, push } = startWorker();
    await push(text);
    const shown = { body: "", data: { path: "/" } };
    const { calls } = worker.registration.showNotification.mock;
    expect(calls).toEqual([["News in Mandi", expect.objectContaining(shown)]]);
  },
);

test.each([
  ...["https://evil.example/", "//evil.example/", "javascript:alert(1)", "data:text/html,a"],
  ...["http://mandi.example/", "\\\\evil.example", "https://mandi.example@evil.example/"],
])("a push never leads to %s", async (path) => {
  const { worker, push, click } = startWorker();
  await push(JSON.stringify({ title: "Order", path }));
  const { calls } = worker.registration.showNotification.mock;
  expect(calls).toEqual([["Order", expect.objectContaining({ data: { path: "/" } })]]);
  await click({ path });
  expect(worker.clients.openWindow).toHaveBeenCalledWith(`${ORIGIN}/`);
});

test("a click opens the app where none is open", async () => {
  const { worker, click } = startWorker();
  await click({ path: "/khata/a" });
  expect(worker.clients.openWindow).toHaveBeenCalledWith(`${ORIGIN}/khata/a`);
});

test("a click asks the open window in front, which keeps what is typed into it", async () => {
  const [behind, front] = [windowOf(true), windowOf(true, true)];
  const { worker, click } = startWorker([behind, front]);
  await click({ path: "/khata/a" });
  expect(front.focus).toHaveBeenCalledOnce();
  expect(front.asked).toEqual([{ type: "open path", path: "/khata/a" }]);
  for (const { navigate } of [behind, front]) expect(navigate).not.toHaveBeenCalled();
  expect(worker.clients.openWindow).not.toHaveBeenCalled();
});

test("a click navigates a window that does not answer", async () => {
  const silent = windowOf(false);
  const { click } = startWorker([silent]);
  await click({ path: "/khata/a" });
  expect(silent.navigate).toHaveBeenCalledWith(`${ORIGIN}/khata/a`);
});

test("a new address is subscribed at once, and told to the windows", async () => {
  const shown = windowOf(true);
  const { worker, fire } = startWorker([shown]);
  const options = { userVisibleOnly: true };
  await fire("pushsubscriptionchange", { oldSubscription: { options } });
  expect(worker.registration.pushManager.subscribe).toHaveBeenCalledWith(options);
  expect(shown.asked).toEqual([{ type: "subscription changed" }]);
});
