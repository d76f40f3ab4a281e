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
import type * as account_changer from "../account/changer.js";
import type * as account_details from "../account/details.js";
import type * as account_internal from "../account/internal.js";
import type * as account_notices from "../account/notices.js";
import type * as account_password from "../account/password.js";
import type * as account_records from "../account/records.js";
import type * as account_signOut from "../account/signOut.js";
import type * as admin from "../admin.js";
import type * as admin_account from "../admin/account.js";
import type * as admin_counters from "../admin/counters.js";
import type * as admin_figures from "../admin/figures.js";
import type * as admin_list from "../admin/list.js";
import type * as auth from "../auth.js";
import type * as auth_accounts from "../auth/accounts.js";
import type * as auth_codeLimits from "../auth/codeLimits.js";
import type * as auth_codes from "../auth/codes.js";
import type * as auth_devices from "../auth/devices.js";
import type * as auth_internal from "../auth/internal.js";
import type * as auth_limits from "../auth/limits.js";
import type * as auth_mail from "../auth/mail.js";
import type * as auth_mailbox from "../auth/mailbox.js";
import type * as auth_mailboxInternal from "../auth/mailboxInternal.js";
import type * as auth_network from "../auth/network.js";
import type * as auth_oneTimeCodes from "../auth/oneTimeCodes.js";
import type * as auth_registration from "../auth/registration.js";
import type * as auth_secrets from "../auth/secrets.js";
import type * as auth_signIn from "../auth/signIn.js";
import type * as auth_sweep from "../auth/sweep.js";
import type * as auth_ticketed from "../auth/ticketed.js";
import type * as auth_tries from "../auth/tries.js";
import type * as auth_verifications from "../auth/verifications.js";
import type * as chat from "../chat.js";
import type * as chat_find from "../chat/find.js";
import type * as chat_internal from "../chat/internal.js";
import type * as chat_list from "../chat/list.js";
import type * as chat_open from "../chat/open.js";
import type * as chat_receive from "../chat/receive.js";
import type * as chat_send from "../chat/send.js";
import type * as chat_sides from "../chat/sides.js";
import type * as chat_view from "../chat/view.js";
import type * as crons from "../crons.js";
import type * as developers from "../developers.js";
import type * as developers_addresses from "../developers/addresses.js";
import type * as developers_create from "../developers/create.js";
import type * as developers_deliver from "../developers/deliver.js";
import type * as developers_enqueue from "../developers/enqueue.js";
import type * as developers_internal from "../developers/internal.js";
import type * as developers_keys from "../developers/keys.js";
import type * as developers_list from "../developers/list.js";
import type * as developers_payload from "../developers/payload.js";
import type * as developers_post from "../developers/post.js";
import type * as developers_retries from "../developers/retries.js";
import type * as developers_revoke from "../developers/revoke.js";
import type * as developers_send from "../developers/send.js";
import type * as developers_signature from "../developers/signature.js";
import type * as developers_targets from "../developers/targets.js";
import type * as developers_view from "../developers/view.js";
import type * as developers_webhooks from "../developers/webhooks.js";
import type * as errors from "../errors.js";
import type * as feedback from "../feedback.js";
import type * as feedback_limits from "../feedback/limits.js";
import type * as feedback_list from "../feedback/list.js";
import type * as feedback_submit from "../feedback/submit.js";
import type * as feedback_view from "../feedback/view.js";
import type * as functions from "../functions.js";
import type * as http from "../http.js";
import type * as invoices from "../invoices.js";
import type * as invoices_attach from "../invoices/attach.js";
import type * as invoices_issue from "../invoices/issue.js";
import type * as invoices_list from "../invoices/list.js";
import type * as invoices_number from "../invoices/number.js";
import type * as invoices_view from "../invoices/view.js";
import type * as network from "../network.js";
import type * as network_block from "../network/block.js";
import type * as network_change from "../network/change.js";
import type * as network_find from "../network/find.js";
import type * as network_history from "../network/history.js";
import type * as network_list from "../network/list.js";
import type * as network_view from "../network/view.js";
import type * as news from "../news.js";
import type * as news_announce from "../news/announce.js";
import type * as news_cache from "../news/cache.js";
import type * as news_download from "../news/download.js";
import type * as news_fetch from "../news/fetch.js";
import type * as news_keep from "../news/keep.js";
import type * as news_list from "../news/list.js";
import type * as news_sources from "../news/sources.js";
import type * as news_view from "../news/view.js";
import type * as orders from "../orders.js";
import type * as orders_accept from "../orders/accept.js";
import type * as orders_advance from "../orders/advance.js";
import type * as orders_amend from "../orders/amend.js";
import type * as orders_deadline from "../orders/deadline.js";
import type * as orders_find from "../orders/find.js";
import type * as orders_list from "../orders/list.js";
import type * as orders_moves from "../orders/moves.js";
import type * as orders_place from "../orders/place.js";
import type * as orders_reminders from "../orders/reminders.js";
import type * as orders_sweep from "../orders/sweep.js";
import type * as orders_terms from "../orders/terms.js";
import type * as orders_view from "../orders/view.js";
import type * as paging from "../paging.js";
import type * as products from "../products.js";
import type * as products_find from "../products/find.js";
import type * as products_gramRows from "../products/gramRows.js";
import type * as products_grams from "../products/grams.js";
import type * as products_holds from "../products/holds.js";
import type * as products_internal from "../products/internal.js";
import type * as products_list from "../products/list.js";
import type * as products_migrations from "../products/migrations.js";
import type * as products_restore from "../products/restore.js";
import type * as products_save from "../products/save.js";
import type * as products_search from "../products/search.js";
import type * as products_steps from "../products/steps.js";
import type * as products_stock from "../products/stock.js";
import type * as products_view from "../products/view.js";
import type * as products_write from "../products/write.js";
import type * as rest_admin from "../rest/admin.js";
import type * as rest_app from "../rest/app.js";
import type * as rest_auth from "../rest/auth.js";
import type * as rest_call from "../rest/call.js";
import type * as rest_caller from "../rest/caller.js";
import type * as rest_calls_admin from "../rest/calls/admin.js";
import type * as rest_calls_auth from "../rest/calls/auth.js";
import type * as rest_calls_chat from "../rest/calls/chat.js";
import type * as rest_calls_feedback from "../rest/calls/feedback.js";
import type * as rest_calls_invoices from "../rest/calls/invoices.js";
import type * as rest_calls_network from "../rest/calls/network.js";
import type * as rest_calls_news from "../rest/calls/news.js";
import type * as rest_calls_orders from "../rest/calls/orders.js";
import type * as rest_calls_products from "../rest/calls/products.js";
import type * as rest_calls_uploads from "../rest/calls/uploads.js";
import type * as rest_calls_users from "../rest/calls/users.js";
import type * as rest_chat from "../rest/chat.js";
import type * as rest_document from "../rest/document.js";
import type * as rest_entities from "../rest/entities.js";
import type * as rest_env from "../rest/env.js";
import type * as rest_examples from "../rest/examples.js";
import type * as rest_feedback from "../rest/feedback.js";
import type * as rest_form from "../rest/form.js";
import type * as rest_guard from "../rest/guard.js";
import type * as rest_invoices from "../rest/invoices.js";
import type * as rest_limits from "../rest/limits.js";
import type * as rest_network from "../rest/network.js";
import type * as rest_news from "../rest/news.js";
import type * as rest_once from "../rest/once.js";
import type * as rest_orderMoves from "../rest/orderMoves.js";
import type * as rest_orders from "../rest/orders.js";
import type * as rest_own from "../rest/own.js";
import type * as rest_productChanges from "../rest/productChanges.js";
import type * as rest_products from "../rest/products.js";
import type * as rest_respond from "../rest/respond.js";
import type * as rest_session from "../rest/session.js";
import type * as rest_stock from "../rest/stock.js";
import type * as rest_system from "../rest/system.js";
import type * as rest_uploads from "../rest/uploads.js";
import type * as rest_users from "../rest/users.js";
import type * as rest_webhooks from "../rest/webhooks.js";
import type * as seed from "../seed.js";
import type * as seed_catalogue from "../seed/catalogue.js";
import type * as seed_drawings from "../seed/drawings.js";
import type * as seed_goods from "../seed/goods.js";
import type * as seed_logins from "../seed/logins.js";
import type * as seed_people from "../seed/people.js";
import type * as seed_steps from "../seed/steps.js";
import type * as seed_talk from "../seed/talk.js";
import type * as seed_trade from "../seed/trade.js";
import type * as uploads_admit from "../uploads/admit.js";
import type * as uploads_claim from "../uploads/claim.js";
import type * as uploads_erase from "../uploads/erase.js";
import type * as uploads_find from "../uploads/find.js";
import type * as uploads_internal from "../uploads/internal.js";
import type * as uploads_metadata from "../uploads/metadata.js";
import type * as uploads_picture from "../uploads/picture.js";
import type * as users from "../users.js";
import type * as users_deactivate from "../users/deactivate.js";
import type * as users_find from "../users/find.js";
import type * as users_internal from "../users/internal.js";
import type * as users_list from "../users/list.js";
import type * as users_migrations from "../users/migrations.js";
import type * as users_renames from "../users/renames.js";
import type * as users_steps from "../users/steps.js";
import type * as users_upi from "../users/upi.js";
import type * as users_view from "../users/view.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  account: typeof account;
  "account/changer": typeof account_changer;
  "account/details": typeof account_details;
  "account/internal": typeof account_internal;
  "account/notices": typeof account_notices;
  "account/password": typeof account_password;
  "account/records": typeof account_records;
  "account/signOut": typeof account_signOut;
  admin: typeof admin;
  "admin/account": typeof admin_account;
  "admin/counters": typeof admin_counters;
  "admin/figures": typeof admin_figures;
  "admin/list": typeof admin_list;
  auth: typeof auth;
  "auth/accounts": typeof auth_accounts;
  "auth/codeLimits": typeof auth_codeLimits;
  "auth/codes": typeof auth_codes;
  "auth/devices": typeof auth_devices;
  "auth/internal": typeof auth_internal;
  "auth/limits": typeof auth_limits;
  "auth/mail": typeof auth_mail;
  "auth/mailbox": typeof auth_mailbox;
  "auth/mailboxInternal": typeof auth_mailboxInternal;
  "auth/network": typeof auth_network;
  "auth/oneTimeCodes": typeof auth_oneTimeCodes;
  "auth/registration": typeof auth_registration;
  "auth/secrets": typeof auth_secrets;
  "auth/signIn": typeof auth_signIn;
  "auth/sweep": typeof auth_sweep;
  "auth/ticketed": typeof auth_ticketed;
  "auth/tries": typeof auth_tries;
  "auth/verifications": typeof auth_verifications;
  chat: typeof chat;
  "chat/find": typeof chat_find;
  "chat/internal": typeof chat_internal;
  "chat/list": typeof chat_list;
  "chat/open": typeof chat_open;
  "chat/receive": typeof chat_receive;
  "chat/send": typeof chat_send;
  "chat/sides": typeof chat_sides;
  "chat/view": typeof chat_view;
  crons: typeof crons;
  developers: typeof developers;
  "developers/addresses": typeof developers_addresses;
  "developers/create": typeof developers_create;
  "developers/deliver": typeof developers_deliver;
  "developers/enqueue": typeof developers_enqueue;
  "developers/internal": typeof developers_internal;
  "developers/keys": typeof developers_keys;
  "developers/list": typeof developers_list;
  "developers/payload": typeof developers_payload;
  "developers/post": typeof developers_post;
  "developers/retries": typeof developers_retries;
  "developers/revoke": typeof developers_revoke;
  "developers/send": typeof developers_send;
  "developers/signature": typeof developers_signature;
  "developers/targets": typeof developers_targets;
  "developers/view": typeof developers_view;
  "developers/webhooks": typeof developers_webhooks;
  errors: typeof errors;
  feedback: typeof feedback;
  "feedback/limits": typeof feedback_limits;
  "feedback/list": typeof feedback_list;
  "feedback/submit": typeof feedback_submit;
  "feedback/view": typeof feedback_view;
  functions: typeof functions;
  http: typeof http;
  invoices: typeof invoices;
  "invoices/attach": typeof invoices_attach;
  "invoices/issue": typeof invoices_issue;
  "invoices/list": typeof invoices_list;
  "invoices/number": typeof invoices_number;
  "invoices/view": typeof invoices_view;
  network: typeof network;
  "network/block": typeof network_block;
  "network/change": typeof network_change;
  "network/find": typeof network_find;
  "network/history": typeof network_history;
  "network/list": typeof network_list;
  "network/view": typeof network_view;
  news: typeof news;
  "news/announce": typeof news_announce;
  "news/cache": typeof news_cache;
  "news/download": typeof news_download;
  "news/fetch": typeof news_fetch;
  "news/keep": typeof news_keep;
  "news/list": typeof news_list;
  "news/sources": typeof news_sources;
  "news/view": typeof news_view;
  orders: typeof orders;
  "orders/accept": typeof orders_accept;
  "orders/advance": typeof orders_advance;
  "orders/amend": typeof orders_amend;
  "orders/deadline": typeof orders_deadline;
  "orders/find": typeof orders_find;
  "orders/list": typeof orders_list;
  "orders/moves": typeof orders_moves;
  "orders/place": typeof orders_place;
  "orders/reminders": typeof orders_reminders;
  "orders/sweep": typeof orders_sweep;
  "orders/terms": typeof orders_terms;
  "orders/view": typeof orders_view;
  paging: typeof paging;
  products: typeof products;
  "products/find": typeof products_find;
  "products/gramRows": typeof products_gramRows;
  "products/grams": typeof products_grams;
  "products/holds": typeof products_holds;
  "products/internal": typeof products_internal;
  "products/list": typeof products_list;
  "products/migrations": typeof products_migrations;
  "products/restore": typeof products_restore;
  "products/save": typeof products_save;
  "products/search": typeof products_search;
  "products/steps": typeof products_steps;
  "products/stock": typeof products_stock;
  "products/view": typeof products_view;
  "products/write": typeof products_write;
  "rest/admin": typeof rest_admin;
  "rest/app": typeof rest_app;
  "rest/auth": typeof rest_auth;
  "rest/call": typeof rest_call;
  "rest/caller": typeof rest_caller;
  "rest/calls/admin": typeof rest_calls_admin;
  "rest/calls/auth": typeof rest_calls_auth;
  "rest/calls/chat": typeof rest_calls_chat;
  "rest/calls/feedback": typeof rest_calls_feedback;
  "rest/calls/invoices": typeof rest_calls_invoices;
  "rest/calls/network": typeof rest_calls_network;
  "rest/calls/news": typeof rest_calls_news;
  "rest/calls/orders": typeof rest_calls_orders;
  "rest/calls/products": typeof rest_calls_products;
  "rest/calls/uploads": typeof rest_calls_uploads;
  "rest/calls/users": typeof rest_calls_users;
  "rest/chat": typeof rest_chat;
  "rest/document": typeof rest_document;
  "rest/entities": typeof rest_entities;
  "rest/env": typeof rest_env;
  "rest/examples": typeof rest_examples;
  "rest/feedback": typeof rest_feedback;
  "rest/form": typeof rest_form;
  "rest/guard": typeof rest_guard;
  "rest/invoices": typeof rest_invoices;
  "rest/limits": typeof rest_limits;
  "rest/network": typeof rest_network;
  "rest/news": typeof rest_news;
  "rest/once": typeof rest_once;
  "rest/orderMoves": typeof rest_orderMoves;
  "rest/orders": typeof rest_orders;
  "rest/own": typeof rest_own;
  "rest/productChanges": typeof rest_productChanges;
  "rest/products": typeof rest_products;
  "rest/respond": typeof rest_respond;
  "rest/session": typeof rest_session;
  "rest/stock": typeof rest_stock;
  "rest/system": typeof rest_system;
  "rest/uploads": typeof rest_uploads;
  "rest/users": typeof rest_users;
  "rest/webhooks": typeof rest_webhooks;
  seed: typeof seed;
  "seed/catalogue": typeof seed_catalogue;
  "seed/drawings": typeof seed_drawings;
  "seed/goods": typeof seed_goods;
  "seed/logins": typeof seed_logins;
  "seed/people": typeof seed_people;
  "seed/steps": typeof seed_steps;
  "seed/talk": typeof seed_talk;
  "seed/trade": typeof seed_trade;
  "uploads/admit": typeof uploads_admit;
  "uploads/claim": typeof uploads_claim;
  "uploads/erase": typeof uploads_erase;
  "uploads/find": typeof uploads_find;
  "uploads/internal": typeof uploads_internal;
  "uploads/metadata": typeof uploads_metadata;
  "uploads/picture": typeof uploads_picture;
  users: typeof users;
  "users/deactivate": typeof users_deactivate;
  "users/find": typeof users_find;
  "users/internal": typeof users_internal;
  "users/list": typeof users_list;
  "users/migrations": typeof users_migrations;
  "users/renames": typeof users_renames;
  "users/steps": typeof users_steps;
  "users/upi": typeof users_upi;
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
