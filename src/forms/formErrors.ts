/** The rules for the errors under the fields of a form. */
export type FormErrors<Values> = { readonly [Field in keyof Values]?: string | null | undefined };

export function hasErrors(errors: object): boolean {
  return Object.values(errors).some((error) => error !== undefined && error !== null);
}

/**
 * The moment of checking again. With "change" it is every change. With "submit" an error disappears when its field changes, and the next submit checks
 * again.
 */
export type RevalidateOn = "change" | "submit";

/** Returns the errors to show: none before the first submit. */
export function shownErrors<Values>(
  submitted: FormErrors<Values> | null,
  revalidateOn: RevalidateOn,
  validate: () => FormErrors<Values>,
): FormErrors<Values> {
  if (submitted === null) return {};
  return revalidateOn === "submit" ? submitted : validate();
}

export function withoutErrors<Values>(
  errors: FormErrors<Values>,
  changed: Partial<Values>,
): FormErrors<Values> {
  const kept = Object.entries(errors).filter(([field]) => !Object.hasOwn(changed, field));
  return Object.fromEntries(kept) as FormErrors<Values>;
}
