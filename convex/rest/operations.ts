/** The table of all operations of REST, by noun. */
import { ADMIN_OPERATIONS } from "./admin";
import { AUTH_OPERATIONS } from "./auth";
import { CHAT_OPERATIONS } from "./chat";
import { FEEDBACK_OPERATIONS } from "./feedback";
import { NETWORK_OPERATIONS } from "./network";
import { NEWS_OPERATIONS } from "./news";
import { NOTIFICATION_OPERATIONS } from "./notifications";
import type { Operation } from "./operation";
import { SYSTEM_OPERATIONS } from "./system";

export const OPERATIONS: readonly Operation[] = [
  ...ADMIN_OPERATIONS,
  ...AUTH_OPERATIONS,
  ...CHAT_OPERATIONS,
  ...FEEDBACK_OPERATIONS,
  ...NETWORK_OPERATIONS,
  ...NEWS_OPERATIONS,
  ...NOTIFICATION_OPERATIONS,
  ...SYSTEM_OPERATIONS,
];
