/** Composes the modules' tables. Each module's own schema says what a row means and how long it lives. */
import { authTables } from "@convex-dev/auth/server";
import { defineSchema } from "convex/server";
import { figureTables } from "./figures/schema";
import { basketTables } from "./basket/schema";
import { signInTables } from "./auth/schema";
import { chatTables } from "./chat/schema";
import { creditNoteTables } from "./creditNotes/schema";
import { developerTables } from "./developers/schema";
import { effectTables } from "./effects/schema";
import { feedbackTables } from "./feedback/schema";
import { importTables } from "./imports/schema";
import { invoiceTables } from "./invoices/schema";
import { khataTables } from "./khata/schema";
import { networkTables } from "./network/schema";
import { newsTables } from "./news/schema";
import { notificationTables } from "./notifications/schema";
import { offerTables } from "./orders/offerSchema";
import { orderTables } from "./orders/schema";
import { outgoingTables } from "./outgoing/schema";
import { paymentTables } from "./payments/schema";
import { productTables } from "./products/schema";
import { pushTables } from "./push/schema";
import { restTables } from "./rest/schema";
import { searchIndexTables } from "./searchIndex/schema";
import { seedTables } from "./seed/schema";
import { uploadTables } from "./uploads/schema";
import { userTables } from "./users/schema";
import { webhookTables } from "./webhooks/schema";

export default defineSchema({
  ...authTables,
  ...signInTables,
  ...userTables,
  ...uploadTables,
  ...productTables,
  ...searchIndexTables,
  ...importTables,
  ...networkTables,
  ...basketTables,
  ...orderTables,
  ...offerTables,
  ...invoiceTables,
  ...creditNoteTables,
  ...khataTables,
  ...paymentTables,
  ...chatTables,
  ...feedbackTables,
  ...newsTables,
  ...notificationTables,
  ...pushTables,
  ...outgoingTables,
  ...figureTables,
  ...effectTables,
  ...developerTables,
  ...webhookTables,
  ...restTables,
  ...seedTables,
});
