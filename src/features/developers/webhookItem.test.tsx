/** The state of a webhook that does not work, as its owner sees it. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Id } from "../../../convex/_generated/dataModel";
import { ASHA } from "../../testing/fixtures.setup";
import { clientFor, show } from "../../testing/screen.setup";
import { WebhookItem } from "./WebhookItem";

const WEBHOOK = {
  _id: "webhook" as Id<"webhooks">,
  url: "https://shop.example/hook",
  events: ["order.placed" as const],
  createdAt: 0,
};

test.each([
  [
    "a host without an answer",
    { failingSince: 0, silentSince: 0 },
    /Its host has not answered since .*after a day without an answer the webhook is paused/,
  ],
  ["failures", { failingSince: 0 }, /Failing since .*Messages are tried again for a day/],
  ["a pause", { failingSince: 0, silentSince: 0, pausedAt: 0 }, /Paused: since .*resumes it/],
])("its owner is told of %s", async (_, state, text) => {
  show(<WebhookItem webhook={{ ...WEBHOOK, ...state }} role="distributor" />, clientFor(ASHA));
  await expect.element(page.getByRole("listitem")).toMatchTextContent(text);
});
