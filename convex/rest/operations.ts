/** The table of all operations of REST, by noun. */
import { FEEDBACK_OPERATIONS } from "./feedback";
import { NEWS_OPERATIONS } from "./news";
import type { Operation } from "./operation";

export const OPERATIONS: readonly Operation[] = [...FEEDBACK_OPERATIONS, ...NEWS_OPERATIONS];
