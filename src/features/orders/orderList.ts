/** A list of orders as data: whose orders they are, how they are drawn and filtered, and its texts. */
import type { FunctionArgs, FunctionReference, PaginationResult } from "convex/server";
import type { ComponentType } from "react";
import type { api } from "../../../convex/_generated/api";
import type { OrderList } from "../../../domain/orderLifecycle";
import type { TradeRole } from "../../../domain/roles";
import type { OrderDialogProps } from "./orderActs";
import type { DueChipsProps } from "./lists/DueGroups";
import type { IncomingOrder, Order, OutgoingOrder } from "./orderRow";
import type { SheetColumn } from "./tables/sheetColumns";

type OrdersQuery<Of extends Order> = FunctionReference<
  "query",
  "public",
  FunctionArgs<typeof api.orders.incoming>,
  PaginationResult<Of>
>;

export type RowsProps<Of extends Order> = {
  orders: readonly Of[];
  isNew: (order: Of) => boolean;
};

export type OrderListPage<Of extends Order = Order> = {
  readonly party: TradeRole;
  readonly list: OrderList;
  readonly query: OrdersQuery<Of>;
  readonly title: string;
  readonly Rows: ComponentType<RowsProps<Of>>;
  /** The open offer of an order, if there is one. */
  readonly Offer: ComponentType<{ order: IncomingOrder & OutgoingOrder }>;
  /** The dialogs that its buttons open. */
  readonly Dialog: ComponentType<OrderDialogProps>;
  readonly look: "table" | "cards";
  /** The bar of filters above the list; absent where there is none. */
  readonly filters?: "placed" | "completed";
  /** A choice beside its filters: the sort, or the days of delivery with their chips. */
  readonly choice?: "sort" | ComponentType<DueChipsProps>;
  /** The buttons for chosen orders; absent where none can be chosen. */
  readonly Choice?: ComponentType<{ orders: readonly Of[] }>;
  /** Between the heading and the filters. */
  readonly Above?: ComponentType;
  readonly hasExport?: true;
  /** The server counts its orders. */
  readonly isCounted?: true;
  /** The other party, for the description of the filters on paper. */
  readonly partnerOf: (order: Of) => string;
  readonly sheetColumns: readonly SheetColumn<Of>[];
  readonly errorMessage: string;
  /** The specification's text for an empty list. */
  readonly none: string;
  /** Shown below it, with the way on, where no filter hides anything. */
  readonly hint: string;
  readonly wayOn: { readonly to: string; readonly label: string };
};
