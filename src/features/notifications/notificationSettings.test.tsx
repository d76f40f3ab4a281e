/** The card of the settings page for notifications. */
import { ConvexError } from "convex/values";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { defaultSettings } from "../../../domain/notifications";
import type { Me } from "../../session/userdata";
import { type FakeClient, serverError } from "../../testing/fakeClient.setup";
import { ADMIN, ASHA, MEENA } from "../../testing/fixtures.setup";
import {
  choose,
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../testing/screen.setup";
import type { Settings } from "./settings";

const card = page.getByRole("region", { name: "Notifications", exact: true });
const box = (name: string) => card.getByRole("checkbox", { name, exact: true });

function defaultsOf({ role }: Me): Settings {
  const { channels, ...settings } = defaultSettings(role);
  const rows = Object.entries(channels) as [keyof typeof channels, readonly string[]][];
  return {
    ...settings,
    channels: rows.map(([kind, chosen]) => ({ kind, channels: [...chosen] })),
  } as Settings;
}

/** Answers the settings, and each change by the settings with it. */
function withSettings(me: Me, settings = defaultsOf(me)): FakeClient {
  const client = clientFor(me).answer(api.notifications.settings, settings);
  return client.onCall(api.notifications.saveSettings, (changed) => {
    client.answer(api.notifications.settings, changed);
    return null;
  });
}

const saved = (client: FakeClient) => client.argsOf(api.notifications.saveSettings).at(-1);

describe("channels", () => {
  test("[BELL7] each kind of the role has Bell, Sound, Push and Mail, saved by the click", async () => {
    const client = withSettings(ASHA);
    await open("/settings", client);
    await expectTexts(card, "Tell me of", "Bell", "Sound", "Push", "Mail");
    await expectTexts(card, "New orders", "Cancelled orders", "Answers to your offers", "Messages");
    await expectTexts(card, "Payments to confirm", "Connection requests");
    await expect.element(box("New orders: Sound")).toBeChecked();
    await expect.element(box("Messages: Mail")).not.toBeChecked();
    await box("Messages: Mail").click();
    await expect.element(box("Messages: Mail")).toBeChecked();
    expect(saved(client)?.channels).toContainEqual({
      kind: "message",
      channels: ["bell", "push", "mail"],
    });
    await box("New orders: Bell").click();
    await expect.element(box("New orders: Sound")).not.toBeChecked();
  });

  test("[BELL7] a retailer has kinds of their own, and an admin has no such card", async () => {
    await open("/settings", withSettings(MEENA));
    await expectTexts(card, "Accepted orders", "Rejected orders", "Completed orders");
    await expectTexts(card, "Offers to send less", "Answers to your payments");
    expect(box("New orders: Bell").elements()).toEqual([]);
    await open("/settings", clientFor(ADMIN));
    await expect.element(page.getByRole("heading", { name: "Settings" })).toBeVisible();
    expect(card.elements()).toEqual([]);
  });

  test("[BELL7] nothing can be chosen until the settings have come; a failure has Retry", async () => {
    const client = clientFor(ASHA);
    await open("/settings", client);
    await expect.element(box("New orders: Bell")).toBeDisabled();
    await expect.element(box("Quiet hours")).toBeDisabled();
    const { height } = card.element().getBoundingClientRect();
    client.answer(api.notifications.settings, serverError());
    await expectTexts(card, "Your notification settings could not be loaded.");
    await expect.element(card.getByRole("button", { name: "Retry" })).toBeVisible();
    client.answer(api.notifications.settings, defaultsOf(ASHA));
    await expect.element(box("New orders: Bell")).toBeEnabled();
    expect(card.element().getBoundingClientRect().height).toBe(height);
  });

  test("[BELL7] a refused change is taken back with the reason", async () => {
    const client = withSettings(ASHA).onCall(api.notifications.saveSettings, () => serverError());
    await open("/settings", client);
    await box("Messages: Sound").click();
    await expectTexts(card, "Your notification settings could not be saved. Please try again.");
    await expect.element(box("Messages: Sound")).not.toBeChecked();
    client.onCall(api.notifications.saveSettings, () => new ConvexError({ code: "TOO_MANY" }));
    await box("Messages: Sound").click();
    await expectTexts(card, "Too many attempts. Please try again later.");
  });

  test("[BELL7] the card fits a phone", async () => {
    await usePhone();
    await open("/settings", withSettings(ASHA));
    await expect.element(box("Payments to confirm: Mail")).toBeVisible();
    await expectNoSidewaysScroll();
  });
});

describe("times", () => {
  test("[BELL8] quiet hours may span midnight and count when the field is left", async () => {
    const client = withSettings(ASHA);
    await open("/settings", client);
    await expectTexts(card, "Everything rings and is pushed at any time.");
    await expect.element(card.getByLabelText("From")).toBeDisabled();
    await box("Quiet hours").click();
    await expectTexts(card, "Nothing rings or is pushed between 9:00 pm and 8:00 am.");
    await card.getByLabelText("From").fill("22:30");
    expect(saved(client)).toMatchObject({ quietFrom: 21 * 60, quietTo: 8 * 60 });
    await userEvent.keyboard("{Enter}");
    await expectTexts(card, "Nothing rings or is pushed between 10:30 pm and 8:00 am.");
    await expect.element(card.getByLabelText("From")).toHaveFocus();
    const to = card.getByLabelText("To", { exact: true });
    await to.fill("22:30");
    await card.getByLabelText("From").click();
    await expectTexts(card, "Both times are the same, so no hour is quiet.");
    await to.fill("");
    await card.getByLabelText("From").click();
    await expect.element(to).toHaveValue("22:30");
    await box("Quiet hours").click();
    await expectTexts(card, "Everything rings and is pushed at any time.");
    expect(saved(client)?.quietFrom).toBeUndefined();
  });

  test("[BELL8] mails come at once or collected, and sums and repeats are chosen", async () => {
    const client = withSettings(ASHA);
    await open("/settings", client);
    await expect.element(box("Show sums on the lock screen")).toBeEnabled();
    await expect.element(card.getByLabelText("Mails")).toHaveDisplayValue("Each at once");
    await choose(card.getByLabelText("Mails"), "Collected, at 8:00 am and 6:00 pm");
    await expect.poll(() => saved(client)?.digest).toBe("morningAndEvening");
    await box("Show sums on the lock screen").click();
    await expect.element(box("Show sums on the lock screen")).toBeChecked();
    await box("Repeat the sound until the order is answered").click();
    await expect
      .poll(() => saved(client))
      .toMatchObject({
        ...{ digest: "morningAndEvening", showsSums: true, repeatsSound: true },
      });
  });
});
