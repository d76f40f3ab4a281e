/**
 * Kinds of fields: the bounds of a value, how a text becomes one, how one that was sent is checked, and how it is shown. A table of
 * fields, such as `product.ts`, gives each field a kind; forms, imports, commands, tables of the database and REST read the table.
 */
import { rateText } from "../gst/rates";
import { formatRupees, plainRupees } from "../money";
import { letters, trimBlank } from "../text";
import { plainNumber, type Read, readRupees } from "../typedNumber";
import { checkFigure, type FigureKind, grouped, isWhole, readFigure, readWhole } from "./figures";
import {
  checkText,
  type FieldBase,
  requestFor,
  type Source,
  type TextKind,
  textReason,
} from "./text";
import { inEnglish, type Message, t } from "../language/texts";

/** The price of each piece of an order of at least this quantity. */
export type PriceBreak = { readonly from: number; readonly pricePaise: number };

type Kind =
  | TextKind
  | FigureKind
  | {
      readonly kind: "choice";
      readonly values: readonly string[];
      /** A value without a label is its own. */
      readonly labels?: Readonly<Record<string, Message>>;
      /** Other words that files have for a value, by `letters`. */
      readonly aliases?: ReadonlyMap<string, string>;
      /** Returns the sentence that lists what files may have. */
      readonly oneOf?: (values: string) => string;
    }
  | {
      readonly kind: "code";
      /** Returns the code that a text means. */
      readonly find: (text: string) => string | undefined;
      /** The codes that a form offers by their names. */
      readonly codes?: readonly string[];
      /** A code without a name is shown as it is. */
      readonly nameOf?: (code: string) => string;
      readonly reason: Message;
    }
  /** Basis points. */
  | { readonly kind: "percent" }
  /** True or false, by their labels. */
  | { readonly kind: "flag"; readonly labels: { readonly yes: Message; readonly no: Message } }
  | {
      readonly kind: "priceBreaks";
      readonly max: number;
      readonly quantityMax: number;
      readonly priceMax: number;
    };

export type Field = Kind & FieldBase;

export type Fields = Readonly<Record<string, Field>>;

/** A value as it is stored. */
export type FieldValue<F> = F extends { readonly values: readonly (infer Choice)[] }
  ? Choice
  : F extends { readonly kind: "whole" | "money" | "percent" }
    ? number
    : F extends { readonly kind: "flag" }
      ? boolean
      : F extends { readonly kind: "priceBreaks" }
        ? PriceBreak[]
        : string;

type Optional<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly absent: unknown } ? Name : never;
}[keyof Table];

/** The values of a row: those that say nothing are absent. */
export type Stored<Table> = {
  readonly [Name in Exclude<keyof Table, Optional<Table>>]: FieldValue<Table[Name]>;
} & { readonly [Name in Optional<Table>]?: FieldValue<Table[Name]> | undefined };

/** The values of a form or an import: each field has one. */
export type Complete<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly absent: "" }
    ? FieldValue<Table[Name]> | ""
    : FieldValue<Table[Name]>;
};

export function namesOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[];
}

export function entriesOf<Table extends Fields>(table: Table): [keyof Table & string, Field][] {
  return Object.entries(table) as [keyof Table & string, Field][];
}

function isAbsent({ absent }: Field, value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : value === absent;
}

/** Returns the values that a row stores, of those that are there. */
export function toStored<Table extends Fields>(
  table: Table,
  values: Readonly<Record<string, unknown>>,
): Partial<Stored<Table>> {
  const entries = entriesOf(table)
    .filter(([name]) => name in values)
    .map(([name, field]) => [name, isAbsent(field, values[name]) ? undefined : values[name]]);
  return Object.fromEntries(entries) as Partial<Stored<Table>>;
}

export function toComplete<Table extends Fields>(
  table: Table,
  row: Stored<Table>,
): Complete<Table> {
  const values = row as Readonly<Record<string, unknown>>;
  const entries = entriesOf(table).map(([name, { absent }]) => [name, values[name] ?? absent]);
  return Object.fromEntries(entries) as Complete<Table>;
}

/** Returns a value that was sent as it is stored, trimmed; undefined if it is none. */
export function checkValue<F extends Field>(field: F, value: unknown): FieldValue<F> | undefined;
export function checkValue(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case "text":
      return checkText(field, String(value));
    case "whole":
    case "money":
      return checkFigure(field, value);
    case "code":
      return value === field.absent || field.find(String(value)) === value ? value : undefined;
    case "priceBreaks": {
      const breaks = value as readonly PriceBreak[];
      const areFigures = breaks.every(
        ({ from, pricePaise }) =>
          isWhole(from, 1, field.quantityMax) && isWhole(pricePaise, 1, field.priceMax),
      );
      return areFigures && breaks.length <= field.max ? breaks : undefined;
    }
    case "choice":
    case "percent":
    case "flag":
      return value;
    default:
      return field satisfies never;
  }
}

const POINTS_PER_PERCENT = 100;

