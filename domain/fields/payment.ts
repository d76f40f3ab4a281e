/** The field of a payment that an opening balance and an allowance have too. The others depend on its method, see `paymentLifecycle.ts`. */
import { ERRORS } from "../errors";
import { LEDGER_SUM_MAX_PAISE } from "../limits";
import type { FormFigure } from "./figures";
import { msg } from "../language/texts";

/** Without a sign. */
export const AMOUNT = {
  kind: "money",
  min: 1,
  max: LEDGER_SUM_MAX_PAISE,
  label: msg("Amount in rupees"),
  rest: "amount",
  formReason: ERRORS.BAD_AMOUNT.text,
} as const satisfies FormFigure;
