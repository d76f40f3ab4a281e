/** Returns the error texts of a form's fields, by their table. */
import { type TextField, textProblem } from "../../domain/fields/text";

export type Problems<Name extends PropertyKey> = Partial<Record<Name, string>>;

/** Keeps the fields that need a correction. */
export function onlyProblems<Name extends string>(
  all: Readonly<Record<Name, string | null>>,
): Problems<Name> {
  const entries = Object.entries(all).filter(([, problem]) => problem !== null);
  return Object.fromEntries(entries) as Problems<Name>;
}

/** Returns the error texts of the fields of a table that need a correction. */
export function fieldProblems<Table extends Readonly<Record<string, TextField>>>(
  table: Table,
  texts: { readonly [Name in keyof Table]: string },
): Problems<keyof Table> {
  const fields: [keyof Table & string, TextField][] = Object.entries(table);
  return onlyProblems(
    Object.fromEntries(fields.map(([name, field]) => [name, textProblem(field, texts[name])])),
  ) as Problems<keyof Table>;
}
