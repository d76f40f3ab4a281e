/** The upload calls: pictures come in here, and with a new product. */
import { createRoute, z } from "@hono/zod-openapi";
import { internal } from "../_generated/api";
import { callerAddress } from "../auth/limits";
import { ok, idempotency, noteKey, refusals, policy } from "./call";
import type { RestApp, RestContext } from "./env";
import { File } from "./entities";
import { type PictureField, receivePicture, requireForm } from "./form";
import { ticketIn } from "./session";

const calls = internal.rest.calls.uploads;

const Uploaded = z
  .object({ success: z.literal(true), url: z.string(), imageId: z.string() })
  .openapi("Uploaded");

const routes = {
  image: createRoute({
    method: "post",
    path: "/api/upload/image",
    tags: ["auth"],
    summary: "Bring a picture: JPEG, PNG, GIF or WebP, at most 5 MB",
    description:
      "Whoever is signed in, or holds the ticket of a verified e-mail (three pictures). A picture that nothing shows after a day is deleted.",
    ...policy({ who: "anyone", body: "form", invalid: "NO_IMAGE" }),
    request: {
      headers: idempotency,
      body: { content: { "multipart/form-data": { schema: z.object({ image: File }) } } },
    },
    responses: { 200: ok(Uploaded), ...refusals(400, 401, 413, 415, 422, 429) },
  }),
  qrCode: createRoute({
    method: "post",
    path: "/api/upload/qr-code",
    tags: ["auth"],
    summary: "Bring the picture of a payment code",
    ...policy({ who: ["distributor"], body: "form", invalid: "NO_IMAGE" }),
    request: {
      headers: idempotency,
      body: { content: { "multipart/form-data": { schema: z.object({ qrCode: File }) } } },
    },
    responses: { 200: ok(Uploaded), ...refusals(400, 401, 403, 413, 415, 422, 429) },
  }),
};

async function receive(c: RestContext, field: PictureField) {
  const [caller, ticket] = [c.get("caller"), ticketIn(c)];
  const bringing = { caller, purpose: field, ticket };
  await c.env.runMutation(calls.admit, {
    ...bringing,
    networkAddress: await callerAddress(c.env),
  });
  const picture = await receivePicture(c, await requireForm(c), field);
  await noteKey(c, { picture: picture.digest });
  const once = c.get("once");
  return picture.keepFor((imageId) =>
    c.env.runMutation(calls.record, { ...bringing, once, imageId }),
  );
}

export function addUploads(app: RestApp): void {
  app.openapi(routes.image, async (c) =>
    c.json({ success: true as const, ...(await receive(c, "image")) }, 200),
  );
  app.openapi(routes.qrCode, async (c) =>
    c.json({ success: true as const, ...(await receive(c, "qrCode")) }, 200),
  );
}
