/** Parts that invoices and credit notes share on paper: the parties, and the table of lines with its head on each sheet. */
import { formatRupees } from "../../../domain/money";
import { type Measure, wrap } from "../../files/pdf/marks";
import { BODY, LEFT, LINE, MIDDLE, type Pen, RIGHT, SMALL } from "../../files/pdf/pen";
import type { Invoice } from "./invoiceChoice";
import { type DocumentLine, partyTaxTexts, quantityText, taxColumns } from "./taxTexts";
import { t } from "../../../domain/language/texts";

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
    { x: LEFT, title: t("Distributor"), lines: partyLines(distributor, measure) },
    { x: MIDDLE, title: t("Retailer"), lines: partyLines(retailer, measure) },
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

/** Distances in the table, in millimetres: lines of a row stand closer than those of the page. */
const NAME_STEP = 4;
const NAME_SIZE = 9;
const SMALL_STEP = 3.4;
/** The room from the last line of a row to its rule, less a step, and from the rule to the next row. */
const ABOVE_RULE = 2;
const ROW_GAP = 4.4;
/** Between columns, by whether there are those of taxes. */
const GAPS = { few: 9, many: 3.5 };
/** A product's name has at least so much room: figures become smaller before it does. */
const PRODUCT_WIDTH_MIN = 34;
const FIGURE_SIZES = [8.5, 8, 7.5, 7, 6.5, 6, 5.5];

/** A column of figures, whose second line is small. */
type Figures<Line> = {
  readonly key: string;
  readonly header: string;
  readonly cellOf: (line: Line) => { readonly text: string; readonly rate?: string };
  readonly isBold?: boolean;
};

function figuresOf<Line extends DocumentLine>(tax: Invoice["tax"]): readonly Figures<Line>[] {
  return [
    {
      key: "quantity",
      header: t("Quantity"),
      cellOf: (line) => ({ text: quantityText(line) }),
    },
    {
      key: "price",
      header: t("Price"),
      cellOf: (line) => ({ text: formatRupees(line.pricePaise) }),
    },
    ...taxColumns(tax),
    {
      key: "total",
      header: t("Total"),
      cellOf: (line) => ({ text: formatRupees(line.totalPaise) }),
      isBold: true,
    },
  ];
}

type Grid<Line> = {
  /** The columns from left to right, each with its right edge. */
  readonly columns: readonly (Figures<Line> & { readonly right: number })[];
  /** The size of the figures in points. */
  readonly size: number;
  readonly productWidth: number;
  /** Words below a name may reach to the column that has a second line of its own. */
  readonly wordsWidth: number;
};

/** Places the columns by the widest figure in each, in the largest type that leaves room for names. */
function gridOf<Line extends DocumentLine>(
  lines: readonly Line[],
  tax: Invoice["tax"],
  measure: Measure,
): Grid<Line> {
  const figures = figuresOf<Line>(tax);
  const gap = taxColumns(tax).length > 0 ? GAPS.many : GAPS.few;
  const widthsAt = (size: number) =>
    figures.map(({ header, cellOf }) => {
      const cells = lines.map((line) => measure(cellOf(line).text, size, true));
      return Math.max(measure(header, SMALL, false), ...cells) + gap;
    });
  const room = RIGHT - LEFT - PRODUCT_WIDTH_MIN;
  const sumOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);
  const smallest = FIGURE_SIZES.at(-1) ?? SMALL;
  const size = FIGURE_SIZES.find((each) => sumOf(widthsAt(each)) <= room) ?? smallest;
  const widths = widthsAt(size);
  const columns = figures.map((figure, at) => {
    return { ...figure, right: RIGHT - sumOf(widths.slice(at + 1)) };
  });
  // Rates stand below the taxes, so words end with the price.
  const price = columns.find(({ key }) => key === "price");
  const wordsEnd = taxColumns(tax).length > 0 && price !== undefined ? price.right : RIGHT;
  const productWidth = RIGHT - LEFT - sumOf(widths);
  return { columns, size, productWidth, wordsWidth: wordsEnd - LEFT };
}

function tableHead<Line>(pen: Pen, { columns }: Grid<Line>): void {
  const look = { size: SMALL, muted: true } as const;
  pen.text(LEFT, t("Product"), look);
  for (const { header, right } of columns) pen.text(right, header, { ...look, align: "right" });
  pen.y += 2.5;
  pen.rule(true);
  pen.y += ROW_GAP;
}

function figuresRow<Line>(pen: Pen, { columns, size }: Grid<Line>, line: Line): void {
  for (const { cellOf, right, isBold = false } of columns) {
    const { text, rate = "" } = cellOf(line);
    pen.text(right, text, { size, align: "right", bold: isBold });
    const below = { size: Math.min(size, SMALL), muted: true, align: "right" } as const;
    if (rate !== "")
      pen.put({ kind: "text", x: right, y: pen.y + NAME_STEP, text: rate, ...below });
  }
}

export type TableOptions<Line> = {
  readonly lines: readonly Line[];
  readonly tax: Invoice["tax"];
  /** The smaller lines below a product's name. */
  readonly wordsOf: (line: Line) => readonly string[];
  readonly measure: Measure;
};

export function table<Line extends DocumentLine>(
  pen: Pen,
  { lines, tax, wordsOf, measure }: TableOptions<Line>,
): void {
  const grid = gridOf(lines, tax, measure);
  tableHead(pen, grid);
  for (const line of lines) {
    const names = wrap(line.productName, grid.productWidth, NAME_SIZE, measure);
    const words = wordsOf(line).flatMap((text) => wrap(text, grid.wordsWidth, SMALL, measure));
    const rates = names.length === 1 && words.length === 0 ? SMALL_STEP : 0;
    const height = names.length * NAME_STEP + words.length * SMALL_STEP + rates;
    if (pen.room(height)) tableHead(pen, grid);
    const end = pen.y + height;
    figuresRow(pen, grid, line);
    for (const name of names) {
      pen.text(LEFT, name, { size: NAME_SIZE, bold: true });
      pen.y += NAME_STEP;
    }
    for (const text of words) {
      pen.text(LEFT, text, { size: SMALL, muted: true });
      pen.y += SMALL_STEP;
    }
    pen.y = end - ABOVE_RULE;
    pen.rule();
    pen.y += ROW_GAP;
  }
}
