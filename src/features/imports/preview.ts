/** The preview of an import: what each row of the file would do. Pure, but for the look-up of the products. */
import type { ConvexReactClient } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { FIELD_LABELS, type ImportMode } from "../../../domain/import/columns";
import {
  type Fault,
  type FileRow,
  type Verdict,
  judge,
  shownValue,
  withFault,
} from "../../../domain/import/rows";
import { IMPORT_LOOKUP_ROWS } from "../../../domain/limits";
import type { SentRow } from "../../lib/importJob";

export const KINDS = ["new", "changed", "same", "wrong"] as const;
export type Kind = (typeof KINDS)[number];

export type PreviewRow = {
  readonly _id: string;
  readonly line: number;
  readonly sku: string;
  readonly name: string;
  readonly kind: Kind;
  /** Faults with column and value, or changes from old to new. */
  readonly details: readonly string[];
  /** Null for a row that is not sent. */
  readonly sent: SentRow | null;
};

type Found = FunctionReturnType<typeof api.imports.lookup>[number];

const NOT_ASKED: Found = { product: null, sameName: false };

export function faultText({
  field,
  value,
  reason,
}: Pick<Fault, "field" | "value" | "reason">): string {
  return value === ""
    ? `${FIELD_LABELS[field]}: ${reason}`
    : `${FIELD_LABELS[field]} “${value}”: ${reason}`;
}

function detailsOf(verdict: Verdict, sameName: boolean): string[] {
  if (verdict.kind === "wrong") return verdict.faults.map(faultText);
  if (verdict.kind === "changed")
    return verdict.changes.map(
      ({ field, from, to }) =>
        `${FIELD_LABELS[field]}: ${shownValue(field, from)} → ${shownValue(field, to)}`,
    );
  return verdict.kind === "new" && sameName ? ["Another of your products has this name."] : [];
}

function judged({ cells, read }: FileRow, { product, pictureFault }: Found, mode: ImportMode) {
  const value = cells.picture ?? "";
  const known =
    pictureFault === undefined
      ? read
      : withFault(read, { field: "picture", value, reason: pictureFault });
  return judge(known, product, { cells, mode });
}

function toPreviewRow(row: FileRow, found: Found, mode: ImportMode): PreviewRow {
  const { line, cells } = row;
  const { product, sameName } = found;
  const verdict = judged(row, found, mode);
  const isSent = verdict.kind === "new" || verdict.kind === "changed";
  return {
    ...{ _id: String(line), line, kind: verdict.kind, details: detailsOf(verdict, sameName) },
    sku: cells.sku ?? "",
    name: cells.name ?? product?.name ?? "",
    sent: isSent ? { line, cells, ...(product !== null && { stockSeen: product.stock }) } : null,
  };
}

/** Looks the rows' products up, a hundred at a time, and tells how far it is. */
export async function previewOf(
  client: Pick<ConvexReactClient, "query">,
  { rows, mode }: { readonly rows: readonly FileRow[]; readonly mode: ImportMode },
  onPart: (done: number) => void,
): Promise<PreviewRow[]> {
  // The server also judges the addresses of pictures, which may be a wrong row's next fault.
  const asked = rows.filter(({ read }) => read.faults.length === 0 || "picture" in read.set);
  const found = new Map<number, Found>();
  for (let from = 0; from < asked.length; from += IMPORT_LOOKUP_ROWS) {
    const part = asked.slice(from, from + IMPORT_LOOKUP_ROWS);
    const answers = await client.query(api.imports.lookup, {
      rows: part.map(({ read, cells: { name } }) => ({
        sku: read.sku,
        ...(name !== undefined && { name }),
        ...(read.set.picture !== undefined && { picture: read.set.picture }),
      })),
    });
    part.forEach(({ line }, at) => found.set(line, answers[at] ?? NOT_ASKED));
    onPart(from + part.length);
  }
  return rows.map((row) => toPreviewRow(row, found.get(row.line) ?? NOT_ASKED, mode));
}

export type Counts = Readonly<Record<Kind, number>>;

export function countsOf(rows: readonly PreviewRow[]): Counts {
  const counts = { new: 0, changed: 0, same: 0, wrong: 0 };
  for (const { kind } of rows) counts[kind] += 1;
  return counts;
}
