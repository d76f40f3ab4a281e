/** Messages of refused values, for logs: operators see the path and the type, never what somebody sent. */

/** A value in a complaint of `database/validation.ts`: one line of JSON, whose other line separators are part of it. */
const VALUE = /^Value: [^\n]*$/gm;
const ID = /Found ID "[^\n]*"(?=( from table `[^\n]*`)?, which does not match)/g;

/** The type of a value by the first character of its JSON. */
const TYPES: Readonly<Record<string, string>> = {
  '"': "a string",
  "{": "an object",
  "[": "an array",
  t: "a boolean",
  f: "a boolean",
  n: "null",
  u: "undefined",
};

/** Returns the message with each shown value replaced by its type. */
export function withoutValues(message: string): string {
  return message
    .replace(VALUE, (line) => `Value: ${TYPES[line.charAt("Value: ".length)] ?? "a number"}`)
    .replace(ID, "Found an ID");
}
