/** Tables that can be exported: the columns of each file, and their cells of a row. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { todayIst } from "../../../domain/dates";
import { type Field, namesOf, type PriceBreak, shownText } from "../../../domain/fields/kinds";
import { PRODUCT_FIELDS } from "../../../domain/fields/product";
import { COLUMNS } from "../../../domain/import/columns";
import { priceBasisText } from "../../../domain/import/taxCells";
import { lineTotal, plainRupees } from "../../../domain/money";
import { ORDER_STATUS_TEXTS } from "../../../domain/orderLifecycle";
import { askedOf } from "../../../domain/orderLines";
import type { TradeRole } from "../../../domain/roles";
import { entryReference, entryText } from "../../lib/entryText";
import type { Cell, Head } from "./cells";
import { inEnglish, t } from "../../../domain/language/texts";

type Exports = typeof api.exports;
export type Subject = keyof Exports;
export type RowOf<Of extends Subject> = FunctionReturnType<Exports[Of]>["page"][number];

type Column<Row> = Head & { readonly cell: (row: Row) => Cell };
type Table<Row> = { readonly sheetName: string; readonly columns: readonly Column<Row>[] };

function column<Row>(head: string, width: number, cell: (row: Row) => Cell): Column<Row> {
  return { head, width, cell };
}

/** Returns the day in India of an instant. */
function dayOf(at: number | undefined): Cell {
  return at === undefined ? null : { day: todayIst(at) };
}

function dayCell(day: string | undefined): Cell {
  return day === undefined ? null : { day };
}

function amount(paise: number | undefined): Cell {
  return paise === undefined ? null : { paise };
}

type Partnered = { readonly partnerName: string; readonly business?: string | undefined };

/** Returns the columns of the other party: its name, and its shop or company. */
function partnerColumns(role: TradeRole): Column<Partnered>[] {
  const isRetailer = role === "retailer";
  return [
    column(isRetailer ? "Distributor" : "Retailer", 24, ({ partnerName }) => partnerName),
    column(isRetailer ? "Company" : "Shop", 24, ({ business }) => business ?? null),
  ];
}

function ordersTable(role: TradeRole): Table<RowOf<"orders">> {
  const [partner, business] = partnerColumns(role) as [Column<Partnered>, Column<Partnered>];
  type Row = RowOf<"orders">;
  const contactsOfRetailer: Column<Row>[] = [
    column("Phone", 18, ({ partnerPhone }) => partnerPhone ?? null),
    column("Address", 40, ({ address }) => address ?? null),
  ];
  return {
    sheetName: "Orders",
    columns: [
      column("Placed on", 12, ({ placedAt }) => dayOf(placedAt)),
      column("Status", 12, ({ status }) => inEnglish(() => t(ORDER_STATUS_TEXTS[status]))),
      column("Product", 32, ({ productName }) => productName),
      column("Quantity", 10, ({ quantity }) => quantity),
      column("Asked for", 10, askedOf),
      column("Price (₹)", 14, ({ pricePaise }) => amount(pricePaise)),
      column("Total (₹)", 16, ({ pricePaise, quantity }) =>
        amount(lineTotal(pricePaise, quantity)),
      ),
      partner,
      ...(role === "distributor" ? [business] : []),
      column("E-mail", 28, ({ partnerEmail }) => partnerEmail),
      ...(role === "distributor" ? contactsOfRetailer : []),
      column("Delivery before", 14, ({ deliveryBefore }) => dayCell(deliveryBefore)),
      column("Completed on", 14, ({ completedOn }) => dayOf(completedOn)),
      column("Message", 40, ({ msg }) => msg ?? null),
      column("Reason", 40, ({ orderCancelReason }) => orderCancelReason ?? null),
      column("Order ID", 36, ({ orderId }) => orderId),
      column("Line ID", 40, ({ lineId }) => lineId),
    ],
  };
}

