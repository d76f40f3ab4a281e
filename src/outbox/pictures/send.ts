/** Sends a message with a picture: the bytes first, under the message's key, then the message that shows them. */
import { api } from "../../../convex/_generated/api";
import { TryAgainError, UserFacingError } from "../../live/convexError";
import type { MarketClient } from "../../live/convexClient";
import type { MessageCommand, PictureRef } from "../entry";
import { storedTokenOf } from "../../session/tokens";
import { postPicture, uploadedIn } from "../../files/upload";
import { outboxPictures } from "./kept";
import { t } from "../../../domain/language/texts";

/** The pause after an upload that did not reach the server. */
const RETRY_MS = 3_000;

/** Returns true for a token that is being renewed, and a server that starts or is busy. */
function maySucceedLater({ status }: Response): boolean {
  return status === 401 || status === 408 || status === 429 || status >= 500;
}

function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get("Retry-After"));
  return seconds > 0 ? seconds * 1_000 : RETRY_MS;
}

async function post(client: MarketClient, picture: Blob, key: string): Promise<Response> {
  const { session } = client;
  const token = session === null ? null : storedTokenOf(session, client.url);
  if (token === null) throw new TryAgainError(RETRY_MS);
  const [, extension = "picture"] = picture.type.split("/");
  const response = await postPicture(
    picture,
    `picture.${extension}`,
    "image",
    { token },
    key,
  ).catch(() => null);
  if (response === null) throw new TryAgainError(RETRY_MS);
  if (maySucceedLater(response)) throw new TryAgainError(retryAfterMs(response));
  return response;
}

/**
 * Sends it, once for each key. Rejects with TryAgainError when the upload has to be repeated, with UploadError when the picture is
 * refused, and like `chat:send`.
 */
export async function sendPictureMessage(
  client: MarketClient,
  { to, content, picture: { id } }: MessageCommand & { readonly picture: PictureRef },
  key: string,
): Promise<void> {
  const { session } = client;
  const picture = session === null ? null : await outboxPictures.get(session, id);
  if (picture === null)
    throw new UserFacingError(t("The picture is no longer kept in this browser."));
  const { imageId } = await uploadedIn(await post(client, picture, key), "image");
  await client.mutation(api.chat.send, { to, content, imageId, sendKey: key });
}
