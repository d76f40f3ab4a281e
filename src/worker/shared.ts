/**
 * Texts and pictures that were shared with the installed app. A text is an order by text, and goes to the basket in its address. A picture is kept from the
 * moment when the worker receives it until the chat sends or discards it: one at most, in a cache of its own. The worker writes it; the
 * chat gives it to the account that sees it first.
 */
import { CHAT } from "../../domain/links";
import { IMAGE_BYTES_MAX, ORDER_TEXT_MAX } from "../../domain/limits";
import { basketWithText } from "./sharedText";
import { beginning } from "../../domain/text";
import { isMessagePictureType } from "../../domain/messagePicture";

/** The address that the manifest's share target posts to. */
export const SHARE_PATH = "/share";
/** The names of the file and of the text in the form, as in the manifest. */
const SHARED_FILE = "picture";
const SHARED_TEXT = "text";
/** The parameter of /chat that says that something was shared: a `ShareResult`. */
export const SHARE_PARAMETER = "shared";

/** Foreign: a page of another site posted it, and nothing was taken. */
export type ShareResult = "picture" | "refused" | "foreign";

const CACHE = "shared-picture";
const KEY = "/shared-picture";
/** Nobody expects to find it later. */
const KEPT_MS = 24 * 60 * 60_000;
const KEPT_AT = "X-Kept-At";
/** The session that it belongs to; absent until somebody who is signed in sees it. */
const SESSION = "X-Session";

type Caches = Pick<CacheStorage, "open" | "delete">;

/** Returns the form's text if there is no file beside it, or null. A text that is too long stays so, for the basket to say. */
function textIn(form: FormData | null): string | null {
  const text = form?.get(SHARED_TEXT);
  if (form?.has(SHARED_FILE) !== false || typeof text !== "string" || text.trim() === "")
    return null;
  return beginning(text, ORDER_TEXT_MAX + 1);
}

/** Returns the form's one picture, or null if there is none of a type and size that can be sent. */
function pictureIn(form: FormData | null): Blob | null {
  const [file, ...more] = form?.getAll(SHARED_FILE) ?? [];
  if (!(file instanceof Blob) || more.length > 0) return null;
  const isSendable =
    isMessagePictureType(file.type) && file.size > 0 && file.size <= IMAGE_BYTES_MAX;
  return isSendable ? file : null;
}

const OWN_SITES = ["none", "same-origin"];
/** A request has this referrer until it is sent. */
const UNSENT = "about:client";

/**
 * Returns true where a page of another site posted the form, which the share menu never does: it has no referrer. A page can leave its own
 * out, so the chat also says where a shared picture comes from before it is sent.
 */
function isForeign({ url, referrer, headers, destination }: ShareRequest): boolean {
  const site = headers.get("Sec-Fetch-Site");
  const isTopLevel = destination === "document" || destination === "";
  if (!isTopLevel || (site !== null && !OWN_SITES.includes(site))) return true;
  const isOwn = URL.canParse(referrer) && new URL(referrer).origin === new URL(url).origin;
  return referrer !== "" && referrer !== UNSENT && !isOwn;
}

type ShareRequest = Pick<Request, "url" | "referrer" | "headers" | "destination">;

function leadTo(to: string): Response {
  return new Response(null, { status: 303, headers: { Location: to } });
}

function chatAfter(result: ShareResult): string {
  return `${CHAT}?${SHARE_PARAMETER}=${result}`;
}

/** Leads to the basket with a shared text; keeps a shared picture in place of an earlier one, and leads to the page that offers it. */
export async function receiveShare(request: Request, caches: Caches): Promise<Response> {
  if (isForeign(request)) return leadTo(chatAfter("foreign"));
  const form = await request.formData().catch(() => null);
  const text = textIn(form);
  if (text !== null) return leadTo(basketWithText(text));
  const picture = pictureIn(form);
  let result: ShareResult = "refused";
  await caches.delete(CACHE).catch(() => false);
  if (picture !== null) {
    const headers = { "Content-Type": picture.type, [KEPT_AT]: String(Date.now()) };
    const isStored = await caches
      .open(CACHE)
      .then((cache) => cache.put(KEY, new Response(picture, { headers })))
      .then(
        () => true,
        () => false,
      );
    if (isStored) result = "picture";
  }
  return leadTo(chatAfter(result));
}

/**
 * Returns the shared picture and gives it to the session, if it is the first to see it. Another session's is deleted, because its
 * account may be another one.
 */
export async function claimShared(session: string, caches: Caches): Promise<Blob | null> {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(KEY);
  if (stored === undefined) return null;
  const owner = stored.headers.get(SESSION);
  const isOld = Number(stored.headers.get(KEPT_AT)) < Date.now() - KEPT_MS;
  if (isOld || (owner !== null && owner !== session)) {
    await discardShared(caches);
    return null;
  }
  const headers = new Headers(stored.headers);
  headers.set(SESSION, session);
  const picture = await stored.blob();
  if (owner === null) await cache.put(KEY, new Response(picture, { headers }));
  return picture;
}

/** Deletes it: sent, discarded, or its session is over. */
export async function discardShared(caches: Caches): Promise<void> {
  await caches.delete(CACHE);
}
