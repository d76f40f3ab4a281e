/** Shapes that several nouns share. */
import { z } from "@hono/zod-openapi";
import { ROLES } from "../../domain/roles";

export { isoTime } from "../../domain/dates";

/** The body of every error answer. */
export const Refusal = z
  .object({
    code: z.string().openapi({ example: "UNAUTHENTICATED" }),
    error: z.string().openapi({ example: "Please log in to continue." }),
    message: z.string().openapi({ description: "The same text as `error`." }),
    requestId: z.string(),
  })
  .openapi("Refusal");

/** Fields that have one schema. */
export function fields<Name extends string, Schema extends z.ZodType>(
  schema: Schema,
  ...names: readonly Name[]
): Record<Name, Schema> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;
}

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

type WithoutNulls<Body> = { [Field in keyof Body]: Exclude<Body[Field], null> };

/** Returns the body with undefined in place of each null: to callers they mean the same. */
export function withoutNulls<Body extends object>(body: Body): WithoutNulls<Body> {
  const fields: [string, unknown][] = Object.entries(body);
  return Object.fromEntries(
    fields.map(([field, value]) => [field, value ?? undefined]),
  ) as WithoutNulls<Body>;
}

type WithNulls<Row> = { [Field in keyof Row]-?: Exclude<Row[Field], undefined> | null };

/** Returns the row with null in place of each undefined. */
export function withNulls<Row extends object>(row: Row): WithNulls<Row> {
  const fields: [string, unknown][] = Object.entries(row);
  return Object.fromEntries(
    fields.map(([field, value]) => [field, value ?? null]),
  ) as WithNulls<Row>;
}

/** The fields of an account for itself and for administrators. */
export const accountFields = {
  ...fields(z.string(), "_id", "name", "email", "phone", "address", "createdAt"),
  role: z.enum(ROLES),
  shopName: z.string().optional().openapi({ description: "Of retailers." }),
  companyName: z.string().optional().openapi({ description: "Of distributors." }),
};
