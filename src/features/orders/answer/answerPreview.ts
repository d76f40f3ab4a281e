/** The effect of an answer to an order, before it is sent: as the dialog says it, and as the call takes it. Pure. */
import { answerKind, type AnsweredLine, type AnswerKind } from "../../../../domain/orderAnswer";
import { askedOf, keptLines, owedPaiseOf } from "../../../../domain/orderLines";
import type { ShortageRule } from "../../../../domain/orderAnswer";
import type { Line } from "../orderRow";
import { t } from "../../../../domain/language/texts";

export type AnsweredOrder = {
  readonly lines: readonly Line[];
  readonly shortageRule?: ShortageRule | undefined;
};

/** Pieces to send, by the places of lines; lines that are not named are sent whole. */
export type SentPieces = Readonly<Record<number, number>>;

/** Returns the line as it is answered; none where it was refused before. */
function answerTo(line: Line, at: number, sent: SentPieces): AnsweredLine {
  const pieces = askedOf(line);
  return { asked: pieces, quantity: sent[at] ?? pieces };
}

export type AnswerPreview = {
  readonly kind: AnswerKind;
  /** All pieces of all lines are sent. */
  readonly isWhole: boolean;
  readonly totalPaise: number;
};

/** Returns the effect of sending these pieces; the server decides by the same rules. */
export function previewOf({ lines, shortageRule }: AnsweredOrder, sent: SentPieces): AnswerPreview {
  const answered = lines.map((line, at) => ({ ...line, ...answerTo(line, at, sent) }));
  const sentLines = keptLines(answered);
  return {
    kind: answerKind(sentLines, shortageRule ?? "ask"),
    isWhole: sentLines.every(({ asked, quantity }) => quantity === asked),
    totalPaise: owedPaiseOf(sentLines),
  };
}

/** Returns the lines as `orders.accept` takes them: those of which other than all pieces are sent. */
export function answeredLines(
  { lines }: AnsweredOrder,
  sent: SentPieces,
): { line: number; quantity: number }[] {
  return lines.flatMap((line, at) => {
    const { asked, quantity } = answerTo(line, at, sent);
    return line.refused !== undefined || quantity === asked ? [] : [{ line: at, quantity }];
  });
}

/** A single line that is sent whole keeps the specification's word. */
export function submitLabel({ kind, isWhole }: AnswerPreview, lineCount: number): string {
  if (kind === "rejected") return t("Reject");
  if (kind === "offered") return t("Send offer");
  if (!isWhole) return t("Accept with less");
  return lineCount === 1 ? t("Submit") : t("Accept");
}

/** Returns the consequence of an answer with fewer pieces; null if all are sent. */
export function answerWords({ kind, isWhole }: AnswerPreview, retailer: string): string | null {
  if (isWhole) return null;
  switch (kind) {
    case "rejected":
      return t("Nothing is sent: the order is rejected as “Not available”.");
    case "offered":
      return t(
        "{retailer} is asked first, and can agree within 48 hours. The invoice comes with the agreement.",
        { retailer },
      );
    case "accepted":
      return t(
        "{retailer} takes what you have: it is accepted at once, the rest returns to your stock.",
        { retailer },
      );
  }
}
