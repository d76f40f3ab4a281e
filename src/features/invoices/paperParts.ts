/** Parts that invoices and credit notes share on paper: the parties, and the table of lines with its head on each sheet. */
import { formatRupees } from "../../../domain/money";
import { type Measure, wrap } from "../../lib/pdf/marks";
import { BODY, LEFT, LINE, MIDDLE, type Pen, RIGHT, SMALL } from "../../lib/pdf/pen";
import type { Invoice } from "./invoiceChoice";
import { type DocumentLine, partyTaxTexts, quantityText } from "./taxTexts";

/** Right edges of the figures. */
const QUANTITY = 120;
const PRICE = 155;
const PRODUCT_WIDTH = QUANTITY - LEFT - 20;

type Party = Invoice["distributor"] | Invoice["retailer"];

function partyLines(party: Party, measure: Measure): string[] {
  const trade = "companyName" in party ? party.companyName : party.shopName;
  const width = MIDDLE - LEFT - 6;
  const contact = [party.address, ...partyTaxTexts(party), party.phone, party.email];
  return [trade, party.name, ...contact].flatMap((text) => wrap(text, width, BODY, measure));
}

export function parties(
  pen: Pen,
  { distributor, retailer }: Pick<Invoice, "distributor" | "retailer">,
  measure: Measure,
): void {
  const columns = [
    { x: LEFT, title: "Distributor", lines: partyLines(distributor, measure) },
    { x: MIDDLE, title: "Retailer", lines: partyLines(retailer, measure) },
  ];
  const top = pen.y;
  for (const { x, title, lines } of columns) {
    pen.y = top;
    pen.text(x, title, { size: SMALL, muted: true });
    for (const [index, line] of lines.entries()) {
      pen.y += LINE;
      pen.text(x, line, { bold: index === 0 });
    }
  }
  pen.y = top + LINE * (Math.max(...columns.map(({ lines }) => lines.length)) + 1) + 6;
}

function tableHead(pen: Pen): void {
  const look = { size: SMALL, muted: true } as const;
  pen.text(LEFT, "Product", look);
  pen.text(QUANTITY, "Quantity", { ...look, align: "right" });
  pen.text(PRICE, "Price", { ...look, align: "right" });
  pen.text(RIGHT, "Total", { ...look, align: "right" });
  pen.y += 2.5;
  pen.rule(true);
  pen.y += 6;
}

/** `wordsOf` has the smaller lines below a product's name. */
export function table<Line extends DocumentLine>(
  pen: Pen,
  lines: readonly Line[],
  wordsOf: (line: Line) => readonly string[],
  measure: Measure,
): void {
  tableHead(pen);
  for (const line of lines) {
    const names = wrap(line.productName, PRODUCT_WIDTH, BODY, measure);
    const words = wordsOf(line).flatMap((text) => wrap(text, PRODUCT_WIDTH, SMALL, measure));
    if (pen.room((names.length + words.length) * LINE + 3)) tableHead(pen);
    pen.text(QUANTITY, quantityText(line), { align: "right" });
    pen.text(PRICE, formatRupees(line.pricePaise), { align: "right" });
    pen.text(RIGHT, formatRupees(line.totalPaise), { align: "right", bold: true });
    for (const name of names) {
      pen.text(LEFT, name, { bold: true });
      pen.y += LINE;
    }
    for (const text of words) {
      pen.text(LEFT, text, { size: SMALL, muted: true });
      pen.y += LINE - 1;
    }
    pen.y += 0.5;
    pen.rule();
    pen.y += 6;
  }
}
