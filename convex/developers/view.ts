/** API keys, webhooks and deliveries as their owner sees them: never a key's digest or a webhook's secret. */
import { v } from "convex/values";
import { deliveryState, toldEvent, webhookFields } from "../webhooks/schema";
import { keyScope } from "./schema";

export const keyView = v.object({
  _id: v.id("apiKeys"),
  name: v.string(),
  start: v.string(),
  scope: keyScope,
  createdAt: v.number(),
  lastUsedAt: v.optional(v.number()),
});

export const webhookView = v.object({
  _id: v.id("webhooks"),
  ...webhookFields,
  createdAt: v.number(),
});

export const deliveryView = v.object({
  _id: v.id("webhookDeliveries"),
  eventId: v.id("webhookEvents"),
  type: toldEvent,
  state: deliveryState,
  attempts: v.number(),
  nextAttemptAt: v.optional(v.number()),
  status: v.optional(v.number()),
  problem: v.optional(v.string()),
  createdAt: v.number(),
});
