/** The table of all operations of REST, by noun. */
import { CREDIT_NOTE_OPERATIONS } from "./creditNotes";
import { FEEDBACK_OPERATIONS } from "./feedback";
import { INVOICE_OPERATIONS } from "./invoices";
import { KHATA_OPERATIONS } from "./khata";
import { KHATA_TERMS_OPERATIONS } from "./khataTerms";
import { NEWS_OPERATIONS } from "./news";
import type { Operation } from "./operation";
import { PAYMENT_OPERATIONS } from "./payments";

export const OPERATIONS: readonly Operation[] = [
  ...INVOICE_OPERATIONS,
  ...CREDIT_NOTE_OPERATIONS,
  ...KHATA_OPERATIONS,
  ...KHATA_TERMS_OPERATIONS,
  ...PAYMENT_OPERATIONS,
  ...FEEDBACK_OPERATIONS,
  ...NEWS_OPERATIONS,
];
