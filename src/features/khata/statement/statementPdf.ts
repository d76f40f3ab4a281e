/** The statement as a PDF. It is loaded on first use, because the library is large. */
import { drawPdf, type TypeParts } from "../../../files/pdf/draw";
import type { Statement } from "./collect";
import { periodText } from "../../../files/period/periods";
import { layoutStatement } from "./statementLayout";

export function statementPdf(statement: Statement, type: TypeParts): ArrayBuffer {
  const { business, name } = statement.distributor;
  const paper = {
    title: `Statement, ${periodText(statement)}`,
    author: business === "" ? name : business,
    layOut: (measure: Parameters<typeof layoutStatement>[1]) => layoutStatement(statement, measure),
    picture: null,
  };
  return drawPdf(paper, type);
}
