/** Shapes that several nouns share. */
import { z } from "@hono/zod-openapi";
import { ROLES } from "../../domain/roles";

export { isoTime } from "../../domain/dates";

/** A sentence for people. */
export const Message = z.object({ message: z.string() }).openapi("Message");

/** A file of a form; what it is, its bytes say (`form.ts`). */
export const File = z.custom<unknown>().openapi({ type: "string", format: "binary" });

/** A field that callers were told to send, and whose content the market takes from its own records. */
export const ignored = z
  .unknown()
  .optional()
  .openapi({ description: "Ignored: the market knows it." });

/** Callers name themselves; whose e-mail it is decides the session. */
export const ownEmail = z
  .string()
  .optional()
  .openapi({ description: "The caller's own, if sent." });

/** The fields of an account for itself and for administrators. */
export const accountFields = {
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(ROLES),
  shopName: z.string().optional().openapi({ description: "Of retailers." }),
  companyName: z.string().optional().openapi({ description: "Of distributors." }),
  address: z.string(),
  createdAt: z.string(),
};
