import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { warnWhileUnsent } from "./leaveWarning";

let page: EventTarget;
let activation: { hasBeenActive: boolean } | undefined;
let hasUnsentCommands: boolean;
let changed: () => void;
let stop: () => void;
let listened: MockInstance<EventTarget["addEventListener"]>;
const added = () => listened.mock.calls.filter(([name]) => name === "beforeunload").length;

beforeEach(() => {
  page = new EventTarget();
  listened = vi.spyOn(page, "addEventListener");
  activation = { hasBeenActive: false };
  hasUnsentCommands = false;
  vi.stubGlobal("window", page);
  vi.stubGlobal("navigator", {
    get userActivation() {
      return activation;
    },
  });
  stop = warnWhileUnsent({
    get hasUnsentCommands() {
      return hasUnsentCommands;
    },
    subscribeToConnectionState: (listener) => {
      changed = listener as () => void;
      return () => undefined;
    },
  });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

function setUnsent(isUnsent: boolean): void {
  hasUnsentCommands = isUnsent;
  changed();
}

function press(): void {
  if (activation !== undefined) activation.hasBeenActive = true;
  page.dispatchEvent(new Event("keydown"));
}

/** Returns true if the browser would ask. */
function asksOnLeaving(): boolean {
  return !page.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

it("listens to no leaving of a page that has nothing unsent", () => {
  press();
  changed();
  expect(added()).toBe(0);
  expect(asksOnLeaving()).toBe(false);
});

it("listens to no leaving before the page had a gesture, and from then on while something is unsent", () => {
  setUnsent(true);
  expect(added()).toBe(0);
  press();
  expect(asksOnLeaving()).toBe(true);
  setUnsent(false);
  expect(asksOnLeaving()).toBe(false);
  setUnsent(true);
  expect(asksOnLeaving()).toBe(true);
  stop();
  expect(asksOnLeaving()).toBe(false);
});

it("asks while something is unsent where the browser tells nothing of gestures", () => {
  activation = undefined;
  setUnsent(true);
  expect(asksOnLeaving()).toBe(true);
});
