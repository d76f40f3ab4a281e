/**
 * The tax document of an acceptance: worked out by `domain/gst/`, from the accounts and products as they are on the day of issue. Prices
 * include the tax, but for orders that were placed at prices without it: more tax than these were placed at is agreed on before.
 */
import { todayIst } from "../../domain/dates";
import type { Missing } from "../../domain/gst/missing";
import { missingText } from "../../domain/gst/missingText";
import type { SaleLine, TaxedSale } from "../../domain/gst/sale";
import { type TaxDocument, taxDocument } from "../../domain/gst/taxDocument";
import { DEFAULT_UNIT } from "../../domain/gst/units";
import { lineTotal } from "../../domain/money";
import { addsTax, type QuotedPrice, quotedPrice } from "../../domain/price";
import { isPinCode, isStateCode } from "../../domain/gst/states";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx, MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { getAccount, requireAccount } from "../khata/accounts";

/** An order with its lines as they are sent; those of no pieces are on no document. */
export type OrderSale = {
  readonly distributor: Doc<"users">;
  readonly order: Doc<"orders">;
  readonly issuedAt: number;
};

type Line = Doc<"orders">["lines"][number];

/** The tax details of a party as a document freezes them. */
export function taxParty(user: Doc<"users"> | null, delivery: Delivery = {}) {
  const { gstin, legalName, gstScheme } = user ?? {};
  const { stateCode = user?.stateCode, pincode = user?.pincode } = delivery;
  return { gstin, legalName, stateCode, pincode, gstScheme };
}

/** The address to which the goods go. */
export type Delivery = {
  readonly stateCode?: string | undefined;
  readonly pincode?: string | undefined;
};

/** As the retailer says, or else as the distributor said when it accepted. */
async function deliveryOf(
  ctx: QueryCtx,
  order: Doc<"orders">,
  retailer: Doc<"users"> | null,
): Promise<Delivery> {
  if (retailer?.stateCode !== undefined) return retailer;
  return (await getAccount(ctx, order))?.delivery ?? {};
}

/** A missing part with the product that it is of, as that is now. */
function named(missing: Missing, products: readonly Doc<"products">[]) {
  if (!("line" in missing)) return missing;
  const { line, ...part } = missing;
  const product = products[line];
  if (product === undefined) return part;
  const { _id: productId, name: productName, hsn, taxKind, gstRateBp, uqc } = product;
  return { ...part, productId, productName, tax: { hsn, taxKind, gstRateBp, uqc } };
}

async function productsOf(ctx: QueryCtx, lines: readonly Line[]): Promise<Doc<"products">[]> {
  const products = await Promise.all(
    lines.map(({ productId }) => ctx.db.get("products", productId)),
  );
  return products.map((product) => product ?? fail("NOT_FOUND"));
}

function toSeller(distributor: Doc<"users">): TaxedSale["seller"] {
  const { gstin, gstScheme: scheme = "regular", stateCode, pincode } = distributor;
  const hasLargeTurnover = distributor.turnoverAbove5Cr === true;
  const roundsToRupee = distributor.roundsToRupee === true;
  return { gstin, scheme, stateCode, pincode, hasLargeTurnover, roundsToRupee };
}

function toLine(line: Line, product: Doc<"products"> | undefined): SaleLine {
  const { hsn, taxKind, gstRateBp } = product ?? {};
  const amountPaise = lineTotal(line.pricePaise, line.quantity);
  return { amountPaise, hsn, taxKind, gstRateBp, addsTax: addsTax(line) };
}

/** A line of the document, at its place in the order. */
type TaxedLine = {
  readonly at: number;
  readonly sale: SaleLine;
  readonly product: Doc<"products">;
};

type Taxed = {
  readonly document: TaxDocument;
  /** The lines in the document's order. */
  readonly lines: readonly TaxedLine[];
  readonly buyer: ReturnType<typeof taxParty>;
};

