/** The card of the settings page that says what the account may still store today. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { ADMIN, MEENA } from "../../testing/fixtures.setup";
import { clientFor, expectTexts, open } from "../../testing/screen.setup";

const card = page.getByRole("region", { name: "Space", exact: true });
const MB = 2 ** 20;
const NOON = Date.parse("2026-11-24T12:00:00+05:30");

test("[LIMIT6] the settings say what is left of today's space, and when the rest is back", async () => {
  const client = clientFor(MEENA).answer(api.account.space, [
    { of: "rows", leftBytes: 20 * MB, maxBytes: 100 * MB, fullAt: NOON },
    { of: "pictures", leftBytes: 1_024 * MB, maxBytes: 1_024 * MB, fullAt: NOON },
  ]);
  await open("/settings", client);
  await expectTexts(
    card,
    "20 MB left today for orders, products and messages",
    "1024 MB left today for pictures",
  );
  await expect.element(card.getByText("all of it by 24 Nov 2026, 12:00 pm")).toBeVisible();
  expect(card.getByText("It comes back steadily").elements()).toHaveLength(1);
  await open("/settings", clientFor(ADMIN));
  await expect.element(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  expect(card.elements()).toEqual([]);
});
