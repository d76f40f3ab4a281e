/** Shows pushes as notifications while the app is closed, and opens the app at the place that a notification tells of. */
import type { OpenPath, SubscriptionChanged } from "./pushMessages";

/** The parts of a service worker that are used here: the app's other code is checked without a worker's types. */
type WindowOfApp = {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown, transfer?: Transferable[]): void;
};
type PushScope = {
  readonly location: { readonly origin: string };
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
    readonly pushManager: { subscribe(options: object): Promise<unknown> };
  };
  readonly clients: {
    matchAll(options: {
      readonly type: "window";
      readonly includeUncontrolled: boolean;
    }): Promise<readonly WindowOfApp[]>;
    openWindow(url: string): Promise<unknown>;
  };
};
type Lasting = { waitUntil(work: Promise<unknown>): void };
type PushCame = Lasting & { readonly data: { json(): unknown } | null };
type NotificationClicked = Lasting & {
  readonly notification: { readonly data: unknown; close(): void };
};
type AddressChanged = Lasting & {
  readonly oldSubscription?: { readonly options: object } | null;
};

const ICON = "/icon-192.png";
const HOME = "/";
/** A window that shows the app answers sooner. */
const ANSWER_MS = 1_000;

type Shown = {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly tag: string | undefined;
};

/** Returns a path of the app at this origin; the home page for anything else. */
function pathIn(origin: string, path: unknown): string {
  if (typeof path !== "string" || !URL.canParse(path, origin)) return HOME;
  const url = new URL(path, origin);
  return url.origin === origin ? url.pathname + url.search + url.hash : HOME;
}

function asString(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function json(data: PushCame["data"]): Record<string, unknown> {
  try {
    return (data?.json() ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The browser demands that each push shows something, also one that can't be read. */
function shownFor(origin: string, data: PushCame["data"]): Shown {
  const { title, body, path, tag } = json(data);
  const text = asString(title);
  return {
    title: text === "" ? "News in Mandi" : text,
    body: asString(body),
    path: pathIn(origin, path),
    tag: asString(tag) === "" ? undefined : asString(tag),
  };
}

function onPush({ location, registration }: PushScope, event: PushCame): void {
  const { title, body, path, tag } = shownFor(location.origin, event.data);
  // A later notification of the same thing takes the place of the earlier one, and is heard again.
  const grouped = tag === undefined ? {} : { tag, renotify: true };
  const options = { body, icon: ICON, badge: ICON, data: { path }, ...grouped };
  event.waitUntil(registration.showNotification(title, options));
}

/** Resolves to true when the window has opened the path itself, which keeps what is typed into it. */
function openInApp(shown: WindowOfApp, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_MS);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const message: OpenPath = { type: "open path", path };
    shown.postMessage(message, [port2]);
  });
}

async function openPath({ clients, location }: PushScope, path: string): Promise<void> {
  const url = location.origin + path;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find(({ focused }) => focused) ?? windows[0];
  if (shown === undefined) {
    await clients.openWindow(url);
    return;
  }
  await shown.focus();
  // A window that does not answer is signed out, or was opened before an update.
  if (!(await openInApp(shown, path))) await shown.navigate(url);
}

function onNotificationClick(scope: PushScope, event: NotificationClicked): void {
  event.notification.close();
  const { path } = (event.notification.data ?? {}) as { path?: unknown };
  event.waitUntil(openPath(scope, pathIn(scope.location.origin, path)));
}

async function renew(scope: PushScope, options: object | undefined): Promise<void> {
  if (options !== undefined) await scope.registration.pushManager.subscribe(options);
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const message: SubscriptionChanged = { type: "subscription changed" };
  for (const each of windows) each.postMessage(message);
}

/** Subscribes again at once; the server learns the new address from a window, now or when the app is opened next. */
function onSubscriptionChange(scope: PushScope, event: AddressChanged): void {
  event.waitUntil(renew(scope, event.oldSubscription?.options));
}

type PushWorker = PushScope & {
  addEventListener(type: "push", listener: (event: PushCame) => void): void;
  addEventListener(type: "notificationclick", listener: (event: NotificationClicked) => void): void;
  addEventListener(type: "pushsubscriptionchange", listener: (event: AddressChanged) => void): void;
};

/** Registers the handlers. */
export function handlePushes(worker: PushWorker): void {
  worker.addEventListener("push", (event) => onPush(worker, event));
  worker.addEventListener("notificationclick", (event) => onNotificationClick(worker, event));
  worker.addEventListener("pushsubscriptionchange", (event) => onSubscriptionChange(worker, event));
}
