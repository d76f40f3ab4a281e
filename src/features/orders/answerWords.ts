/** The words of the answer to a placement: its button, and the sentence above it. */
import type { AnswerPreview } from "./placements";

/** A single order that is sent whole keeps the specification's word. */
export function submitLabel({ kind, isWhole }: AnswerPreview, lineCount: number): string {
  if (kind === "rejected") return "Reject";
  if (kind === "offered") return "Send offer";
  if (!isWhole) return "Accept with less";
  return lineCount === 1 ? "Submit" : "Accept";
}

/** Returns the consequence of an answer with fewer pieces; null if all are sent. */
export function answerWords({ kind, isWhole }: AnswerPreview, retailerName: string): string | null {
  if (isWhole) return null;
  switch (kind) {
    case "rejected":
      return "Nothing is sent: the order is rejected as “Not available”.";
    case "offered":
      return `${retailerName} is asked first, and can agree within 48 hours. The invoice comes with the agreement.`;
    case "accepted":
      return `${retailerName} takes what you have: it is accepted at once, the rest returns to your stock.`;
  }
}
