/** Fields of a table in REST: their schemas with bounds for OpenAPI, under REST's names, and their values in rupees and percent. */
import { z } from "@hono/zod-openapi";
import {
  type Field,
  type Fields,
  type FieldValue,
  entriesOf,
  type PriceBreak as Break,
  type Stored,
} from "../../domain/fields/kinds";
import { paiseOfRupees, parseRupees, rupeesOfPaise } from "../../domain/money";

/** A larger order's price of one piece. */
const PriceBreak = z
  .object({
    from: z.number().int().openapi({ description: "Pieces in the order.", example: 48 }),
    price: z.number().openapi({ description: "Rupees for each piece.", example: 48.5 }),
  })
  .openapi("PriceBreak");

type RestValue<F> = F extends { readonly kind: "priceBreaks" }
  ? z.infer<typeof PriceBreak>[]
  : FieldValue<F>;

type Named<Table extends Fields> = { [Name in keyof Table as Table[Name]["rest"]]: Table[Name] };

type AnswerShape<Table extends Fields> = {
  [Name in keyof Named<Table>]: Named<Table>[Name] extends { readonly absent: unknown }
    ? z.ZodOptional<z.ZodType<RestValue<Named<Table>[Name]>>>
    : z.ZodType<RestValue<Named<Table>[Name]>>;
};

type BodyShape<Table extends Fields> = {
  [Name in keyof Named<Table>]: z.ZodOptional<z.ZodType<RestValue<Named<Table>[Name]>>>;
};

/** A field in OpenAPI. Bounds take the place of the table's. */
type Note = {
  readonly description?: string;
  readonly example?: unknown;
  readonly maximum?: number | undefined;
};

/** The notes of fields, by their names in the table. */
type Notes<Table> = { readonly [Name in keyof Table]?: Note };

function schemaOf(field: Field): z.ZodType {
  switch (field.kind) {
    case "choice":
      return z.enum(field.values as [string, ...string[]]);
    case "whole":
    case "money":
    case "percent":
      return z.number();
    case "flag":
      return z.boolean();
    case "priceBreaks":
      return z.array(PriceBreak);
    case "text":
    case "code":
      return z.string();
    default:
      return field satisfies never;
  }
}

/** The bounds for OpenAPI. The command checks them, so that its error names the field. */
function boundsOf(field: Field): Readonly<Record<string, number>> {
  if (field.kind === "text") return { maxLength: field.max };
  if (field.kind === "whole") return { minimum: field.min, maximum: field.max };
  if (field.kind !== "money") return {};
  return { minimum: rupeesOfPaise(field.min ?? 0), maximum: rupeesOfPaise(field.max) };
}

/** The schema of one field of a body. */
export function bodyField<F extends Field>(
  field: F,
  { description, ...note }: Note,
): z.ZodType<RestValue<F>> {
  const schema = schemaOf(field).openapi({ description, ...boundsOf(field), ...note });
  return schema as z.ZodType<RestValue<F>>;
}

type NullableShape<Table extends Fields> = {
  [Name in keyof Named<Table>]: z.ZodNullable<z.ZodType<RestValue<Named<Table>[Name]>>>;
};

/** The schemas of fields that are null where a row has none, in answers and in bodies. */
export function nullableShape<Table extends Fields>(
  table: Table,
  notes: Notes<Table>,
): NullableShape<Table> {
  const entries = entriesOf(table).map(([name, field]) => [
    field.rest,
    bodyField(field, notes[name] ?? {}).nullable(),
  ]);
  return Object.fromEntries(entries) as NullableShape<Table>;
}

/** The schemas of the fields in an answer; those that a row may leave out are optional. */
export function answerShape<Table extends Fields>(
  table: Table,
  notes: Notes<Table> = {},
): AnswerShape<Table> {
  const entries = entriesOf(table).map(([name, field]) => {
    const schema = field.kind === "whole" ? z.number().int() : schemaOf(field);
    const whole = field.absent === undefined ? schema : schema.optional();
    return [field.rest, notes[name] === undefined ? whole : whole.openapi(notes[name])];
  });
  return Object.fromEntries(entries) as AnswerShape<Table>;
}

