/** Convex values and validators as text, and back. */
import type { JSONValue, Value } from "convex/values";
import { convexToJson, jsonToConvex } from "convex/values";

export type Document = Record<string, Value>;

/** A validator as `convex function-spec` and schemas export it. */
export type Validator =
  | { readonly type: "any" | "null" | "number" | "bigint" | "boolean" | "string" | "bytes" }
  | { readonly type: "commitTs" }
  | { readonly type: "id"; readonly tableName: string }
  | { readonly type: "literal"; readonly value: JSONValue }
  | { readonly type: "array"; readonly value: Validator }
  | { readonly type: "union"; readonly value: readonly Validator[] }
  | { readonly type: "record"; readonly keys: Validator; readonly values: Field }
  | { readonly type: "object"; readonly value: Readonly<Record<string, Field>> };

export interface Field {
  readonly fieldType: Validator;
  readonly optional: boolean;
}

/** Returns a validator in the words of TypeScript. */
export function describeValidator(validator: Validator): string {
  switch (validator.type) {
    case "id":
      return `Id<"${validator.tableName}">`;
    case "literal":
      return JSON.stringify(jsonToConvex(validator.value), (_, value: unknown) =>
        typeof value === "bigint" ? `${value}n` : value,
      );
    case "array":
      return `(${describeValidator(validator.value)})[]`.replace(/^\(([^|]*)\)\[\]$/, "$1[]");
    case "union":
      return validator.value.map(describeValidator).join(" | ");
    case "record": {
      const { keys, values } = validator;
      return `Record<${describeValidator(keys)}, ${describeValidator(values.fieldType)}>`;
    }
    case "object": {
      const fields = Object.entries(validator.value).map(
        ([name, { fieldType, optional }]) =>
          `${name}${optional ? "?" : ""}: ${describeValidator(fieldType)}`,
      );
      return fields.length === 0 ? "{}" : `{ ${fields.join("; ")} }`;
    }
    default:
      return validator.type;
  }
}

/** Returns a value as the JSON that Convex exports, which keeps integers and bytes apart from numbers and strings. */
export function toJsonText(value: Value): string {
  return JSON.stringify(convexToJson(value), null, 2);
}

/** @throws SyntaxError or Error when the text is no such JSON. */
export function fromJsonText(text: string): Value {
  return jsonToConvex(JSON.parse(text) as JSONValue);
}

/** The most characters of a cell: a document may have a megabyte, and a page fifty of them. */
const CELL_MAX = 200;

/** Returns the beginning of a value in one line, for a table's cell. */
export function toCellText(value: Value | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value.slice(0, CELL_MAX);
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof ArrayBuffer) return `${value.byteLength} bytes`;
  return JSON.stringify(convexToJson(value)).slice(0, CELL_MAX);
}

/** Reads a comparison's value: JSON, or a text that is none. */
export function parseLoosely(text: string): JSONValue {
  try {
    return JSON.parse(text) as JSONValue;
  } catch {
    return text;
  }
}

/** True for validators whose values are typed as they are, without quotation marks. */
export function isPlainText({ type }: Validator): boolean {
  return type === "string" || type === "id";
}

/** Returns the choices of a union of literals; undefined for other validators. */
export function getChoices(validator: Validator): readonly Value[] | undefined {
  if (validator.type === "boolean") return [true, false];
  if (validator.type === "literal") return [jsonToConvex(validator.value)];
  if (validator.type !== "union") return undefined;
  const choices = validator.value.map(getChoices);
  return choices.every((choice) => choice !== undefined) ? choices.flat() : undefined;
}

/**
 * Reads one argument from a form's text; undefined when an optional one is left empty.
 * @throws Error that names the field.
 */
export function parseField(name: string, { fieldType, optional }: Field, text: string) {
  if (text === "" && (optional || fieldType.type !== "string")) {
    if (optional) return undefined;
    throw new Error(`${name} is missing.`);
  }
  if (isPlainText(fieldType)) return text;
  try {
    if (fieldType.type === "bigint") return BigInt(text.replace(/n$/, ""));
    return fromJsonText(text);
  } catch {
    throw new Error(`${name} must be ${describeValidator(fieldType)}, written as JSON.`);
  }
}
