/** The bar that offers a new version, and the settings' card about this device. */
import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { MEENA } from "../../testing/fixtures.setup";
import {
  clientFor,
  open,
  show,
  usePhone,
  expectNoSidewaysScroll,
} from "../../testing/screen.setup";
import { Textarea } from "../../ui/Textarea";
import { UpdateBar } from "./UpdateBar";
import type { UpdateState, Updates } from "./updates";
import { watchInstallOffer } from "../../device/installOffer";

/** Versions that the test sets. */
class FakeUpdates implements Updates {
  #state: UpdateState = "current";
  readonly #listeners = new Set<() => void>();
  readonly reload = vi.fn();

  readonly state = () => this.#state;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  set(state: UpdateState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

const ready = page.getByText("A new version is ready.");
const field = page.getByLabelText("Note");

function showBar(): FakeUpdates {
  const updates = new FakeUpdates();
  const client = clientFor(MEENA);
  show(
    <ConvexAuthProvider client={client} storageNamespace={client.url} shouldHandleCode={false}>
      <Textarea aria-label="Note" />
      <UpdateBar updates={updates} />
    </ConvexAuthProvider>,
  );
  return updates;
}

describe("a new version", () => {
  test("is offered at once while nothing is typed, and taken by one click", async () => {
    const updates = showBar();
    await expect.element(field).toBeVisible();
    expect(ready.elements()).toHaveLength(0);
    updates.set("waiting");
    await expect.element(ready).toBeVisible();
    await page.getByRole("button", { name: "Reload" }).click();
    expect(updates.reload).toHaveBeenCalledTimes(1);
  });

  test("waits while a field holds typed text, also one without the focus", async () => {
    const updates = showBar();
    await field.fill("Half a sentence");
    updates.set("taken");
    (document.activeElement as HTMLElement).blur();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(ready.elements()).toHaveLength(0);
    await field.fill("");
    await expect.element(ready).toBeVisible();
    await userEvent.type(field, "More");
    await expect.poll(() => ready.elements().length).toBe(0);
  });

  test("has room on a phone", async () => {
    await usePhone();
    const updates = showBar();
    updates.set("waiting");
    await expect.element(ready).toBeVisible();
    await expectNoSidewaysScroll();
  });
});

describe("the settings of this device", () => {
  const card = page.getByRole("region", { name: "This device", exact: true });
  afterEach(() => void vi.unstubAllGlobals());

  test("[PWA6] say what is missing on an address without https", async () => {
    vi.stubGlobal("isSecureContext", false);
    await open("/settings", clientFor(MEENA));
    await expect
      .element(card)
      .toMatchTextContent(
        "Installing, alerts with the app closed and offline pages need https or this computer itself.",
      );
  });

  test("install Mandi where the browser offers it, once", async () => {
    watchInstallOffer();
    await open("/settings", clientFor(MEENA));
    await expect.element(card).toMatchTextContent("Your browser installs Mandi from its own menu");
    const prompt = vi.fn(() => Promise.resolve());
    window.dispatchEvent(Object.assign(new Event("beforeinstallprompt"), { prompt }));
    await card.getByRole("button", { name: "Install Mandi" }).click();
    expect(prompt).toHaveBeenCalledTimes(1);
    await expect.element(card.getByRole("button")).not.toBeInTheDocument();
  });
});
