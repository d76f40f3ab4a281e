/** Uploads a chosen picture once: submitting a refused form again does not upload it again. */
import { useState } from "react";
import type { Id } from "../../convex/_generated/dataModel";
import { errorMessage } from "./convexError";
import { UploadError, type UploadKind, useUpload } from "./upload";

type Sent = { readonly file: File; readonly imageId: Id<"_storage"> };

/** Rejects with UploadError, whose message is the text to show. */
export function useSendPicture(
  kind: UploadKind = "image",
): (file: File) => Promise<Id<"_storage">> {
  const upload = useUpload();
  const [sent, setSent] = useState<Sent | null>(null);
  return async (file) => {
    if (sent?.file === file) return sent.imageId;
    const uploaded = await upload(file, kind);
    // The endpoint answers in JSON; the mutation checks that the upload belongs to the caller.
    const imageId = uploaded.imageId;
    setSent({ file, imageId });
    return imageId;
  };
}

/** Returns the text for a failed save: the upload's, the server's, else `fallback`. */
export function saveFailureText(error: unknown, fallback: string): string {
  const text = errorMessage(error, fallback);
  const httpStatus = error instanceof UploadError ? error.httpStatus : null;
  return httpStatus === null ? text : `${text} (HTTP error! status: ${httpStatus})`;
}
