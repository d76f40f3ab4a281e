/** The table of all operations of REST, by noun. */
import { ADMIN_OPERATIONS } from "./admin";
import { FEEDBACK_OPERATIONS } from "./feedback";
import { NEWS_OPERATIONS } from "./news";
import { OFFER_OPERATIONS } from "./offers";
import type { Operation } from "./operation";
import { ORDER_MOVE_OPERATIONS } from "./orderMoves";
import { ORDER_OPERATIONS } from "./orders";

export const OPERATIONS: readonly Operation[] = [
  ...ADMIN_OPERATIONS,
  ...FEEDBACK_OPERATIONS,
  ...NEWS_OPERATIONS,
  ...ORDER_OPERATIONS,
  ...ORDER_MOVE_OPERATIONS,
  ...OFFER_OPERATIONS,
];
