/** Product types and sort orders of product lists, in the specification's words (spec §3, §9). */
import { type Message, msg, t } from "./language/texts";

/** The types in the order in which the choices are offered; the filter "All" is the absence of a type. */
export const PRODUCT_TYPES = [
  "Beauty",
  "Electronics",
  "Fashion",
  "Home Goods",
  "Health and Wellness",
  "Food and Beverage",
  "Sports and Outdoor Equipment",
  "Automotive",
  "Toys and Games",
  "Furniture",
] as const;

export type ProductType = (typeof PRODUCT_TYPES)[number];

/** A type is stored by its English name. */
export const PRODUCT_TYPE_NAMES = {
  Beauty: msg("Beauty"),
  Electronics: msg("Electronics"),
  Fashion: msg("Fashion"),
  "Home Goods": msg("Home Goods"),
  "Health and Wellness": msg("Health and Wellness"),
  "Food and Beverage": msg("Food and Beverage"),
  "Sports and Outdoor Equipment": msg("Sports and Outdoor Equipment"),
  Automotive: msg("Automotive"),
  "Toys and Games": msg("Toys and Games"),
  Furniture: msg("Furniture"),
} as const satisfies Record<ProductType, Message>;

/** Returns the types and their names, to choose from. */
export function productTypeOptions(): { value: ProductType; label: string }[] {
  return PRODUCT_TYPES.map((value) => ({ value, label: productTypeName(value) }));
}

export function productTypeName(type: ProductType): string {
  return t(PRODUCT_TYPE_NAMES[type]);
}

/** `inStock` keeps only products with stock above 0; the others only order. Spec §5. */
export const PRODUCT_SORTS = ["default", "type", "latest", "inStock"] as const;

/** Visitors are not told what is in stock. */
export const VISITOR_SORTS = ["default", "type", "latest"] as const satisfies ProductSort[];

export type ProductSort = (typeof PRODUCT_SORTS)[number];

export function isProductType(text: string): text is ProductType {
  return (PRODUCT_TYPES as readonly string[]).includes(text);
}
