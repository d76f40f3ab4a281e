// Every program that checks this file needs the types, and none shall have Node's besides.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./webPush.d.ts" />
"use node";
/** Encrypts one push for one device (RFC 8291), signs it (RFC 8292), sends it and notes how that went. */
import { type Infer, v } from "convex/values";
import webPush from "web-push";
import { PUSH_LIFETIME_MS } from "../../domain/limits";
import { internal } from "../_generated/api";
import { env } from "../_generated/server";
import { digest } from "../digest";
// This file runs in Node, too, which the rule does not look at.
// oxlint-disable-next-line @convex-dev/import-wrong-runtime
import { type Outcome, post } from "../outgoing/post";
import { internalAction } from "../functions";
import type { PushMessage } from "../outgoing/schema";
import { answerOf } from "../outgoing/targets";
import type { pushResult } from "./settle";
import type { PushKeys } from "./subscribe";

/** RFC 8030, 5.4. */
const TOPIC_LENGTH = 32;
const GONE = [404, 410];
const LATER = [408, 425, 429];

/** Returns the name under which a push service and a device replace an earlier push of the same thing; other devices' differ. */
async function topicOf(endpoint: string, subject: string): Promise<string> {
  const hash = (await digest(endpoint, subject)).replaceAll("+", "-").replaceAll("/", "_");
  return hash.slice(0, TOPIC_LENGTH);
}

/** Returns the address at which a push service reaches the operator. */
function contact(): string {
  const from = env.MAIL_FROM?.trim() ?? "";
  const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  if (address.includes("@")) return `mailto:${address}`;
  const site = env.SITE_URL ?? "";
  return site.startsWith("https://") ? site : "mailto:mandi@localhost";
}

/** @throws Error for a device's key that is no point of the curve. */
async function requestOf(
  { endpoint, p256dh, auth }: PushKeys,
  { title, body, path, subject, urgency, at }: PushMessage,
  keys: { readonly publicKey: string; readonly privateKey: string },
) {
  const topic = await topicOf(endpoint, subject);
  const payload = JSON.stringify({ title, body, path, tag: topic });
  const TTL = Math.max(Math.ceil((at + PUSH_LIFETIME_MS - Date.now()) / 1_000), 0);
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: null,
    TTL,
    urgency,
    topic,
  });
  const { publicKey, privateKey } = keys;
  const { origin } = new URL(endpoint);
  const encoding = "aes128gcm";
  const signed = webPush.getVapidHeaders(origin, contact(), publicKey, privateKey, encoding);
  const headers: Record<string, string> = { ...signed };
  for (const [name, value] of Object.entries(details.headers)) headers[name] = `${value}`;
  return { headers, body: details.body };
}

/** A timeout and an error of the service's own pass; what is wrong with the push or its signature does not. */
function resultOf({ taken, status }: Outcome): Infer<typeof pushResult> {
  if (taken) return "taken";
  if (status === undefined || status >= 500 || LATER.includes(status)) return "failed";
  return GONE.includes(status) ? "gone" : "refused";
}

export const run = internalAction({
  args: { requestId: v.id("outgoingRequests") },
  returns: v.null(),
  handler: async (ctx, { requestId }): Promise<null> => {
    const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
    const push = await ctx.runMutation(internal.push.internal.take, { requestId });
    if (push === null) return null;
    if (publicKey === undefined || privateKey === undefined) {
      await ctx.runMutation(internal.outgoing.internal.drop, { requestId });
      return null;
    }
    const { message, ...device } = push;
    const request = await requestOf(device, message, { publicKey, privateKey }).catch(() => null);
    const outcome = request && (await post(device.endpoint, request.headers, request.body));
    await ctx.runMutation(internal.push.internal.settle, {
      requestId,
      result: outcome === null ? "refused" : resultOf(outcome),
      answer: outcome === null ? "none" : answerOf(outcome),
    });
    return null;
  },
});
