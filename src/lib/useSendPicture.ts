/** Brings a chosen picture to the server once: a second try after a refused form does not send it again. */
import { useState } from "react";
import type { Id } from "../../convex/_generated/dataModel";
import { errorMessage } from "./convexError";
import { UploadError, useUpload } from "./upload";

type Sent = { readonly file: File; readonly imageId: Id<"_storage"> };

/** Throws UploadError, whose message is the sentence to show. */
export function useSendPicture(): (file: File) => Promise<Id<"_storage">> {
  const upload = useUpload();
  const [sent, setSent] = useState<Sent | null>(null);
  return async (file) => {
    if (sent?.file === file) return sent.imageId;
    const uploaded = await upload(file, "image");
    // The upload door answers in JSON; the mutation behind it checks that this is an upload of the caller's.
    const imageId = uploaded.imageId;
    setSent({ file, imageId });
    return imageId;
  };
}

/** The sentence for what could not be saved: the upload's, the server's, else the specification's. */
export function saveFailureText(error: unknown, fallback: string): string {
  if (!(error instanceof UploadError)) return errorMessage(error, fallback);
  const { message, httpStatus } = error;
  return httpStatus === null ? message : `${message} (HTTP error! status: ${httpStatus})`;
}