/** The schemas of the fields in a body of JSON that changes a row: any may be left out. */
export function bodyShape<Table extends Fields>(
  table: Table,
  notes: Notes<Table> = {},
): BodyShape<Table> {
  const entries = entriesOf(table).map(([name, field]) => {
    const schema =
      field.kind === "priceBreaks" ? z.array(PriceBreak).max(field.max) : schemaOf(field);
    const openapi = { ...boundsOf(field), ...notes[name] };
    const noted = Object.keys(openapi).length === 0 ? schema : schema.openapi(openapi);
    return [field.rest, noted.optional()];
  });
  return Object.fromEntries(entries) as BodyShape<Table>;
}

/** Far more than the most breaks or tax details take. */
const JSON_TEXT_MAX = 1_000;

/** JSON in a form; undefined for a text that is none. */
export const jsonText = z
  .string()
  .max(JSON_TEXT_MAX)
  .transform((text): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  });

/** A whole number of a form has no sign, spaces, grouping or exponent. */
const wholeText = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

const moneyText = z
  .string()
  .transform((text) => rupeesOfPaise(parseRupees(text) ?? NaN))
  .pipe(z.number());

function formSchemaOf(field: Field): z.ZodType {
  if (field.kind === "whole") return wholeText;
  if (field.kind === "money") return moneyText;
  if (field.kind === "priceBreaks") return jsonText.pipe(z.array(PriceBreak).max(field.max));
  return schemaOf(field).openapi(boundsOf(field));
}

/** The schemas of the fields in a form, whose values are texts alone; those that a row may leave out are optional. */
export function formShape<Table extends Fields>(
  table: Table,
  notes: Notes<Table>,
): AnswerShape<Table> {
  const entries = entriesOf(table).map(([name, field]) => {
    const schema = formSchemaOf(field);
    const whole = field.absent === undefined ? schema : schema.optional();
    return [field.rest, notes[name] === undefined ? whole : whole.openapi(notes[name])];
  });
  return Object.fromEntries(entries) as AnswerShape<Table>;
}

const POINTS_PER_PERCENT = 100;

function toRestValue(field: Field, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (field.kind === "money") return rupeesOfPaise(Number(value));
  if (field.kind === "percent") return Number(value) / POINTS_PER_PERCENT;
  if (field.kind !== "priceBreaks") return value;
  return (value as Break[]).map(({ from, pricePaise }) => ({
    from,
    price: rupeesOfPaise(pricePaise),
  }));
}

/** Returns a row's values under REST's names. */
export function toRest<Table extends Fields>(
  table: Table,
  row: Stored<Table>,
): z.infer<z.ZodObject<AnswerShape<Table>>> {
  const values = row as Readonly<Record<string, unknown>>;
  const entries = entriesOf(table).map(([name, field]) => [
    field.rest,
    toRestValue(field, values[name]),
  ]);
  return Object.fromEntries(entries) as z.infer<z.ZodObject<AnswerShape<Table>>>;
}

function fromRestValue(field: Field, value: unknown, refuse: (name: string) => never): unknown {
  const paiseIn = (rupees: unknown) => paiseOfRupees(Number(rupees)) ?? refuse(field.rest);
  if (value === undefined) return undefined;
  if (field.kind === "money") return paiseIn(value);
  if (field.kind === "priceBreaks") {
    const breaks = value as z.infer<typeof PriceBreak>[];
    return breaks.map(({ from, price }) => ({ from, pricePaise: paiseIn(price) }));
  }
  if (field.kind !== "percent") return value;
  const points = Math.round(Number(value) * POINTS_PER_PERCENT);
  return points / POINTS_PER_PERCENT === value ? points : refuse(field.rest);
}

/** Returns the values of a body under the table's names. Calls `refuse` with REST's name of a sum or rate that is finer than the table's. */
export function fromRest<Table extends Fields>(
  table: Table,
  body: Readonly<Record<string, unknown>>,
  refuse: (name: string) => never,
): Partial<Stored<Table>> {
  const entries = entriesOf(table).map(([name, field]) => [
    name,
    fromRestValue(field, body[field.rest], refuse),
  ]);
  return Object.fromEntries(entries) as Partial<Stored<Table>>;
}
