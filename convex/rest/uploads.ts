/** The upload calls: pictures come in here, and with a new product. */
import { z } from "@hono/zod-openapi";
import { internal } from "../_generated/api";
import { callerAddress } from "../auth/limits";
import { noteKey } from "./body";
import { File } from "./entities";
import type { RestContext } from "./env";
import { asDistributor } from "./exampleParts";
import { type PictureField, pictureErrors, receivePicture, requireForm } from "./form";
import { action, ok } from "./operation";
import { ticketIn } from "./session";

const { pictures } = internal.rest;

const Uploaded = z
  .object({ success: z.literal(true), url: z.string(), imageId: z.string() })
  .openapi("Uploaded");

async function upload(c: RestContext, purpose: PictureField): Promise<z.infer<typeof Uploaded>> {
  const bringing = { caller: c.get("caller"), purpose, ticket: ticketIn(c) };
  const networkAddress = await callerAddress(c.env);
  await c.env.runMutation(pictures.admitUpload, { ...bringing, networkAddress });
  const picture = await receivePicture(c, await requireForm(c), purpose);
  await noteKey(c, { picture: picture.digest });
  const uploaded = await picture.keepFor((imageId) =>
    c.env.runMutation(pictures.recordUpload, { ...bringing, once: c.get("once"), imageId }),
  );
  return { success: true, ...uploaded };
}

function uploading(purpose: PictureField) {
  return {
    tag: "auth",
    once: true,
    form: z.object({ [purpose]: File }),
    invalid: "NO_IMAGE",
    answer: ok(Uploaded),
    errors: ["UNAUTHENTICATED", ...pictureErrors(purpose)],
    example: { ...asDistributor, form: { [purpose]: "@picture.png" } },
    handle: (c: RestContext) => upload(c, purpose),
  } as const;
}

export const UPLOAD_OPERATIONS = [
  action({
    ...uploading("image"),
    call: "POST /api/upload/image",
    summary: "Bring a picture: JPEG, PNG, GIF or WebP, at most 5 MB",
    description:
      "Whoever is signed in, or holds the ticket of a verified e-mail (three pictures). A picture that nothing shows after a day is deleted.",
    who: "anyone",
  }),
  action({
    ...uploading("qrCode"),
    call: "POST /api/upload/qr-code",
    summary: "Bring the picture of a payment code",
    who: ["distributor"],
  }),
];
