/**
 * Values as Convex's exports have them: JSON in which a number with a dot or an
 * exponent is a float and one without is a 64-bit integer, and what JSON has no
 * words for stands as everywhere else ({"$bytes": …}, {"$float": …}).
 */
import type { JSONValue, Value } from "convex/values";
import { convexToJson, jsonToConvex } from "convex/values";

/** A text of JSON's, so that digits in it are left alone, or a number. */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
/** "-0" is a float: there is no such integer. */
const INTEGER = /^(?:0|-?[1-9]\d*)$/;
const INT64_MAX = 2n ** 63n - 1n;

function numberText(value: number): string {
  if (!Number.isFinite(value)) return JSON.stringify(convexToJson(value));
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return INTEGER.test(text) ? `${text}.0` : text;
}

export function toCleanJson(value: Value): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return numberText(value);
  if (value instanceof ArrayBuffer) return JSON.stringify(convexToJson(value));
  if (Array.isArray(value)) return `[${value.map(toCleanJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value as Record<string, Value | undefined>).flatMap(
    ([name, field]) =>
      field === undefined ? [] : [`${JSON.stringify(name)}:${toCleanJson(field)}`],
  );
  return `{${fields.join(",")}}`;
}

/** A 64-bit integer in the words that Convex's own JSON has for it; larger ones are floats, as on Convex. */
function integerMarked(token: string): string {
  if (!INTEGER.test(token)) return token;
  const integer = BigInt(token);
  const isInt64 = integer <= INT64_MAX && integer >= -INT64_MAX - 1n;
  return isInt64 ? JSON.stringify(convexToJson(integer)) : token;
}

/** @throws SyntaxError when the text is no JSON, or another Error when it is no value of Convex's. */
export function fromCleanJson(text: string): Value {
  return jsonToConvex(JSON.parse(text.replace(TEXT_OR_NUMBER, integerMarked)) as JSONValue);
}
