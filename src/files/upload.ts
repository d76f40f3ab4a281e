/**
 * Uploads a picture: checks it with the specification's texts, reduces a large one, and posts it to /api/upload/image or
 * /api/upload/qr-code with the session's token or, before there is an account, the sign-up ticket (deviation 12).
 */
import type { Id } from "../../convex/_generated/dataModel";
import { IMAGE_BYTES_MAX } from "../../domain/limits";
import { UserFacingError } from "../live/convexError";
import { t } from "../../domain/language/texts";

/** More than any screen shows of a product or a shop sign. */
const SIDE_PX_MAX = 1600;
const JPEG_QUALITY = 0.86;

const ENDPOINTS = {
  image: {
    path: "/api/upload/image",
    field: "image",
    refused: t("Failed to upload image"),
    unreachable: t("An error occurred while uploading the image"),
  },
  "qr-code": {
    path: "/api/upload/qr-code",
    field: "qrCode",
    refused: t("Failed to upload QR code"),
    unreachable: t("Failed to upload QR code"),
  },
} as const;

export type UploadKind = keyof typeof ENDPOINTS;
export type UploadCredential = { token: string } | { ticket: string };
export type UploadedPicture = { url: string; imageId: Id<"_storage"> };

const NOT_A_PICTURE = t("Please upload an image file (JPEG, PNG, GIF)");

export class UploadError extends UserFacingError {
  override readonly name = "UploadError";
  /** The status of an answer that had no words of its own, such as a proxy's; else null. */
  readonly httpStatus: number | null;
  /** The code of the server's refusal; else null. */
  readonly code: string | null;

  constructor(message: string, httpStatus: number | null = null, code: string | null = null) {
    super(message);
    this.httpStatus = httpStatus;
    this.code = code;
  }
}

/** Returns the specification's text (spec §5) for a file that can't be uploaded, or null. */
export function pictureProblem(file: { type: string; size: number } | null): string | null {
  if (file === null) return t("Please select an image file");
  if (!file.type.startsWith("image/")) return NOT_A_PICTURE;
  if (file.size > IMAGE_BYTES_MAX) return t("Image file must be smaller than 5MB");
  return null;
}

/** Returns the size to which a picture is reduced before sending; the same size if it is small enough. */
export function fittingSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, SIDE_PX_MAX / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

async function decode(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch {
    throw new UploadError(NOT_A_PICTURE);
  }
}

/**
 * Returns a smaller copy of a large picture. Small ones and GIFs (which may be animated) are sent unchanged.
 * @throws UploadError for what is no picture.
 */
export async function shrink(file: File): Promise<Blob> {
  const bitmap = await decode(file);
  const { width, height } = fittingSize(bitmap.width, bitmap.height);
  try {
    if (width === bitmap.width || file.type === "image/gif") return file;
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, width, height);
    // PNG keeps transparency and a QR code's hard edges; photographs travel lighter as JPEG.
    const type = file.type === "image/png" ? "image/png" : "image/jpeg";
    const smaller = await canvas.convertToBlob({ type, quality: JPEG_QUALITY });
    return smaller.size < file.size ? smaller : file;
  } finally {
    bitmap.close();
  }
}

function textField(body: unknown, field: string): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const value: unknown = Reflect.get(body, field);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Posts a picture as it is. Under one `key` the same bytes are stored once, however often they are posted. Rejects without an answer. */
export function postPicture(
  picture: Blob,
  name: string,
  kind: UploadKind,
  credential: UploadCredential,
  key?: string,
): Promise<Response> {
  const { path, field } = ENDPOINTS[kind];
  const form = new FormData();
  form.append(field, picture, name);
  const headers: Record<string, string> =
    "token" in credential
      ? // oxlint-disable-next-line mandi/no-bare-words -- a header of HTTP
        { Authorization: `Bearer ${credential.token}` }
      : { "X-Signup-Ticket": credential.ticket };
  if (key !== undefined) headers["Idempotency-Key"] = key;
  return fetch(path, { method: "POST", body: form, headers });
}

async function send(...asked: Parameters<typeof postPicture>): Promise<Response> {
  try {
    return await postPicture(...asked);
  } catch {
    throw new UploadError(ENDPOINTS[asked[2]].unreachable);
  }
}

/** Returns the stored picture. Throws UploadError, whose message is the text to show: the server's, else the specification's fallback. */
export async function uploadedIn(response: Response, kind: UploadKind): Promise<UploadedPicture> {
  const body: unknown = await response.json().catch(() => null);
  const url = textField(body, "url");
  const imageId = textField(body, "imageId");
  if (!response.ok || url === undefined || imageId === undefined) {
    const words = textField(body, "error");
    throw words === undefined
      ? new UploadError(ENDPOINTS[kind].refused, response.status)
      : new UploadError(words, null, textField(body, "code") ?? null);
  }
  // The server has just made this id.
  return { url, imageId: imageId as Id<"_storage"> };
}

/** Throws UploadError, whose message is the text to show. */
export async function uploadPicture(
  file: File,
  kind: UploadKind,
  credential: UploadCredential,
): Promise<UploadedPicture> {
  const problem = pictureProblem(file);
  if (problem !== null) throw new UploadError(problem);
  const response = await send(await shrink(file), file.name, kind, credential);
  return uploadedIn(response, kind);
}
