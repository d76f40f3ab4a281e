/**
 * Registers the service worker and follows its versions. A new version waits until a person reloads; then all tabs are served by
 * it, and those that still run the old one are told.
 */
import type { Connection } from "../../live/connection";
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

export class WorkerUpdates implements Updates {
  #state: UpdateState = "current";
  #waiting: ServiceWorker | null = null;
  #isReloading = false;
  #registration: ServiceWorkerRegistration | null = null;
  #checking: Promise<boolean> | null = null;
  /** The script was not fetched yet, or not when it should have been. */
  #isDue = true;
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

  /** Registers the worker and checks for versions while the server can be reached: a script that can't be fetched is an error in the console. */
  watch(connection: Connection): () => void {
    const check = async () => {
      this.#isDue = true;
      if (connection.state().canSend) this.#isDue = !(await this.#check());
    };
    const checkIfDue = () => {
      if (this.#isDue) void check();
    };
    const checkNow = () => void check();
    const unsubscribe = connection.subscribe(checkIfDue);
    window.addEventListener("focus", checkNow);
    const timer = setInterval(checkNow, CHECK_EVERY_MS);
    checkIfDue();
    return () => {
      unsubscribe();
      window.removeEventListener("focus", checkNow);
      clearInterval(timer);
    };
  }

  /** Resolves to false where it must be done again. */
  #check(): Promise<boolean> {
    this.#checking ??= this.#fetchScript()
      // Private windows may refuse it; the app works without.
      .then(
        () => true,
        () => false,
      )
      .finally(() => (this.#checking = null));
    return this.#checking;
  }

  async #fetchScript(): Promise<void> {
    if (this.#registration !== null) {
      await this.#registration.update();
      return;
    }
    const options = { updateViaCache: "none" } as const;
    this.#registration = await this.#container.register("/sw.js", options);
    this.#follow(this.#registration);
  }

  #follow(registration: ServiceWorkerRegistration): void {
    // A page that was being loaded while the worker claimed all pages was left out; so was one that was reloaded past it.
    if (this.#container.controller === null) registration.active?.postMessage(CLAIM);
    this.#noteWaiting(registration);
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing?.addEventListener("statechange", () => this.#noteWaiting(registration));
    });
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

/** Returns the page's one follower of versions; null where the browser has no service workers, as on http:// that is not this computer. */
export function workerUpdates(): WorkerUpdates | null {
  if (!("serviceWorker" in navigator)) return null;
  return (updates ??= new WorkerUpdates(navigator.serviceWorker, () => window.location.reload()));
}
