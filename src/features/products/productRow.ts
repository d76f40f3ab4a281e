/** The rows of the product lists, in the server's own shapes. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** A product of the catalogue; More Info asks for the rest. */
export type CatalogueCard = FunctionReturnType<typeof api.products.all>["page"][number];

export type OwnCard = FunctionReturnType<typeof api.products.mine>["page"][number];

/** A row with its stock, which comes beside the list; undefined until it has been received. */
export type Stocked<Row> = Row & { readonly stock: number | undefined };

export type StockedProduct = Stocked<OwnCard>;
export type StockedCard = Stocked<CatalogueCard>;

/** The noun for the announcement of new rows. */
export const PRODUCT_WORDS = { one: "product", many: "products" } as const;
