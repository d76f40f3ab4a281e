/** The sections of “Download my data”, in the order of the file. */
export const RECORD_SECTIONS = [
  "account",
  "formerNames",
  "products",
  "imports",
  "connections",
  "basket",
  "savedBaskets",
  "learnedWords",
  "orders",
  "orderEvents",
  "offers",
  "invoices",
  "creditNotes",
  "khata",
  "khataEntries",
  "dues",
  "payments",
  "messagesSent",
  "messagesReceived",
  "notifications",
  "notificationSettings",
  "feedback",
  "keys",
  "webhooks",
] as const;

export type RecordSection = (typeof RECORD_SECTIONS)[number];
