/** The preview of an import: what each row of the file would do. Pure, but for the look-up of the products. */
import type { ConvexReactClient } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { columnLabel } from "../../../domain/import/columns";
import {
  type Fault,
  type FileRow,
  type JudgeContext,
  type ReadRow,
  type Verdict,
  cellText,
  judge,
  shownValue,
  shownValues,
  withFault,
} from "../../../domain/import/rows";
import { IMPORT_LOOKUP_ROWS } from "../../../domain/limits";
import { beginning } from "../../../domain/text";
import type { SentRow } from "./importJob";
import { t } from "../../../domain/language/texts";

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
  /** The faults of the row; none of another kind has any. */
  readonly faults: readonly Fault[];
  /** Null for a row that is not sent. */
  readonly sent: SentRow | null;
};

type Found = FunctionReturnType<typeof api.imports.lookup>[number];

/** The most characters of one value that are shown: descriptions are long. */
export const DETAIL_MAX = 80;

const NOT_ASKED: Found = { product: null, sameName: false };

export function faultText({
  field,
  value,
  reason,
}: Pick<Fault, "field" | "value" | "reason">): string {
  return value === ""
    ? `${columnLabel(field)}: ${reason}`
    : `${columnLabel(field)} “${value}”: ${reason}`;
}

function detailsOf(verdict: Verdict, { set }: ReadRow, sameName: boolean): string[] {
  if (verdict.kind === "wrong") return verdict.faults.map(faultText);
  if (verdict.kind === "changed")
    return verdict.changes.map(
      ({ field, from, to }) =>
        `${columnLabel(field)}: ${shownValue(field, from)} → ${shownValue(field, to)}`,
    );
  if (verdict.kind === "same") return [];
  const read = shownValues(set).map((text) => beginning(text, DETAIL_MAX));
  return [read.join(" · "), ...(sameName ? [t("Another of your products has this name.")] : [])];
}

function judged({ cells, read }: FileRow, { product, pictureFault }: Found, context: JudgeContext) {
  const value = cells.picture ?? "";
  const checkedRow =
    pictureFault === undefined
      ? read
      : withFault(read, { field: "picture", value, reason: pictureFault });
  return judge(checkedRow, product, { cells, ...context });
}

function toPreviewRow(row: FileRow, found: Found, context: JudgeContext): PreviewRow {
  const { line, cells, read } = row;
  const { product, sameName } = found;
  const verdict = judged(row, found, context);
  const isSent = verdict.kind === "new" || verdict.kind === "changed";
  return {
    _id: String(line),
    line,
    kind: verdict.kind,
    details: detailsOf(verdict, read, sameName),
    faults: verdict.kind === "wrong" ? verdict.faults : [],
    sku: cellText(cells, "sku"),
    name: cellText(cells, "name") || (product?.name ?? ""),
    sent: isSent ? { line, cells, ...(product !== null && { stockSeen: product.stock }) } : null,
  };
}

export function comparedText(rows: number): string {
  return t(
    "{count, plural, one {# row compared with your products} other {# rows compared with your products}}",
    { count: rows },
  );
}

/** Looks the rows' products up, a hundred at a time, and tells how far it is. */
export async function previewOf(
  client: Pick<ConvexReactClient, "query">,
  { rows, ...context }: JudgeContext & { readonly rows: readonly FileRow[] },
  onPart: (done: number) => void,
): Promise<PreviewRow[]> {
  // A text that looks wrong may be what the product has. The server also judges the addresses of pictures, which may be a wrong row's next fault.
  const lookupRows = rows.filter(
    ({ read }) => read.faults.every(({ isOfText }) => isOfText) || "picture" in read.set,
  );
  const found = new Map<number, Found>();
  for (let from = 0; from < lookupRows.length; from += IMPORT_LOOKUP_ROWS) {
    const part = lookupRows.slice(from, from + IMPORT_LOOKUP_ROWS);
    const answers = await client.query(api.imports.lookup, {
      rows: part.map(({ read }) => ({
        sku: read.sku,
        ...(read.set.name !== undefined && { name: read.set.name }),
        ...(read.set.picture !== undefined && { picture: read.set.picture }),
      })),
    });
    part.forEach(({ line }, at) => found.set(line, answers[at] ?? NOT_ASKED));
    onPart(from + part.length);
  }
  return rows.map((row) => toPreviewRow(row, found.get(row.line) ?? NOT_ASKED, context));
}

export type Counts = Readonly<Record<Kind, number>>;

export function countsOf(rows: readonly PreviewRow[]): Counts {
  const counts = { new: 0, changed: 0, same: 0, wrong: 0 };
  for (const { kind } of rows) counts[kind] += 1;
  return counts;
}

/** A fault with the rows of the file that have it. */
export type SharedFault = Pick<Fault, "field" | "value" | "reason"> & { readonly lines: number[] };

export function faultKey({ field, value, reason }: Omit<SharedFault, "lines">): string {
  return JSON.stringify([field, value, reason]);
}

/** The most faults that are said once. In a file whose columns are mixed up every row may have another one. */
const SHARED_FAULTS_MAX = 20;

/**
 * Returns by their keys the faults that are said once for all rows, those of most rows first: equal ones of several rows, and wrong types,
 * which a choice mends.
 */
export function sharedFaults(rows: readonly PreviewRow[]): ReadonlyMap<string, SharedFault> {
  const faults = new Map<string, SharedFault>();
  for (const { line, faults: own } of rows) {
    for (const { field, value, reason } of own) {
      const key = faultKey({ field, value, reason });
      const fault = faults.get(key) ?? { field, value, reason, lines: [] };
      faults.set(key, fault);
      fault.lines.push(line);
    }
  }
  const isShared = ({ field, lines }: SharedFault) => field === "type" || lines.length > 1;
  const shared = [...faults]
    .filter(([, fault]) => isShared(fault))
    .sort(([, one], [, other]) => other.lines.length - one.lines.length);
  return new Map(shared.slice(0, SHARED_FAULTS_MAX));
}
