/** Values against validators (`v.object({…})` as JSON): arguments, return values and documents of a schema. */
import { type JSONValue, type Value, jsonToConvex } from "convex/values";
import { FUNCTION_HANDLE } from "../functionAddress";

/** The names of fields that Convex accepts where no validator lists them. */
const PLAIN_NAME = /^(?!\$)[\x20-\x7e]*$/;
const NAME_MAX = 1_024;

interface Field {
  readonly fieldType: ValidatorJson;
  readonly optional: boolean;
}

export type ValidatorJson =
  | { readonly type: "any" | "null" | "number" | "bigint" | "boolean" | "string" | "bytes" }
  /** The placeholder for the commit's timestamp; by the time a value is checked, it is a 64-bit integer. */
  | { readonly type: "commitTs" }
  | { readonly type: "literal"; readonly value: JSONValue }
  | { readonly type: "id"; readonly tableName: string }
  /** A function handle. What its author said of arguments and results is for types alone, and is not checked. */
  | { readonly type: "function" }
  | { readonly type: "array"; readonly value: ValidatorJson }
  | { readonly type: "record"; readonly keys: ValidatorJson; readonly values: Field }
  | { readonly type: "object"; readonly value: Readonly<Record<string, Field>> }
  | { readonly type: "union"; readonly value: readonly ValidatorJson[] };

export interface CheckOptions {
  /** The path of the value, such as ".owner.name"; "" at the top. */
  readonly path: string;
  /** The table that an id belongs to; null when the text is no id. */
  readonly idTable: (id: string) => string | null;
}

/** Returns null when the value fits, else an error message in Convex's words. */
export function checkValue(
  validator: JSONValue,
  value: Value | undefined,
  options: CheckOptions,
): string | null {
  const parsed = validator as unknown as ValidatorJson;
  return fits(parsed, value, options.idTable) ? null : complaintAbout(parsed, value, options);
}

/**
 * As `checkValue`, for a value in Convex's JSON.
 * @throws Error when the JSON is not that of a value.
 */
export function checkJson(
  validator: JSONValue,
  json: JSONValue,
  options: CheckOptions,
): string | null {
  const parsed = validator as unknown as ValidatorJson;
  return fits(parsed, json, options.idTable)
    ? null
    : complaintAbout(parsed, jsonToConvex(json), options);
}

/**
 * Checks quickly whether a value, or its JSON, certainly fits its validator, as nearly every value does. It does not decide
 * where JSON stands for something else (64-bit integers, bytes, not-a-number): `complaintAbout` then decides, and words the
 * error.
 */
function fits(validator: ValidatorJson, value: unknown, idTable: CheckOptions["idTable"]): boolean {
  switch (validator.type) {
    case "null":
      return value === null;
    case "number":
    case "boolean":
    case "string":
    case "bigint":
      return typeof value === validator.type;
    case "commitTs":
      return typeof value === "bigint";
    case "bytes":
      return value instanceof ArrayBuffer;
    case "literal":
      return Object.is(validator.value, value);
    case "id":
      return typeof value === "string" && idTable(value) === validator.tableName;
    case "function":
      return isHandle(value);
    case "union":
      return validator.value.some((option) => fits(option, value, idTable));
    case "array":
      return (
        Array.isArray(value) && value.every((element) => fits(validator.value, element, idTable))
      );
    case "object":
      return isPlainObject(value) && fitsObject(validator.value, value, idTable);
    case "any":
      return isPlain(value);
    case "record":
      return (
        isPlainObject(value) &&
        Object.entries(value).every(
          ([name, field]) =>
            isPlainName(name) &&
            fits(validator.keys, name, idTable) &&
            fits(validator.values.fieldType, field, idTable),
        )
      );
    default:
      validator satisfies never;
      return false;
  }
}

function fitsObject(
  fields: Readonly<Record<string, Field>>,
  value: Readonly<Record<string, unknown>>,
  idTable: CheckOptions["idTable"],
): boolean {
  let fieldCount = 0;
  for (const name in fields) {
    const field = fields[name];
    if (!Object.hasOwn(value, name)) {
      if (field?.optional !== true) return false;
      continue;
    }
    if (field === undefined || !isPlainName(name)) return false;
    if (!fits(field.fieldType, value[name], idTable)) return false;
    fieldCount += 1;
  }
  return Object.keys(value).length === fieldCount;
}

/** Returns false for a name with a dollar, which says in JSON that the object is no object. */
function isPlainName(name: string): boolean {
  return PLAIN_NAME.test(name) && name.length <= NAME_MAX;
}

function isPlain(value: unknown): boolean {
  if (value === undefined) return false;
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  if (value instanceof ArrayBuffer) return true;
  return Object.entries(value).every(([name, field]) => isPlainName(name) && isPlain(field));
}

/** Returns the first mismatch, or null. */
export function complaintAbout(
  validator: ValidatorJson,
  value: Value | undefined,
  options: CheckOptions,
): string | null {
  switch (validator.type) {
    case "any":
      return value === undefined ? mismatch(validator, value, options) : null;
    case "id":
      return checkId(validator.tableName, value, options);
    case "array":
      return Array.isArray(value)
        ? firstComplaint(
            value,
            (element, at) => complaintAbout(validator.value, element, at),
            options,
          )
        : mismatch(validator, value, options);
    case "record":
      return checkRecord(validator, value, options);
    case "object":
      return checkObject(validator.value, value, options);
    case "union":
      return validator.value.some((option) => complaintAbout(option, value, options) === null)
        ? null
        : mismatch(validator, value, options);
    case "literal":
      return isLiteral(validator.value, value) ? null : mismatch(validator, value, options);
    case "function":
      return isHandle(value) ? null : mismatch(validator, value, options);
    case "commitTs":
      return typeof value === "bigint" ? null : mismatch(validator, value, options);
    case "null":
    case "number":
    case "bigint":
    case "boolean":
    case "string":
    case "bytes":
      return describeValue(value) === validator.type ? null : mismatch(validator, value, options);
    default:
      validator satisfies never;
      throw new Error("A validator of an unknown kind.");
  }
}

