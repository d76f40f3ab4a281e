/**
 * Turns pushes of this browser on and off. The browser's subscription belongs to one account: the mark of the account that turned
 * it on is kept in localStorage, so that a lost subscription is renewed for that account alone.
 */
import { api } from "../../convex/_generated/api";
import { base64Url } from "../device/device";
import { refusalOf, UserFacingError } from "./convexError";
import type { MarketClient } from "./convexClient";
import { readItem, writeItem } from "../device/deviceStorage";
import { t } from "../../domain/language/texts";

const MARK = "push";
/** A page whose service worker does not start has none. */
const READY_MS = 10_000;

const TEXTS = {
  insecure: () => t("Push needs https. This address is {address}.", { address: location.origin }),
  notInstalled: () =>
    t("On an iPhone or iPad, first add Mandi to the home screen, and open it from there."),
  unsupported: () => t("This browser can't show notifications while Mandi is closed."),
  denied: () =>
    t("This browser blocks notifications from Mandi. Allow them in its settings for this site."),
} as const;
export type PushProblem = keyof typeof TEXTS;

function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}

/** Returns why this browser can't show pushes, or null. */
export function pushProblem(): PushProblem | null {
  if (!window.isSecureContext) return "insecure";
  const isThere = "serviceWorker" in navigator && "PushManager" in window;
  if (!isThere || !("Notification" in window)) return isApple() ? "notInstalled" : "unsupported";
  return Notification.permission === "denied" ? "denied" : null;
}

export function problemText(problem: PushProblem): string {
  return TEXTS[problem]();
}

/** Notes the account that turned pushes on. A lost subscription is not renewed where the storage does not take it. */
function mark(accountId: string | null): void {
  writeItem(MARK, accountId);
}

/** Returns true if the account turned on pushes in this browser. */
export function isPushWanted(accountId: string): boolean {
  return readItem(MARK) === accountId;
}

async function registration(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(
      () =>
        reject(new UserFacingError(t("Mandi is not ready for this yet. Please reload the page."))),
      READY_MS,
    ),
  );
  return Promise.race([navigator.serviceWorker.ready, late]);
}

async function subscriptionOf(): Promise<PushSubscription | null> {
  const found = await navigator.serviceWorker.getRegistration();
  return (await found?.pushManager.getSubscription()) ?? null;
}

function keyText(key: ArrayBuffer | null): string {
  return key === null ? "" : base64Url(new Uint8Array(key));
}

function hasKey({ options }: PushSubscription, key: string): boolean {
  return keyText(options.applicationServerKey) === key;
}

/** Returns a subscription's address as the server writes it. */
function addressOf(subscription: PushSubscription | null): string | null {
  return subscription === null ? null : new URL(subscription.endpoint).href;
}

/** Returns the address of this browser's subscription, or null. */
export async function pushEndpoint(): Promise<string | null> {
  return pushProblem() === null ? addressOf(await subscriptionOf()) : null;
}

async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await registration();
  const before = await pushManager.getSubscription();
  if (before !== null && hasKey(before, key)) return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function send(client: MarketClient, subscription: PushSubscription): Promise<null> {
  return client.mutation(api.push.subscribe, {
    endpoint: subscription.endpoint,
    p256dh: keyText(subscription.getKey("p256dh")),
    auth: keyText(subscription.getKey("auth")),
  });
}

async function subscribeAndSend(client: MarketClient, key: string): Promise<void> {
  const subscription = await subscribe(key);
  try {
    await send(client, subscription);
  } catch (error) {
    if (refusalOf(error)?.code !== "BAD_PUSH_SUBSCRIPTION") throw error;
    // Another browser's copy of it, or one from long ago: a new one has an address of its own.
    await subscription.unsubscribe();
    await send(client, await subscribe(key));
  }
}

/**
 * Asks for the permission and subscribes this browser for the signed-in account. To be called from a click.
 * @throws UserFacingError, or the server's refusal.
 */
export async function turnOnPush(client: MarketClient): Promise<void> {
  const problem = pushProblem();
  if (problem !== null) throw new UserFacingError(problemText(problem));
  const permission = await Notification.requestPermission();
  if (permission === "denied") throw new UserFacingError(problemText("denied"));
  if (permission !== "granted") throw new UserFacingError(t("Notifications were not allowed."));
  const key = await client.query(api.push.publicKey, {});
  if (key === null) throw new UserFacingError(t("Push is not set up in this market."));
  await subscribeAndSend(client, key);
  mark(client.accountId);
}

/** Ends this browser's subscription, here and on the server. */
export async function turnOffPush(client: MarketClient): Promise<void> {
  mark(null);
  const subscription = await subscriptionOf();
  if (subscription === null) return;
  await subscription.unsubscribe();
  await client.mutation(api.push.unsubscribe, { endpoint: subscription.endpoint });
}

/** Subscribes again without a question if the account's subscription was lost, or the server has another key or no such device. */
export async function keepPush(client: MarketClient): Promise<void> {
  const { accountId } = client;
  if (accountId === null || !isPushWanted(accountId) || pushProblem() !== null) return;
  if (Notification.permission !== "granted") return;
  const key = await client.query(api.push.publicKey, {});
  if (key === null) return;
  const subscription = await subscriptionOf();
  const devices = await client.query(api.push.devices, {});
  const isKept = devices.some(({ endpoint }) => endpoint === addressOf(subscription));
  if (subscription !== null && isKept && hasKey(subscription, key)) return;
  // The push service may have dropped it: then its address takes nothing any more.
  await subscription?.unsubscribe();
  await subscribeAndSend(client, key);
}

/** Ends the subscription at a sign-out; the server ends its part with the session. */
export async function forgetPush(): Promise<void> {
  mark(null);
  if (!("serviceWorker" in navigator)) return;
  const found = await navigator.serviceWorker.getRegistration();
  await (await found?.pushManager.getSubscription())?.unsubscribe();
}
