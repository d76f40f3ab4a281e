/** The rows of the search of everything, by groups, and where each leads. Pure. */
import * as links from "../../../domain/links";
import type { FunctionReturnType } from "convex/server";
import {
  Boxes,
  FileText,
  House,
  PackageSearch,
  Store,
  Truck,
  UserRound,
  type LucideIcon,
} from "lucide-react";
import type { api } from "../../../convex/_generated/api";
import { formatDate } from "../../../domain/dates";
import { SEARCH_HITS_MAX } from "../../../domain/limits";
import { formatRupees } from "../../../domain/money";
import { LIST_OF_STATUS, type OrderStatus } from "../../../domain/orderLifecycle";
import { priceText } from "../../../domain/price";
import type { Role } from "../../../domain/roles";
import { hitText } from "../../features/orders/quickOrder/quickOrder";
import { contentText } from "../../market/orderContent";
import { groupsFor, userMenuFor } from "../navigation";
import { t } from "../../../domain/language/texts";

type Search = typeof api.search;
export type ProductHit = FunctionReturnType<Search["products"]>[number];
type OrderHit = FunctionReturnType<Search["orders"]>[number];
type InvoiceHit = FunctionReturnType<Search["invoices"]>[number];
type PersonHit = FunctionReturnType<Search["people"]>[number];

export type Item = {
  readonly key: string;
  readonly icon: LucideIcon;
  /** Of a product, in the place of the icon; null if it is gone. */
  readonly picture?: string | null;
  readonly title: string;
  readonly detail?: string;
  readonly amount?: string;
  readonly status?: OrderStatus;
  readonly to: string;
  /** Shift + Enter puts it into the basket. */
  readonly product?: ProductHit;
};

export type Group = { readonly label: string; readonly items: readonly Item[] };

function productAddress(role: Role, { _id, name }: ProductHit): string {
  switch (role) {
    case "retailer":
      return links.orderForm(_id);
    case "distributor":
      return links.ownProductsLike(name);
    case "admin":
      return links.adminProductsLike(name);
    default:
      return role satisfies never;
  }
}

export function productItem(role: Role, hit: ProductHit): Item {
  const { _id, name } = hit;
  return {
    key: `product:${_id}`,
    icon: Boxes,
    picture: hit.picture,
    title: name,
    detail: hitText(hit, role === "distributor"),
    amount: priceText(hit),
    to: productAddress(role, hit),
    ...(role === "retailer" && { product: hit }),
  };
}

export function orderItem(role: Role, hit: OrderHit): Item {
  const party = role === "retailer" ? "retailer" : "distributor";
  return {
    key: `order:${hit._id}`,
    icon: PackageSearch,
    title: contentText({ ...hit, lines: hit.lineCount }),
    detail: `${hit.partner} · ${formatDate(hit.createdAt)}`,
    amount: formatRupees(hit.totalPaise),
    status: hit.status,
    to: links.orderAddress(party, LIST_OF_STATUS[hit.status], hit._id),
  };
}

export function invoiceItem(hit: InvoiceHit): Item {
  return {
    key: `invoice:${hit._id}`,
    icon: FileText,
    title: hit.printedNumber,
    detail: `${hit.partner} · ${formatDate(hit.createdAt)}`,
    amount: formatRupees(hit.payablePaise),
    to: links.invoice(hit._id),
  };
}

function personAddress(viewer: Role, { role, email, isConnected }: PersonHit): string {
  if (viewer === "retailer") return links.distributorProducts(email);
  if (viewer === "distributor")
    return isConnected === true ? links.chatWith(email) : links.RETAILERS;
  if (role === "admin") return links.homeOf("admin");
  return role === "retailer" ? links.ADMIN_RETAILERS : links.ADMIN_DISTRIBUTORS;
}

const PERSON_ICONS = { retailer: Store, distributor: Truck, admin: UserRound } as const;

export function personItem(viewer: Role, hit: PersonHit): Item {
  const { _id, name, business, email, role, isConnected } = hit;
  const facts = [business === undefined ? undefined : name, email];
  return {
    key: `person:${_id}`,
    icon: PERSON_ICONS[role],
    title: business ?? name,
    detail: facts.filter((fact) => fact !== undefined).join(" · "),
    ...(isConnected === true && { amount: t("Connected") }),
    to: personAddress(viewer, hit),
  };
}

type Pages = { readonly role: Role; readonly hasMonthEnd: boolean };

/** Returns the user's own pages whose names have the text; the first ones for an empty text. */
export function pageItems({ role, hasMonthEnd }: Pages, text: string): Item[] {
  const searchText = text.trim().toLowerCase();
  const home = { label: t("Home"), to: links.homeOf(role), icon: House };
  const menu = userMenuFor({ hasMonthEnd });
  const entries = [...groupsFor(role).flatMap(({ items }) => items), home, ...menu];
  return entries
    .filter(({ label }) => label.toLowerCase().includes(searchText))
    .slice(0, SEARCH_HITS_MAX)
    .map(({ label, to, icon }) => ({ key: `page:${to}`, icon, title: label, to }));
}