/** A well-formed handle may name a function that is no longer there, because a push can delete it at any time. */
function isHandle(value: unknown): boolean {
  return typeof value === "string" && FUNCTION_HANDLE.test(value);
}

/** Literals are texts, numbers, booleans and, in an object that says so, 64-bit integers. */
function isLiteral(literal: JSONValue, value: Value | undefined): boolean {
  return Object.is(typeof literal === "object" ? jsonToConvex(literal) : literal, value);
}

function firstComplaint(
  elements: readonly Value[],
  checkOne: (element: Value, options: CheckOptions) => string | null,
  options: CheckOptions,
): string | null {
  for (const [at, element] of elements.entries()) {
    const complaint = checkOne(element, { ...options, path: `${options.path}[${at}]` });
    if (complaint !== null) return complaint;
  }
  return null;
}

function checkId(
  tableName: string,
  value: Value | undefined,
  options: CheckOptions,
): string | null {
  if (typeof value !== "string") return mismatch({ type: "id", tableName }, value, options);
  const table = options.idTable(value);
  if (table === tableName) return null;
  return `Found ID "${cut(value)}"${table === null ? "" : ` from table \`${table}\``}, which does not match the table name in validator \`v.id("${tableName}")\`.${where(options)}`;
}

function checkRecord(
  validator: Extract<ValidatorJson, { type: "record" }>,
  value: Value | undefined,
  options: CheckOptions,
): string | null {
  if (!isPlainObject(value)) return mismatch(validator, value, options);
  for (const [key, field] of Object.entries(value)) {
    const inside = { ...options, path: `${options.path}.${key}` };
    const complaint =
      complaintAbout(validator.keys, key, inside) ??
      complaintAbout(validator.values.fieldType, field, inside);
    if (complaint !== null) return complaint;
  }
  return null;
}

function checkObject(
  fields: Readonly<Record<string, Field>>,
  value: Value | undefined,
  options: CheckOptions,
): string | null {
  if (!isPlainObject(value)) return mismatch({ type: "object", value: fields }, value, options);
  for (const [name, { fieldType, optional }] of Object.entries(fields)) {
    const field = Object.hasOwn(value, name) ? value[name] : undefined;
    if (field === undefined) {
      if (optional) continue;
      return `Object is missing the required field \`${name}\`. Consider wrapping the field validator in \`v.optional(...)\` if this is expected.${where(options)}`;
    }
    const complaint = complaintAbout(fieldType, field, {
      ...options,
      path: `${options.path}.${name}`,
    });
    if (complaint !== null) return complaint;
  }
  const extra = Object.keys(value).find(
    (name) => !Object.hasOwn(fields, name) && value[name] !== undefined,
  );
  return extra === undefined
    ? null
    : `Object contains extra field \`${extra}\` that is not in the validator.${where(options)}`;
}

function isPlainObject(value: unknown): value is Record<string, Value> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ArrayBuffer)
  );
}

function describeValue(value: Value | undefined): string {
  if (value === null) return "null";
  if (value instanceof ArrayBuffer) return "bytes";
  return typeof value;
}

function where({ path }: CheckOptions): string {
  return path === "" ? "" : `\nPath: ${path}`;
}

function mismatch(
  validator: ValidatorJson,
  value: Value | undefined,
  options: CheckOptions,
): string {
  return `Value does not match validator.${where(options)}\nValue: ${shown(value)}\nValidator: ${describe(validator)}`;
}

/** Long values are cut, so that the message stays readable. */
const SHOWN_MAX = 200;

function cut(text: string): string {
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

/** Cuts parts before they are serialised: a union reports the value once for each of its members. */
function shownPart(_: string, part: unknown): unknown {
  if (typeof part === "string") return cut(part);
  return typeof part === "bigint" ? `${part}n` : part;
}

function shown(value: Value | undefined): string {
  return value === undefined ? "undefined" : cut(JSON.stringify(value, shownPart));
}

function describeField({ fieldType, optional }: Field): string {
  return optional ? `v.optional(${describe(fieldType)})` : describe(fieldType);
}

/** The validator as its author wrote it. */
function describe(validator: ValidatorJson): string {
  switch (validator.type) {
    case "id":
      return `v.id("${validator.tableName}")`;
    case "array":
      return `v.array(${describe(validator.value)})`;
    case "record":
      return `v.record(${describe(validator.keys)}, ${describeField(validator.values)})`;
    case "union":
      return `v.union(${validator.value.map(describe).join(", ")})`;
    case "literal":
      return `v.literal(${JSON.stringify(validator.value)})`;
    case "object": {
      const fields = Object.entries(validator.value).map(
        ([name, field]) => `${name}: ${describeField(field)}`,
      );
      return `v.object({${fields.join(", ")}})`;
    }
    case "bigint":
      return "v.int64()";
    case "number":
      return "v.float64()";
    case "any":
    case "commitTs":
    case "function":
    case "null":
    case "boolean":
    case "string":
    case "bytes":
      return `v.${validator.type}()`;
    default:
      validator satisfies never;
      return "";
  }
}
