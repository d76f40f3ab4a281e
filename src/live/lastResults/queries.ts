/** The queries whose last results are shown without a connection: basket, orders, products, khata, homes and conversations. */
import { type FunctionReference, getFunctionName } from "convex/server";
import { api } from "../../../convex/_generated/api";

const { basket, chat, home, khata, offers, orders, payments, products, users } = api;

const QUERIES: readonly FunctionReference<"query">[] = [
  // The session's user.
  users.me,
  users.distributor,
  basket.lines,
  basket.quantities,
  basket.usual,
  basket.saved,
  chat.conversation,
  chat.conversations,
  home.arriving,
  home.newProducts,
  home.offers,
  home.runsLow,
  home.sales,
  home.toAnswer,
  home.toDeliver,
  home.unread,
  home.waiting,
  khata.account,
  khata.accounts,
  khata.ageing,
  khata.entries,
  khata.money,
  offers.mine,
  orders.incoming,
  orders.one,
  orders.outgoing,
  payments.waiting,
  payments.withPartner,
  products.all,
  products.byDistributor,
  products.landing,
  products.mine,
  products.one,
];

export const KEPT_QUERIES: ReadonlySet<string> = new Set(QUERIES.map(getFunctionName));