/**
 * Null for a distributor without a GSTIN, whose bills are without tax, and where nothing is sent. Errors: TAX_DETAILS_MISSING {missing,
 * detail}.
 */
export async function requireTaxDocument(
  ctx: QueryCtx,
  { distributor, order, issuedAt }: OrderSale,
): Promise<Taxed | null> {
  const places = order.lines.flatMap(({ quantity }, at) => (quantity > 0 ? [at] : []));
  if (distributor.gstin === undefined || places.length === 0) return null;
  const retailer = await ctx.db.get("users", order.retailerId);
  const buyer = taxParty(retailer, await deliveryOf(ctx, order, retailer));
  const sent = order.lines.filter(({ quantity }) => quantity > 0);
  const products = await productsOf(ctx, sent);
  const day = todayIst(issuedAt);
  const lines = sent.map((line, index) => toLine(line, products[index]));
  const outcome = taxDocument({ seller: toSeller(distributor), buyer, lines, day });
  if ("missing" in outcome) {
    const missing = outcome.missing.map((part) => named(part, products));
    return fail("TAX_DETAILS_MISSING", { missing, detail: missingText(missing) });
  }
  const taxed = products.flatMap((product, index) => {
    const [at, sale] = [places[index], lines[index]];
    return at === undefined || sale === undefined ? [] : [{ at, sale, product }];
  });
  return { document: outcome.document, lines: taxed, buyer };
}

/** Fields of the invoice's lines, in their order. */
export function taxLines({ document, lines }: Taxed) {
  return document.lines.map((taxes, index) => {
    const { taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise } = taxes;
    const { hsn, taxKind, gstRateBp } = lines[index]?.sale ?? {};
    const { uqc = DEFAULT_UNIT } = lines[index]?.product ?? {};
    const amounts = { taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise };
    const isTaxed = document.kind !== "billOfSupply";
    return { hsn, taxKind, ...(isTaxed && { gstRateBp }), uqc, ...amounts };
  });
}

/**
 * Returns the prices of an order's lines on its document, with the tax on top that the product has now, as the law wants it; none comes on
 * top of lines that are not sent, or whose price is what is paid. Errors: TAX_DETAILS_MISSING {missing, detail}.
 */
export async function documentPrices(ctx: QueryCtx, sale: OrderSale): Promise<QuotedPrice[]> {
  const { distributor, order } = sale;
  const agreed = order.lines.map(quotedPrice);
  if (!agreed.some(addsTax) || distributor.gstScheme === "composition") return agreed;
  const taxed = (await requireTaxDocument(ctx, sale))?.lines;
  if (taxed === undefined) return agreed;
  const rates = new Map(taxed.map(({ at, sale: { gstRateBp } }) => [at, gstRateBp]));
  return agreed.map((price, at) =>
    addsTax(price) ? quotedPrice({ ...price, addedTaxBp: rates.get(at) }) : price,
  );
}

/** True for more tax than was agreed on. One that nobody said is none. */
export function isRaised(
  agreed: QuotedPrice,
  { addedTaxBp = 0 }: Partial<QuotedPrice> = {},
): boolean {
  return addedTaxBp > (agreed.addedTaxBp ?? 0);
}

export type Destination = { readonly stateCode: string; readonly pincode?: string | undefined };

/** Notes the destination of goods of distributors with a GSTIN: nobody else's documents name it. Errors: BAD_TAX_DETAILS {field}. */
export async function noteDestination(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  order: Doc<"orders">,
  destination: Destination | undefined,
): Promise<void> {
  if (destination === undefined) return;
  const { stateCode, pincode } = destination;
  if (!isStateCode(stateCode)) fail("BAD_TAX_DETAILS", { field: "stateCode" });
  if (pincode !== undefined && !isPinCode(pincode)) fail("BAD_TAX_DETAILS", { field: "pincode" });
  if (distributor.gstin === undefined) return;
  const account = await requireAccount(ctx, order);
  await ctx.db.patch("creditAccounts", account._id, { delivery: destination });
}
