/**
 * Holds the values of a form and the errors under its fields, which are shown from the first submit on. The call to the server is
 * a `useServerAction`.
 */
import { type ChangeEvent, useState } from "react";
import { type DraftNames, readDrafts, writeDrafts } from "./formDrafts";
import { useAccountId } from "../live/useMarketClient";

/** The errors under the fields of a form. */
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
  const others = Object.entries(errors).filter(([field]) => !Object.hasOwn(changed, field));
  return Object.fromEntries(others) as FormErrors<Values>;
}

export type FormOptions<Values> = {
  readonly initial: Values;
  /** Returns the text for each field that needs a correction. */
  readonly validate: (values: Values) => FormErrors<Values>;
  /** Keeps texts over a reload. A password must not be named. */
  readonly drafts?: DraftNames<Values>;
  /** The default is "change". */
  readonly revalidateOn?: RevalidateOn;
};

export type TextName<Values> = {
  [Field in keyof Values]: Values[Field] extends string ? Field : never;
}[keyof Values];

type TextBinding = {
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
};

export type FormState<Values> = {
  readonly values: Values;
  /** The errors to show now. */
  readonly errors: FormErrors<Values>;
  readonly change: (part: Partial<Values>) => void;
  /** Binds a text field to its control: `<Input {...form.text("name")} />`. */
  readonly text: (field: TextName<Values>) => TextBinding;
  /** Calls `onValid` with valid values; otherwise shows the errors. */
  readonly submit: (onValid: (values: Values) => unknown) => void;
  /** Hides the errors and sets the named fields, or all of them to their initial values. */
  readonly reset: (to?: Partial<Values>) => void;
};

type State<Values> = {
  readonly source: string;
  readonly values: Values;
  /** The errors at the last submit; null before the first one. */
  readonly submitted: FormErrors<Values> | null;
};

export function useForm<Values extends object>(options: FormOptions<Values>): FormState<Values> {
  const { initial, validate, drafts = {}, revalidateOn = "change" } = options;
  const accountId = useAccountId();
  const source = `${accountId ?? ""} ${JSON.stringify(drafts)}`;
  const read = (): State<Values> => ({
    source,
    values: { ...initial, ...readDrafts(accountId, drafts, initial) },
    submitted: null,
  });
  const [state, setState] = useState(read);
  if (state.source !== source) setState(read());
  const { values, submitted } = state;

  const change = (part: Partial<Values>) => {
    writeDrafts(accountId, drafts, initial, part);
    setState((now) => ({
      ...now,
      values: { ...now.values, ...part },
      submitted: now.submitted === null ? null : withoutErrors(now.submitted, part),
    }));
  };
  return {
    values,
    errors: shownErrors(submitted, revalidateOn, () => validate(values)),
    change,
    text: (field) => ({
      value: String(values[field]),
      onChange: ({ target }) => change({ [field]: target.value } as unknown as Partial<Values>),
    }),
    submit: (onValid) => {
      const errors = validate(values);
      setState((now) => ({ ...now, submitted: errors }));
      if (!hasErrors(errors)) onValid(values);
    },
    reset: (to = initial) => {
      change(to);
      setState((now) => ({ ...now, submitted: null }));
    },
  };
}
