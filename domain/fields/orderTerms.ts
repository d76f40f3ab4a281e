/** The fields of a distributor's order terms; the first two are said of connected retailers and of newcomers. */
import { ANSWER_DAYS_MAX, OPEN_ORDERS_SETTING_MAX, PRICE_MAX_PAISE } from "../limits";
import { formatRupees } from "../money";
import { type FormFigure, whole } from "./figures";
import { msg } from "../language/texts";

export const ORDER_TERM_FIELDS = {
  /** Percent of what the retailer could order if it had nothing waiting. */
  sharePercent: { ...whole(1, 100), label: msg("% of a product"), rest: "sharePercent" },
  orders: {
    ...whole(1, OPEN_ORDERS_SETTING_MAX),
    absent: "",
    label: msg("orders"),
    rest: "orders",
  },
  answerDays: { ...whole(1, ANSWER_DAYS_MAX), label: msg("Days to answer"), rest: "answerDays" },
  minOrderPaise: {
    kind: "money",
    min: 1,
    max: PRICE_MAX_PAISE,
    absent: "",
    label: msg("Minimum order"),
    rest: "minOrder",
    hint: msg("In rupees; empty for none"),
    formReason: msg("Please enter rupees up to {sum}, such as 2,000.", {
      sum: formatRupees(PRICE_MAX_PAISE),
    }),
  },
} as const satisfies Record<string, FormFigure>;
