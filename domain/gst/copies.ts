/** The copies of a supplier's document and their marks (CGST rule 48(1)). The recipient gets the original. Bills of supply have them, too. */

export const COPIES = ["original", "duplicate", "triplicate"] as const;
export type Copy = (typeof COPIES)[number];

export const COPY_MARKS = {
  original: "Original for Recipient",
  duplicate: "Duplicate for Transporter",
  triplicate: "Triplicate for Supplier",
} as const satisfies Record<Copy, string>;
