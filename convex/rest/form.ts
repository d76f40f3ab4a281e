/** Forms with files: what is read of them, and how a picture becomes a stored file. */
import type { z } from "@hono/zod-openapi";
import type { ErrorCode } from "../../domain/errors";
import { IMAGE_BYTES_MAX } from "../../domain/limits";
import type { Id } from "../_generated/dataModel";
import { internal } from "../_generated/api";
import { fail, failWith } from "../errors";
import { withoutMetadata } from "../uploads/metadata";
import { pictureType } from "../uploads/picture";
import type { RestContext } from "./env";

const WRONG_TYPE = { image: "IMAGE_TYPE", qrCode: "QR_TYPE" } as const satisfies Record<
  string,
  ErrorCode
>;

export type PictureField = keyof typeof WRONG_TYPE;

/** Returns the refusals of a call with a picture. */
export function pictureErrors(field: PictureField): ErrorCode[] {
  return ["NO_IMAGE", "IMAGE_TOO_LARGE", WRONG_TYPE[field], "TOO_MANY", "TOO_MUCH_DATA"];
}

export type ReceivedPicture = {
  /** The same for the same bytes. */
  readonly digest: string;
  /** Stores it and hands its id to `use`; if that fails, or answers from an earlier time, the file goes again. */
  keepFor<Result>(use: (imageId: Id<"_storage">) => Promise<Result>): Promise<Result>;
};

/** Errors: what the call answers to a body that does not fit. */
export async function requireForm(c: RestContext): Promise<FormData> {
  try {
    return await c.req.formData();
  } catch {
    return failWith(c.get("invalid")(""));
  }
}

/** Returns the text of a field; undefined if there is none, or several, or a file in its place. */
export function textField(form: FormData, name: string): string | undefined {
  const [value, ...more] = form.getAll(name);
  return typeof value === "string" && more.length === 0 ? value : undefined;
}

/** Returns the texts of a form as the schema reads them. Errors: that of the call, for the first text that does not fit. */
export function parseForm<Schema extends z.ZodObject>(
  c: RestContext,
  form: FormData,
  schema: Schema,
): z.output<Schema> {
  const sent = Object.keys(schema.shape).filter((name) => form.has(name));
  // A file in place of a text, and several texts, fit no field.
  const texts = Object.fromEntries(sent.map((name) => [name, textField(form, name) ?? null]));
  const { data, error } = schema.safeParse(texts);
  return data ?? failWith(c.get("invalid")(String(error?.issues[0]?.path[0])));
}

/** The form's one file: of two, nobody could say which one was meant. */
function requireFile(c: RestContext, form: FormData, field: PictureField): Blob {
  const file = form.get(field);
  if (file === null || typeof file === "string" || file.size === 0) return fail("NO_IMAGE");
  const files = [...form.values()].filter((value) => typeof value !== "string");
  if (files.length > 1) return failWith(c.get("invalid")(field));
  return file.size > IMAGE_BYTES_MAX ? fail("IMAGE_TOO_LARGE") : file;
}

/** The picture of a form, known by its content and freed of what is said about it. Errors: NO_IMAGE, IMAGE_TOO_LARGE, IMAGE_TYPE, QR_TYPE. */
export async function receivePicture(
  c: RestContext,
  form: FormData,
  field: PictureField,
): Promise<ReceivedPicture> {
  const bytes = new Uint8Array(await requireFile(c, form, field).arrayBuffer());
  const type = pictureType(bytes) ?? fail(WRONG_TYPE[field]);
  const cleaned = withoutMetadata(bytes, type);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", cleaned));
  return {
    digest: Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join(""),
    async keepFor(use) {
      const imageId = await c.env.storage.store(new Blob([cleaned], { type }));
      try {
        return await use(imageId);
      } finally {
        // It failed, or an earlier answer with an earlier picture was given.
        const isRecorded = await c.env.runQuery(internal.rest.pictures.isRecorded, { imageId });
        if (!isRecorded) await c.env.storage.delete(imageId);
      }
    },
  };
}
