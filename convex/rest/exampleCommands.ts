/** The example of an operation as a curl command, and the values that its reader looks up first. */
import type { Role } from "../../domain/roles";

/** A value that the reader looks up first: a field of a row of a list, or something in words. */
export type Source =
  | {
      readonly list: string;
      readonly field: string;
      /** The field of a row that lacks the other. */
      readonly or?: string;
      /** A field that the row must not have. */
      readonly without?: string;
    }
  | { readonly words: string };

export type Example = {
  readonly as?: Role | undefined;
  /** With variables in place of parameters, and with a query. If it is left out, the call's own, with the first of `needs`. */
  readonly path?: string;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  /** Source of each variable. */
  readonly needs?: Readonly<Record<string, Source>>;
  readonly key?: true;
};

/** Variables stand in JSON between quotation marks of their own, so that the shell sees them and not their neighbours. */
function jsonArgument(body: object): string {
  return `'${JSON.stringify(body).replaceAll(/"(\$[A-Z]+)"/g, `"'"$1"'"`)}'`;
}

/** Returns the path of the example: its own, or the call's with variables in place of parameters. */
function pathFor(path: string, example: Example): string {
  const variables = Object.keys(example.needs ?? {});
  return example.path ?? path.replaceAll(/\{\w+\}/g, () => `$${variables.shift() ?? ""}`);
}

/** The command, a part to a line. */
export function curlOf(call: string, example: Example): string {
  const [method = "GET", path = ""] = call.split(" ");
  const { as, json, form, key } = example;
  const parts = [
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(as === undefined ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(key === undefined ? [] : ['-H "Idempotency-Key: my-request-1"']),
    ...(json === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${jsonArgument(json)}`]),
    ...Object.entries(form ?? {}).map(([name, value]) => `-F "${name}=${value}"`),
  ];
  return [`curl "$MANDI${pathFor(path, example)}"`, ...parts].join(" \\\n  ");
}

function sourceWords(source: Source): string {
  if ("words" in source) return source.words;
  const { list, field, or, without } = source;
  const other = or === undefined ? "" : `, or its ${or} if it has none`;
  return `the ${field} of a row of GET ${list}${without === undefined ? "" : ` without ${without}`}${other}`;
}

/** Values that the reader has to look up before the command works. */
export function sourcesOf({ as, needs = {} }: Example): string[] {
  const login = as === undefined ? [] : [`$TOKEN: the token of POST /api/auth/login as ${as}`];
  const others = Object.entries(needs).map(([name, source]) => `$${name}: ${sourceWords(source)}`);
  return [...login, ...others];
}
