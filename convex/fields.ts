/** Validators of fields: tables, arguments and answers take them from a table of fields in `domain/fields/`. */
import {
  type GenericValidator,
  type VBoolean,
  type VFloat64,
  type VLiteral,
  type VOptional,
  type VString,
  type VUnion,
  v,
} from "convex/values";
import type { PlainCode } from "../domain/errors";
import { type Field, type Fields, entriesOf } from "../domain/fields/kinds";
import { checkText, type TextField } from "../domain/fields/text";
import { fail } from "./errors";

const priceBreaks = v.array(v.object({ from: v.number(), pricePaise: v.number() }));

type FieldValidator<F> = F extends { readonly values: readonly (infer Choice extends string)[] }
  ? VUnion<Choice, VLiteral<Choice>[]>
  : F extends { readonly kind: "whole" | "money" | "percent" }
    ? VFloat64
    : F extends { readonly kind: "flag" }
      ? VBoolean
      : F extends { readonly kind: "priceBreaks" }
        ? typeof priceBreaks
        : VString;

type FieldValidators<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly absent: unknown }
    ? VOptional<FieldValidator<Table[Name]>>
    : FieldValidator<Table[Name]>;
};

/** Validates types alone; bounds are checked by the commands, whose errors name the field. */
function validatorOf(field: Field): GenericValidator {
  switch (field.kind) {
    case "choice":
      return v.union(...field.values.map((value) => v.literal(value)));
    case "whole":
    case "money":
    case "percent":
      return v.number();
    case "flag":
      return v.boolean();
    case "priceBreaks":
      return priceBreaks;
    case "text":
    case "code":
      return v.string();
    default:
      return field satisfies never;
  }
}

/** The validator of each field of a table; fields that a row may leave out are optional. */
export function validatorsOf<Table extends Fields>(table: Table): FieldValidators<Table> {
  const entries = entriesOf(table).map(([name, field]) => {
    const validator = validatorOf(field);
    return [name, field.absent === undefined ? validator : v.optional(validator)];
  });
  return Object.fromEntries(entries) as FieldValidators<Table>;
}

type CompleteValidators<Table> = {
  [Name in keyof Table]: Table[Name] extends {
    readonly values: readonly (infer Choice extends string)[];
    readonly absent: "";
  }
    ? VUnion<Choice | "", VLiteral<Choice | "">[]>
    : FieldValidator<Table[Name]>;
};

/** The same for rows that have every field: the value of one that says nothing stands in its place. */
export function completeValidatorsOf<Table extends Fields>(
  table: Table,
): CompleteValidators<Table> {
  const entries = entriesOf(table).map(([name, field]) => {
    const isOpen = field.kind === "choice" && field.absent === "";
    return [name, validatorOf(isOpen ? { ...field, values: [...field.values, ""] } : field)];
  });
  return Object.fromEntries(entries) as CompleteValidators<Table>;
}

type TextTable = Readonly<Record<string, TextField & { readonly error: PlainCode }>>;

/** Returns texts as they are stored. Errors: the `error` of the first field that is wrong. */
export function requireTexts<Table extends TextTable>(
  table: Table,
  texts: { readonly [Name in keyof Table]?: string | undefined },
): { [Name in keyof Table]: string } {
  const fields: [keyof Table, TextTable[string]][] = Object.entries(table);
  const entries = fields.map(([name, field]) => [
    name,
    checkText(field, texts[name] ?? "") ?? fail<PlainCode>(field.error),
  ]);
  return Object.fromEntries(entries) as { [Name in keyof Table]: string };
}
