/**
 * A picture that was shared with the installed app, from the moment when the worker receives it until the chat sends or discards it.
 * There is one at most, in a cache of its own. The worker writes it; the chat gives it to the account that sees it first.
 */
import { CHAT } from "../../domain/links";
import { IMAGE_BYTES_MAX } from "../../domain/limits";
import { isMessagePictureType } from "../../domain/messagePicture";

/** The address that the manifest's share target posts to. */
export const SHARE_PATH = "/share";
/** The name of the file in the form, as in the manifest. */
const SHARED_FILE = "picture";
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

/** Returns the form's one picture, or null if there is none of a type and size that can be sent. */
async function pictureIn(request: Request): Promise<Blob | null> {
  const form = await request.formData().catch(() => null);
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

function leadTo(result: ShareResult): Response {
  const to = `${CHAT}?${SHARE_PARAMETER}=${result}`;
  return new Response(null, { status: 303, headers: { Location: to } });
}

/** Keeps the shared picture in place of an earlier one, and leads to the page that offers it. */
export async function receiveShare(request: Request, caches: Caches): Promise<Response> {
  if (isForeign(request)) return leadTo("foreign");
  const picture = await pictureIn(request);
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
  return leadTo(result);
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
