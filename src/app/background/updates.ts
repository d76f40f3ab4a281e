/**
 * Registers the service worker and follows its versions. A new version waits until a person reloads; then all tabs are served by
 * it, and those that still run the old one are told.
 */
import { CLAIM, TAKE_OVER } from "../../worker/messages";

const CHECK_EVERY_MS = 60 * 60_000;

export type UpdateState =
  /** Nothing new. */
  | "current"
  /** A new version is installed and waits. */
  | "waiting"
  /** Another tab has taken the new version; this one still runs the old one. */
  | "taken";

export type Updates = {
  readonly state: () => UpdateState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Takes the new version and loads the page again with it. */
  readonly reload: () => void;
};

class WorkerUpdates implements Updates {
  #state: UpdateState = "current";
  #waiting: ServiceWorker | null = null;
  #isReloading = false;
  readonly #container: ServiceWorkerContainer;
  readonly #listeners = new Set<() => void>();
  readonly #reloadPage: () => void;

  constructor(container: ServiceWorkerContainer, reloadPage: () => void) {
    this.#container = container;
    this.#reloadPage = reloadPage;
    // The first worker of this browser takes the page over, which is no update.
    let isControlled = container.controller !== null;
    container.addEventListener("controllerchange", () => {
      if (this.#isReloading) reloadPage();
      else if (isControlled) this.#set("taken");
      isControlled = true;
    });
  }

  readonly state = (): UpdateState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly reload = (): void => {
    if (this.#waiting === null || this.#state === "taken") {
      this.#reloadPage();
      return;
    }
    this.#isReloading = true;
    this.#waiting.postMessage(TAKE_OVER);
  };

  follow(registration: ServiceWorkerRegistration): void {
    // A page that was being loaded while the worker claimed all pages was left out; so was one that was reloaded past it.
    if (this.#container.controller === null) registration.active?.postMessage(CLAIM);
    this.#noteWaiting(registration);
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing?.addEventListener("statechange", () => this.#noteWaiting(registration));
    });
    const check = () => void registration.update().catch(() => undefined);
    window.addEventListener("focus", check);
    setInterval(check, CHECK_EVERY_MS);
  }

  #noteWaiting({ waiting }: ServiceWorkerRegistration): void {
    if (waiting === null || this.#container.controller === null) return;
    this.#waiting = waiting;
    this.#set("waiting");
  }

  #set(state: UpdateState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

let updates: WorkerUpdates | null = null;

/** Registers once for the page; null where the browser has no service workers, as on http:// that is not this computer. */
export function registerWorker(): Updates | null {
  if (!("serviceWorker" in navigator)) return null;
  if (updates !== null) return updates;
  const { serviceWorker } = navigator;
  const created = new WorkerUpdates(serviceWorker, () => window.location.reload());
  updates = created;
  serviceWorker
    .register("/sw.js", { updateViaCache: "none" })
    .then((registration) => created.follow(registration))
    // Private windows may refuse it; the app works without.
    .catch(() => undefined);
  return created;
}
