/** `POST /api/upload/image` and `/api/upload/qr-code`: pictures come in here, and nowhere else. */
import { IMAGE_BYTES_MAX } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { callerAddress } from "../auth/limits";
import { fail } from "../errors";
import { httpAction } from "../functions";
import { withoutMetadata } from "../uploads/metadata";
import { pictureType } from "../uploads/picture";
import { answer, refusal } from "./respond";

/** What multipart adds around one file. */
const ENVELOPE_BYTES_MAX = 64 * 2 ** 10;

type Door = { readonly field: "image" | "qrCode"; readonly wrongType: "IMAGE_TYPE" | "QR_TYPE" };

async function requireFile(request: Request, field: string): Promise<Blob> {
  const announced = Number(request.headers.get("Content-Length") ?? 0);
  if (announced > IMAGE_BYTES_MAX + ENVELOPE_BYTES_MAX) fail("IMAGE_TOO_LARGE");
  const form = await request.formData().catch(() => fail("NO_IMAGE"));
  const file = form.get(field);
  if (file === null || typeof file === "string" || file.size === 0) return fail("NO_IMAGE");
  return file.size > IMAGE_BYTES_MAX ? fail("IMAGE_TOO_LARGE") : file;
}

async function receive(ctx: ActionCtx, request: Request, door: Door): Promise<Response> {
  const ticket = request.headers.get("X-Signup-Ticket");
  const caller = { purpose: door.field, ticket };
  await ctx.runMutation(internal.uploads.steps.admit, {
    ...caller,
    address: await callerAddress(ctx),
  });
  const file = await requireFile(request, door.field);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = pictureType(bytes) ?? fail(door.wrongType);
  const imageId = await ctx.storage.store(new Blob([withoutMetadata(bytes, type)], { type }));
  try {
    await ctx.runMutation(internal.uploads.steps.record, { ...caller, imageId });
  } catch (error) {
    await ctx.storage.delete(imageId);
    throw error;
  }
  return answer({ success: true, url: await ctx.storage.getUrl(imageId), imageId });
}

function uploadAction(door: Door) {
  return httpAction((ctx: ActionCtx, request) => receive(ctx, request, door).catch(refusal));
}

export const uploadImage = uploadAction({ field: "image", wrongType: "IMAGE_TYPE" });
export const uploadQrCode = uploadAction({ field: "qrCode", wrongType: "QR_TYPE" });
