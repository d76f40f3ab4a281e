/** Uploads a chosen picture once: submitting a refused form again does not upload it again. */
import { useAuthToken } from "@convex-dev/auth/react";
import { useState } from "react";
import type { Id } from "../../convex/_generated/dataModel";
import { errorMessage } from "../live/convexError";
import { UploadError, type UploadKind, uploadPicture } from "./upload";
import { t } from "../../domain/language/texts";

type Sent = {
  readonly file: File;
  readonly ticket: string | undefined;
  readonly imageId: Id<"_storage">;
};

/**
 * Returns a function that uploads with the session's token or, before there is an account, with a sign-up ticket. It rejects with
 * UploadError, whose message is the text to show.
 */
export function useUploadOnce(
  kind: UploadKind = "image",
): (file: File, ticket?: string) => Promise<Id<"_storage">> {
  const token = useAuthToken() ?? "";
  const [sent, setSent] = useState<Sent | null>(null);
  return async (file, ticket) => {
    if (sent?.file === file && sent.ticket === ticket) return sent.imageId;
    const credential = ticket === undefined ? { token } : { ticket };
    const { imageId } = await uploadPicture(file, kind, credential);
    setSent({ file, ticket, imageId });
    return imageId;
  };
}

/** Returns the text for a failed save: the upload's, the server's, else `fallback`. */
export function saveFailureText(error: unknown, fallback: string): string {
  const text = errorMessage(error, fallback);
  const httpStatus = error instanceof UploadError ? error.httpStatus : null;
  if (httpStatus === null) return text;
  return t("{failure} (HTTP error! status: {status})", { failure: text, status: httpStatus });
}
