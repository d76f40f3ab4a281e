/** The table of all operations of REST, by noun. */
import { BASKET_OPERATIONS } from "./basket";
import { FEEDBACK_OPERATIONS } from "./feedback";
import { NEWS_OPERATIONS } from "./news";
import type { Operation } from "./operation";
import { ORDER_TERMS_OPERATIONS } from "./orderTerms";
import { PRODUCT_CHANGE_OPERATIONS } from "./productChanges";
import { PRODUCT_OPERATIONS } from "./products";
import { STOCK_OPERATIONS } from "./stock";
import { UPLOAD_OPERATIONS } from "./uploads";
import { USER_OPERATIONS } from "./users";

export const OPERATIONS: readonly Operation[] = [
  ...UPLOAD_OPERATIONS,
  ...USER_OPERATIONS,
  ...ORDER_TERMS_OPERATIONS,
  ...PRODUCT_OPERATIONS,
  ...PRODUCT_CHANGE_OPERATIONS,
  ...STOCK_OPERATIONS,
  ...BASKET_OPERATIONS,
  ...FEEDBACK_OPERATIONS,
  ...NEWS_OPERATIONS,
];
