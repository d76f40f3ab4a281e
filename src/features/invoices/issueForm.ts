/** The form of a credit note: the pieces of each line, and why. Pure. */
import { needsText, proposesRestock, type CreditReason } from "../../../domain/creditNotes";
import { ERRORS } from "../../../domain/errors";
import { REASON_MAX } from "../../../domain/limits";
import { creditedLine } from "../../../domain/gst/creditedLine";
import type { FormErrors } from "../../forms/useForm";
import type { Invoice } from "./invoiceChoice";
import type { CreditState } from "./creditNote";
import { t } from "../../../domain/language/texts";

export type NoteValues = {
  /** The pieces by line; those that are not named have 0. */
  readonly pieces: Readonly<Record<string, number>>;
  readonly reason: CreditReason | "";
  readonly text: string;
  /** Null until it is chosen: then the reason proposes it. */
  readonly restocks: boolean | null;
};

export const EMPTY_NOTE: NoteValues = { pieces: {}, reason: "", text: "", restocks: null };

export type NoteLine = {
  readonly line: Invoice["lines"][number];
  /** The pieces that earlier notes credited. */
  readonly credited: number;
  readonly left: number;
  readonly quantity: number;
};

/** Returns the lines of the invoice; a quantity that is more than is left meanwhile becomes that. */
export function noteLines(
  { lines }: Pick<Invoice, "lines">,
  state: Pick<CreditState, "lines">,
  { pieces }: Pick<NoteValues, "pieces">,
): NoteLine[] {
  const states = new Map(state.lines.map((each) => [each.lineId, each]));
  return lines.map((line) => {
    const { credited = 0, left = 0 } = states.get(line.lineId) ?? {};
    return { line, credited, left, quantity: Math.min(pieces[line.lineId] ?? 0, left) };
  });
}

/** Returns everything that is left. */
export function allPieces({ lines }: Pick<CreditState, "lines">): Record<string, number> {
  return Object.fromEntries(lines.map(({ lineId, left }) => [lineId, left]));
}

/** Returns the sum of a line's pieces, with their tax. */
export function lineSum({ line, credited: before, quantity }: NoteLine): number {
  return creditedLine(line, { before, quantity }).totalPaise;
}

/** Returns the sum of the note that would be issued. The invoice's rounding goes back with the last pieces. */
export function totalOf(lines: readonly NoteLine[], roundOffPaise = 0): number {
  const total = lines.reduce((sum, line) => sum + lineSum(line), 0);
  const isLast = lines.every(({ quantity, left }) => quantity === left);
  return isLast ? Math.max(0, total + roundOffPaise) : total;
}

export function restocksOf({ reason, restocks }: NoteValues): boolean {
  return restocks ?? (reason !== "" && proposesRestock(reason));
}

export function noteProblems(
  { reason, text }: NoteValues,
  lines: readonly NoteLine[],
): FormErrors<NoteValues> {
  const length = text.trim().length;
  const lacksText = reason !== "" && needsText(reason) && length === 0;
  return {
    pieces: lines.some(({ quantity }) => quantity > 0) ? null : t(ERRORS.BAD_CREDIT_NOTE.text),
    reason: reason === "" ? t("Please choose a reason.") : null,
    text: lacksText || length > REASON_MAX ? t(ERRORS.NO_CREDIT_TEXT.text) : null,
  };
}
