/** The table of all operations of REST, by noun. */
import { ADMIN_OPERATIONS } from "./admin";
import { AUTH_OPERATIONS } from "./auth";
import { BASKET_OPERATIONS } from "./basket";
import { CHAT_OPERATIONS } from "./chat";
import { CREDIT_NOTE_OPERATIONS } from "./creditNotes";
import { FEEDBACK_OPERATIONS } from "./feedback";
import { INVOICE_OPERATIONS } from "./invoices";
import { KHATA_OPERATIONS } from "./khata";
import { KHATA_TERMS_OPERATIONS } from "./khataTerms";
import { NETWORK_OPERATIONS } from "./network";
import { NEWS_OPERATIONS } from "./news";
import { NOTIFICATION_OPERATIONS } from "./notifications";
import { OFFER_OPERATIONS } from "./offers";
import type { Operation } from "./operation";
import { ORDER_MOVE_OPERATIONS } from "./orderMoves";
import { ORDER_OPERATIONS } from "./orders";
import { ORDER_TERMS_OPERATIONS } from "./orderTerms";
import { PAYMENT_OPERATIONS } from "./payments";
import { PRODUCT_CHANGE_OPERATIONS } from "./productChanges";
import { PRODUCT_OPERATIONS } from "./products";
import { STOCK_OPERATIONS } from "./stock";
import { SYSTEM_OPERATIONS } from "./system";
import { UPLOAD_OPERATIONS } from "./uploads";
import { USER_OPERATIONS } from "./users";

export const OPERATIONS: readonly Operation[] = [
  ...AUTH_OPERATIONS,
  ...UPLOAD_OPERATIONS,
  ...USER_OPERATIONS,
  ...ORDER_TERMS_OPERATIONS,
  ...PRODUCT_OPERATIONS,
  ...PRODUCT_CHANGE_OPERATIONS,
  ...STOCK_OPERATIONS,
  ...BASKET_OPERATIONS,
  ...ORDER_OPERATIONS,
  ...ORDER_MOVE_OPERATIONS,
  ...OFFER_OPERATIONS,
  ...INVOICE_OPERATIONS,
  ...CREDIT_NOTE_OPERATIONS,
  ...KHATA_OPERATIONS,
  ...KHATA_TERMS_OPERATIONS,
  ...PAYMENT_OPERATIONS,
  ...NETWORK_OPERATIONS,
  ...CHAT_OPERATIONS,
  ...NOTIFICATION_OPERATIONS,
  ...FEEDBACK_OPERATIONS,
  ...NEWS_OPERATIONS,
  ...ADMIN_OPERATIONS,
  ...SYSTEM_OPERATIONS,
];
