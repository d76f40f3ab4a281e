/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type * as account from "../account.js";
import type * as account_details from "../account/details.js";
import type * as account_records from "../account/records.js";
import type * as account_steps from "../account/steps.js";
import type * as admin from "../admin.js";
import type * as admin_counters from "../admin/counters.js";
import type * as auth from "../auth.js";
import type * as auth_accounts from "../auth/accounts.js";
import type * as auth_limits from "../auth/limits.js";
import type * as auth_mail from "../auth/mail.js";
import type * as auth_mailbox from "../auth/mailbox.js";
import type * as auth_secrets from "../auth/secrets.js";
import type * as auth_steps from "../auth/steps.js";
import type * as crons from "../crons.js";
import type * as errors from "../errors.js";
import type * as functions from "../functions.js";
import type * as http from "../http.js";
import type * as invoices from "../invoices.js";
import type * as invoices_issue from "../invoices/issue.js";
import type * as invoices_list from "../invoices/list.js";
import type * as invoices_number from "../invoices/number.js";
import type * as invoices_view from "../invoices/view.js";
import type * as network from "../network.js";
import type * as network_change from "../network/change.js";
import type * as network_find from "../network/find.js";
import type * as network_list from "../network/list.js";
import type * as orders from "../orders.js";
import type * as orders_accept from "../orders/accept.js";
import type * as orders_advance from "../orders/advance.js";
import type * as orders_amend from "../orders/amend.js";
import type * as orders_find from "../orders/find.js";
import type * as orders_list from "../orders/list.js";
import type * as orders_moves from "../orders/moves.js";
import type * as orders_place from "../orders/place.js";
import type * as orders_view from "../orders/view.js";
import type * as paging from "../paging.js";
import type * as products from "../products.js";
import type * as products_find from "../products/find.js";
import type * as products_list from "../products/list.js";
import type * as products_row from "../products/row.js";
import type * as products_save from "../products/save.js";
import type * as products_stock from "../products/stock.js";
import type * as rest_mailbox from "../rest/mailbox.js";
import type * as rest_respond from "../rest/respond.js";
import type * as rest_uploads from "../rest/uploads.js";
import type * as seed from "../seed.js";
import type * as seed_catalogue from "../seed/catalogue.js";
import type * as seed_drawings from "../seed/drawings.js";
import type * as seed_goods from "../seed/goods.js";
import type * as seed_logins from "../seed/logins.js";
import type * as seed_people from "../seed/people.js";
import type * as seed_steps from "../seed/steps.js";
import type * as seed_talk from "../seed/talk.js";
import type * as seed_trade from "../seed/trade.js";
import type * as uploads_claim from "../uploads/claim.js";
import type * as uploads_picture from "../uploads/picture.js";
import type * as uploads_steps from "../uploads/steps.js";
import type * as users from "../users.js";
import type * as users_find from "../users/find.js";
import type * as users_list from "../users/list.js";
import type * as users_view from "../users/view.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  account: typeof account;
  "account/details": typeof account_details;
  "account/records": typeof account_records;
  "account/steps": typeof account_steps;
  admin: typeof admin;
  "admin/counters": typeof admin_counters;
  auth: typeof auth;
  "auth/accounts": typeof auth_accounts;
  "auth/limits": typeof auth_limits;
  "auth/mail": typeof auth_mail;
  "auth/mailbox": typeof auth_mailbox;
  "auth/secrets": typeof auth_secrets;
  "auth/steps": typeof auth_steps;
  crons: typeof crons;
  errors: typeof errors;
  functions: typeof functions;
  http: typeof http;
  invoices: typeof invoices;
  "invoices/issue": typeof invoices_issue;
  "invoices/list": typeof invoices_list;
  "invoices/number": typeof invoices_number;
  "invoices/view": typeof invoices_view;
  network: typeof network;
  "network/change": typeof network_change;
  "network/find": typeof network_find;
  "network/list": typeof network_list;
  orders: typeof orders;
  "orders/accept": typeof orders_accept;
  "orders/advance": typeof orders_advance;
  "orders/amend": typeof orders_amend;
  "orders/find": typeof orders_find;
  "orders/list": typeof orders_list;
  "orders/moves": typeof orders_moves;
  "orders/place": typeof orders_place;
  "orders/view": typeof orders_view;
  paging: typeof paging;
  products: typeof products;
  "products/find": typeof products_find;
  "products/list": typeof products_list;
  "products/row": typeof products_row;
  "products/save": typeof products_save;
  "products/stock": typeof products_stock;
  "rest/mailbox": typeof rest_mailbox;
  "rest/respond": typeof rest_respond;
  "rest/uploads": typeof rest_uploads;
  seed: typeof seed;
  "seed/catalogue": typeof seed_catalogue;
  "seed/drawings": typeof seed_drawings;
  "seed/goods": typeof seed_goods;
  "seed/logins": typeof seed_logins;
  "seed/people": typeof seed_people;
  "seed/steps": typeof seed_steps;
  "seed/talk": typeof seed_talk;
  "seed/trade": typeof seed_trade;
  "uploads/claim": typeof uploads_claim;
  "uploads/picture": typeof uploads_picture;
  "uploads/steps": typeof uploads_steps;
  users: typeof users;
  "users/find": typeof users_find;
  "users/list": typeof users_list;
  "users/view": typeof users_view;
}>;

/**
 * A utility for referencing Convex functions in your app's public API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;

/**
 * A utility for referencing Convex functions in your app's internal API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = internal.myModule.myFunction;
 * ```
 */
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;

export declare const components: {
  rateLimiter: import("@convex-dev/rate-limiter/_generated/component.js").ComponentApi<"rateLimiter">;
};
