/** A session that ends without a sign-out: it leaves nothing of its account on the screen. */
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { ASHA } from "../testing/fixtures.setup";
import { clientFor, open } from "../testing/screen.setup";

/** Shows one notification, and returns the function that closes it. */
function showNotification() {
  const close = vi.fn();
  const registration = { getNotifications: () => Promise.resolve([{ close }]) };
  vi.spyOn(navigator.serviceWorker, "getRegistration").mockResolvedValue(registration as never);
  return close;
}

test("a session that was ended elsewhere leaves no notification on the screen", async () => {
  const close = showNotification();
  await open("/pendingorders_dist", clientFor(ASHA).answer(api.users.me, null));
  await expect.poll(() => close.mock.calls.length, { timeout: 5_000 }).toBe(1);
});

test("a visitor's browser closes the notifications of a session whose tokens are gone", async () => {
  const close = showNotification();
  await open("/auth/login", clientFor(null));
  await expect.element(page.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
  await expect.poll(() => close.mock.calls.length, { timeout: 8_000 }).toBe(1);
});