function invoicesTable(role: TradeRole): Table<RowOf<"invoices">> {
  return {
    sheetName: "Invoices",
    columns: [
      column("Invoice", 18, ({ printedNumber }) => printedNumber),
      column("Issued on", 12, ({ issuedAt }) => dayOf(issuedAt)),
      ...partnerColumns(role),
      column("E-mail", 28, ({ partnerEmail }) => partnerEmail),
      column("Phone", 18, ({ partnerPhone }) => partnerPhone ?? null),
      column("Products", 48, ({ products }) => products.join("; ")),
      column("Delivery before", 14, ({ deliveryBefore }) => dayCell(deliveryBefore)),
      column("Amount (₹)", 16, (invoice) => amount(invoice.payablePaise)),
      column("Open (₹)", 16, ({ openPaise }) => amount(openPaise)),
      column("Invoice ID", 36, ({ _id }) => _id),
    ],
  };
}

function ledgerTable(role: TradeRole): Table<RowOf<"ledger">> {
  return {
    sheetName: "Khata entries",
    columns: [
      column("Day", 12, ({ day }) => dayCell(day)),
      ...partnerColumns(role),
      column("What", 20, entryText),
      column("Reference", 24, entryReference),
      column("Reason", 40, ({ reason }) => reason ?? null),
      column("Amount (₹)", 16, ({ paise }) => amount(paise)),
      column("Balance (₹)", 16, ({ balanceAfterPaise }) => amount(balanceAfterPaise)),
      column("Entry ID", 36, ({ _id }) => _id),
    ],
  };
}

/** Returns a cell that an import reads back. */
function fieldCell(field: Field, value: unknown): Cell {
  if (field.kind === "priceBreaks") {
    const breaks = (value ?? []) as readonly PriceBreak[];
    return breaks.map(({ from, pricePaise }) => `${from}: ${plainRupees(pricePaise)}`).join("; ");
  }
  if (value === undefined) return null;
  if (field.kind === "money") return { paise: Number(value) };
  if (field.kind === "percent") return Number(value) / 100;
  return field.kind === "whole" ? Number(value) : inEnglish(() => shownText(field, value));
}

/** Returns the table of products without ids: a distributor knows its products by SKU and name. An import reads all of its columns. */
function productsTable(): Table<RowOf<"products">> {
  return {
    sheetName: "Products",
    columns: namesOf(COLUMNS).flatMap((name) => {
      const { label, width } = COLUMNS[name];
      if (width === undefined || name === "picture") return [];
      return column(label, width, (row) => {
        if (name !== "priceBasis") return fieldCell(PRODUCT_FIELDS[name], row[name]);
        const { pricesExcludeTax } = row;
        return pricesExcludeTax === undefined ? null : priceBasisText(pricesExcludeTax);
      });
    }),
  };
}

const TABLES = {
  orders: ordersTable,
  invoices: invoicesTable,
  ledger: ledgerTable,
  products: productsTable,
} as const satisfies { [Of in Subject]: (role: TradeRole) => Table<RowOf<Of>> };

/** Rows and cells of one subject, whose rows the caller need not know. */
export type AnyTable = {
  readonly sheetName: string;
  readonly heads: readonly Head[];
  readonly cellsOf: (row: unknown) => Cell[];
};

function anyTable<Row>({ sheetName, columns }: Table<Row>): AnyTable {
  return {
    sheetName,
    heads: columns.map(({ head, width }) => ({ head, width })),
    cellsOf: (row) => columns.map(({ cell }) => cell(row as Row)),
  };
}

export function tableOf(subject: Subject, role: TradeRole): AnyTable {
  switch (subject) {
    case "orders":
      return anyTable(TABLES.orders(role));
    case "invoices":
      return anyTable(TABLES.invoices(role));
    case "ledger":
      return anyTable(TABLES.ledger(role));
    case "products":
      return anyTable(TABLES.products());
    default:
      return subject satisfies never;
  }
}

/** Returns the tables that a role can export; retailers sell nothing. */
export function subjectsOf(role: TradeRole): readonly Subject[] {
  const shared = ["orders", "invoices", "ledger"] as const;
  return role === "distributor" ? [...shared, "products"] : shared;
}
