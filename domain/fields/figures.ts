/**
 * The fields that are figures: whole numbers and sums of money. They stand apart from the other kinds, so that a form of figures loads
 * nothing of these.
 */
import { formatRupees } from "../money";
import { trimBlank } from "../text";
import { plainNumber, type Read, readRupees, typedRupees } from "../typedNumber";
import type { FieldBase, Source } from "./text";
import { type Message, msg, t } from "../language/texts";

export type FigureKind =
  | { readonly kind: "whole"; readonly min: number; readonly max: number }
  /** Integer paise; from 0 where no minimum is said. */
  | {
      readonly kind: "money";
      readonly min?: number;
      readonly max: number;
      /** The sentence that asks for the sum in the form of one. */
      readonly sumRequest?: Message;
    };

type Figure = FigureKind & FieldBase;

/** A figure whose form has one error for whatever is wrong. */
export type FormFigure = Figure & { readonly formReason: Message };

export function grouped(figure: number): string {
  return figure.toLocaleString("en-IN");
}

export function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

function wholeReason(min: number, max: number): Message {
  return msg("Please enter a whole number from {min} to {max}.", { min, max: grouped(max) });
}

/** Returns the kind of a whole number whose form names the bounds, below the field and as its error. */
export function whole(min: number, max: number) {
  const hint = msg("{min} to {max}", { min, max: grouped(max) });
  return { kind: "whole", min, max, hint, formReason: wholeReason(min, max) } as const;
}

/** Returns a figure that was sent as it is stored; undefined if it is none. */
export function checkFigure({ min = 0, max }: Figure, value: unknown): number | undefined {
  // -0 is whole and not below 0, but no figure to keep.
  return isWhole(value, min, max) ? Math.abs(Number(value)) : undefined;
}

export function isFigure(field: Figure, value: unknown): boolean {
  return checkFigure(field, value) !== undefined;
}

export function readWhole(text: string, min: number, max: number, source: Source): Read<number> {
  const digits = /^\d{1,15}$/.test(text) ? text : "NaN";
  const number = source === "form" ? { value: digits } : plainNumber(text);
  if ("reason" in number) return number;
  const value = Number(number.value);
  return isWhole(value, min, max) ? { value } : { reason: t(wholeReason(min, max)) };
}

const SUM_REQUEST = msg("Please enter the amount in rupees, such as 120 or 120.50.");

function readMoney(text: string, field: Figure & { kind: "money" }): Read<number> {
  const { min = 0, max, sumRequest = SUM_REQUEST } = field;
  const value = typedRupees(text);
  if (value === null || value < min) return { reason: t(sumRequest) };
  return value > max
    ? { reason: t("Please enter at most {sum}.", { sum: formatRupees(max) }) }
    : { value };
}

/** Returns the figure that a trimmed text means, or the reason why it means none. */
export function readFigure(field: Figure, text: string, source: Source): Read<number> {
  if (field.kind === "whole") return readWhole(text, field.min, field.max, source);
  return source === "form" ? readMoney(text, field) : readRupees(text, field.max);
}

/** Returns the figure that a text of a form means; null if it means none. */
export function typedFigure(field: Figure, text: string): number | null {
  const read = readFigure(field, trimBlank(text), "form");
  return "value" in read ? read.value : null;
}

/** Returns the error of a form for a text; null for a figure, and for an empty text if the field may be absent. */
export function figureProblem(field: FormFigure, text: string): string | null {
  const isAbsent = field.absent !== undefined && trimBlank(text) === "";
  return isAbsent || typedFigure(field, text) !== null ? null : t(field.formReason);
}
