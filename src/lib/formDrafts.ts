/**
 * Keeps the typed texts of a form over a reload, like `useDraft`: one entry for all fields, or one for each that is named. A text
 * that equals the initial one was not typed, so it is no draft.
 */
import { DRAFT, readFor, writeFor } from "./accountStorage";

/** The name of the one entry, or the names by field. */
export type DraftNames<Values> = string | { readonly [Field in keyof Values]?: string };

function textsIn(entry: string | null): Record<string, string> {
  try {
    const value: unknown = JSON.parse(entry ?? "{}");
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === "string"));
  } catch {
    return {};
  }
}

function namesByField(names: object): [field: string, name: string][] {
  return Object.entries(names as Record<string, string>);
}

/** Returns the kept texts of the fields that `initial` has as texts. */
export function readDrafts<Values extends object>(
  accountId: string | null,
  names: DraftNames<Values>,
  initial: Values,
): Partial<Values> {
  const entryOf = (name: string) => readFor(accountId, DRAFT + name);
  const kept =
    typeof names === "string"
      ? Object.entries(textsIn(entryOf(names)))
      : namesByField(names).map(([field, name]) => [field, entryOf(name)] as const);
  const isTextField = (field: string) =>
    Object.hasOwn(initial, field) && typeof Reflect.get(initial, field) === "string";
  const drafts = kept.filter(([field, text]) => text !== null && isTextField(field));
  return Object.fromEntries(drafts) as Partial<Values>;
}

/** Stores the changed fields. */
export function writeDrafts<Values extends object>(
  accountId: string | null,
  names: DraftNames<Values>,
  initial: Values,
  changed: Partial<Values>,
): void {
  const write = (name: string, text: string | null) => writeFor(accountId, DRAFT + name, text);
  if (typeof names === "string") {
    const texts = { ...readDrafts(accountId, names, initial), ...changed };
    const typed = Object.entries(texts).filter(
      ([field, text]) => typeof text === "string" && text !== Reflect.get(initial, field),
    );
    write(names, typed.length === 0 ? null : JSON.stringify(Object.fromEntries(typed)));
    return;
  }
  for (const [field, name] of namesByField(names)) {
    const text: unknown = Reflect.get(changed, field);
    if (typeof text === "string") write(name, text === Reflect.get(initial, field) ? null : text);
  }
}