function readPercent(text: string): Read<number> {
  const number = plainNumber(text.endsWith("%") ? text.slice(0, -1).trim() : text);
  if ("reason" in number) return number;
  const points = Math.round(Number(number.value) * POINTS_PER_PERCENT);
  return points / POINTS_PER_PERCENT === Number(number.value)
    ? { value: points }
    : { reason: t("A rate has at most two decimals.") };
}

/** "24: 95.00; 48: 90.00" → from 24 pieces each costs ₹95. */
function readPriceBreaks(text: string, field: Field & { kind: "priceBreaks" }): Read<PriceBreak[]> {
  const parts = text.split(";").filter((part) => part.trim() !== "");
  if (parts.length > field.max)
    return { reason: t("There may be at most {max} price breaks.", { max: field.max }) };
  const value: PriceBreak[] = [];
  for (const part of parts) {
    const at = part.search(/[:=@]/);
    const quantity = part.slice(0, Math.max(at, 0)).trim().replace(/^from/i, "").trim();
    const from = readWhole(quantity, 1, field.quantityMax, "file");
    const each = readRupees(part.slice(at + 1).trim(), field.priceMax);
    if ("reason" in from || "reason" in each)
      return { reason: t("Write price breaks as “24: 95.00; 48: 90.00”.") };
    value.push({ from: from.value, pricePaise: each.value });
  }
  return { value };
}

function labelOf({ labels }: Field & { kind: "choice" }, value: string): string {
  const label = labels?.[value];
  return label === undefined ? value : t(label);
}

function readChoice(text: string, field: Field & { kind: "choice" }, source: Source) {
  const { values, aliases, oneOf } = field;
  if (source === "form")
    return values.includes(text) ? { value: text } : { reason: requestFor(field) };
  const key = letters(text);
  // Files have the English labels, whoever reads them.
  const labels = inEnglish(() => values.map((each) => labelOf(field, each)));
  const value = aliases?.get(key) ?? values[labels.findIndex((label) => letters(label) === key)];
  return value === undefined
    ? { reason: oneOf?.(labels.join(", ")) ?? requestFor(field) }
    : { value };
}

/** Returns the value that a text means, or the reason why it means none. */
export function readText<F extends Field>(
  field: F,
  raw: string,
  source: Source,
): Read<FieldValue<F>>;
export function readText(field: Field, raw: string, source: Source): Read<unknown> {
  const { absent, kind, formReason } = field;
  const text = trimBlank(raw);
  if (text === "" && absent !== undefined) return { value: absent };
  if (text === "" && kind !== "choice") return { reason: requestFor(field) };
  const read = readKind(field, text, source);
  const isRefused = "reason" in read && source === "form" && formReason !== undefined;
  return isRefused ? { reason: t(formReason) } : read;
}

function readKind(field: Field, text: string, source: Source): Read<unknown> {
  switch (field.kind) {
    case "text": {
      const value = checkText(field, text);
      return value === undefined ? { reason: textReason(field, text, source) } : { value };
    }
    case "whole":
    case "money":
      return readFigure(field, text, source);
    case "choice":
      return readChoice(text, field, source);
    case "code": {
      const value = field.find(text);
      return value === undefined ? { reason: t(field.reason) } : { value };
    }
    case "percent":
      return readPercent(text);
    case "flag":
      return { value: text === inEnglish(() => t(field.labels.yes)) };
    case "priceBreaks":
      return readPriceBreaks(text, field);
    default:
      return field satisfies never;
  }
}

/** Returns a value as somebody would have typed it; an absent figure is left empty. */
function inputText(field: Field, value: unknown): string {
  const isFigure = field.kind === "money" || field.kind === "whole";
  if (isFigure && value === field.absent) return "";
  return field.kind === "money" ? plainRupees(Number(value)) : String(value);
}

/** Returns the values of a row as the texts of a form; those that it has not are as when they are absent. */
export function inputTexts<Table extends Fields>(
  table: Table,
  values: { readonly [Name in keyof Table]?: unknown },
): Record<keyof Table & string, string> {
  const texts = entriesOf(table).map(([name, field]) => {
    const value = values[name] ?? field.absent;
    return [name, value === undefined ? "" : inputText(field, value)];
  });
  return Object.fromEntries(texts) as Record<keyof Table & string, string>;
}

/** Returns a value as it is shown: "₹12.50", "24: ₹95.00", "–" where there is none. */
export function shownText(field: Field, value: unknown): string {
  if (value === "" || (Array.isArray(value) && value.length === 0)) return "–";
  switch (field.kind) {
    case "money":
      return formatRupees(Number(value));
    case "whole":
      return grouped(Number(value));
    case "percent":
      return value === 0 ? "–" : rateText(Number(value));
    case "choice":
      return labelOf(field, String(value));
    case "priceBreaks":
      return (value as readonly PriceBreak[])
        .map(({ from, pricePaise }) => `${from}: ${formatRupees(pricePaise)}`)
        .join("; ");
    case "code":
      return field.nameOf?.(String(value)) ?? String(value);
    case "flag":
      return t(value === true ? field.labels.yes : field.labels.no);
    case "text":
      return String(value);
    default:
      return field satisfies never;
  }
}
