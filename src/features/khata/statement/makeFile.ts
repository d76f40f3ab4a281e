/** Makes the file of a statement: PDF to read and print, CSV for spreadsheets. */
import type { ConvexReactClient } from "convex/react";
import { type StatementArgs, collectStatement, type Statement } from "./collect";
import { statementCsv } from "./statementCsv";

export type StatementFormat = "pdf" | "csv";

/** Returns, for example, "statement-Banyan-Court-2026-04-01-2026-04-30.pdf": without what file systems refuse. */
export function fileName(business: string, { from, to }: Statement, format: StatementFormat) {
  const name = business.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "");
  return `statement-${name === "" ? "" : `${name}-`}${from}-${to}.${format}`;
}

async function pdfOf(statement: Statement): Promise<ArrayBuffer> {
  const [{ statementPdf }, { browserType }] = await Promise.all([
    import("./statementPdf"),
    import("../../../files/pdf/typeParts"),
  ]);
  return statementPdf(statement, await browserType());
}

/** Errors: those of the server, and of a library that could not be fetched. */
export async function makeFile(
  client: Pick<ConvexReactClient, "query">,
  args: StatementArgs,
  format: StatementFormat,
): Promise<File> {
  const statement = await collectStatement(client, args);
  const name = fileName(statement.partner.business, statement, format);
  return format === "pdf"
    ? new File([await pdfOf(statement)], name, { type: "application/pdf" })
    : new File([statementCsv(statement)], name, { type: "text/csv;charset=utf-8" });
}
