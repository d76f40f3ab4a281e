/**
 * Keeps the typed texts of a form over a reload, like `useDraft`: one entry for all fields, or one for each that is named. A text
 * that equals the initial one was not typed, so it is no draft.
 */
import { readDraft, writeDraft } from "../accountStore/drafts";
import { parseObject } from "../device/deviceStorage";

/** The name of the one entry, or the names by field. */
export type DraftNames<Values> = string | { readonly [Field in keyof Values]?: string };

function namesByField(names: object): [field: string, name: string][] {
  return Object.entries(names as Record<string, string>);
}

/** Returns the stored texts of the fields that `initial` has as texts. */
export function readDrafts<Values extends object>(
  accountId: string | null,
  names: DraftNames<Values>,
  initial: Values,
): Partial<Values> {
  const drafts: (readonly [field: string, text: unknown])[] =
    typeof names === "string"
      ? Object.entries(parseObject(readDraft(accountId, names)) ?? {})
      : namesByField(names).map(([field, name]) => [field, readDraft(accountId, name)]);
  const isTextField = (field: string) =>
    Object.hasOwn(initial, field) && typeof Reflect.get(initial, field) === "string";
  const texts = drafts.filter(([field, text]) => typeof text === "string" && isTextField(field));
  return Object.fromEntries(texts) as Partial<Values>;
}

/** Stores the changed fields. */
export function writeDrafts<Values extends object>(
  accountId: string | null,
  names: DraftNames<Values>,
  initial: Values,
  changed: Partial<Values>,
): void {
  const write = (name: string, text: string | null) => writeDraft(accountId, name, text);
  if (typeof names === "string") {
    const texts = { ...readDrafts(accountId, names, initial), ...changed };
    const changes = Object.entries(texts).filter(
      ([field, text]) => typeof text === "string" && text !== Reflect.get(initial, field),
    );
    write(names, changes.length === 0 ? null : JSON.stringify(Object.fromEntries(changes)));
    return;
  }
  for (const [field, name] of namesByField(names)) {
    const text: unknown = Reflect.get(changed, field);
    if (typeof text === "string") write(name, text === Reflect.get(initial, field) ? null : text);
  }
}
