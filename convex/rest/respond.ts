/**
 * Refusals as JSON: `error` and `message` both, because its callers read one or the other, a stable `code`, the figures that
 * belong to it, and the id under which the log knows the request.
 */
import { ConvexError } from "convex/values";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import {
  ERRORS,
  type ErrorCode,
  type ErrorData,
  type ErrorFields,
  errorText,
  type RefusedLine,
  toErrorData,
} from "../../domain/errors";
import { TAX_FIELDS } from "../../domain/fields/product";
import type { NamedMissing } from "../../domain/gst/missingText";
import { rupeesOfPaise } from "../../domain/money";
import type { RestContext, Words } from "./env";
import { countRefusal } from "./limits";
import { toRest } from "./fields";
import { restField } from "./productTax";
import { t } from "../../domain/language/texts";

/** Figures as REST names them. Codes that are not here pass theirs on. */
const FIGURES: {
  readonly [Code in ErrorCode]?: (fields: ErrorFields<Code>) => Record<string, unknown>;
} = {
  PRICE_CHANGED: ({ pricePaise, sentPricePaise, addedTaxBp }) => ({
    price: rupeesOfPaise(pricePaise),
    sentPrice: rupeesOfPaise(sentPricePaise),
    ...(addedTaxBp !== undefined && { addedTaxPercent: addedTaxBp / 100 }),
  }),
  MIN_ORDER: ({ minPaise, totalPaise }) => ({
    min: rupeesOfPaise(minPaise),
    total: rupeesOfPaise(totalPaise),
  }),
  CREDIT_LIMIT: ({ limitPaise, usedPaise, neededPaise }) => ({
    limit: rupeesOfPaise(limitPaise),
    used: rupeesOfPaise(usedPaise),
    needed: rupeesOfPaise(neededPaise),
  }),
  OVERDUE: ({ openPaise, dueOn }) => ({ open: rupeesOfPaise(openPaise), dueOn }),
  ADVANCE_NOT_MEANT: ({ advancePaise }) => ({ advance: rupeesOfPaise(advancePaise) }),
  BAD_PRODUCT: ({ field }) => (field === undefined ? {} : { field: restField(field) }),
  TAX_DETAILS_MISSING: ({ missing, detail }) => ({
    missing: missing.map(describeMissing),
    detail,
  }),
  LINES_REFUSED: ({ lines }) => ({ lines: lines.map(describeLine) }),
};

/** The figures that belong to a refusal, in rupees. */
function figuresOf(data: ErrorData): Record<string, unknown> {
  const { code, ...rest } = data;
  const toFigures = FIGURES[code] as ((fields: object) => Record<string, unknown>) | undefined;
  return toFigures?.(rest) ?? rest;
}

/** A missing part of a tax document; that of a product has its tax details as `PUT /api/products/{id}` takes them. */
function describeMissing(part: NamedMissing): object {
  const { tax, ...rest } = part;
  return tax === undefined ? rest : { ...rest, tax: toRest(TAX_FIELDS, tax) };
}

/** A line of an order as it would have been refused alone. */
function describeLine(line: RefusedLine): Record<string, unknown> {
  const text = textOf(line, {});
  const { code, productId } = line;
  return { code, ...figuresOf(line), productId, error: text, message: text };
}

/** Two texts have figures in them; the others carry theirs in fields. */
function textOf(data: ErrorData, words: Words): string {
  const own = words[data.code];
  if (own !== undefined) return own;
  if (data.code === "MISSING_INFORMATION") return errorText(data);
  return data.code === "WHOLE_ORDER" && data.call !== undefined
    ? `This order has several lines. ${data.call} is for all of them.`
    : t(ERRORS[data.code].text);
}

/** The lost place in a list, as every Convex engine reports it. */
function isLostCursor(data: unknown): boolean {
  return (
    typeof data === "object" &&
    data !== null &&
    "paginationError" in data &&
    data.paginationError === "InvalidCursor"
  );
}

/** Returns the error data of a refusal; undefined for any other error. */
function refusalIn(error: unknown): ErrorData | undefined {
  if (!(error instanceof ConvexError)) return undefined;
  const data: unknown = error.data;
  return toErrorData(data) ?? (isLostCursor(data) ? { code: "BAD_CURSOR" } : undefined);
}

export function refuse(c: RestContext, data: ErrorData): Response {
  const text = textOf(data, c.get("words"));
  const { code } = data;
  if ("retryAfterMs" in data && data.retryAfterMs !== undefined)
    c.header("Retry-After", String(Math.ceil(data.retryAfterMs / 1000)));
  return c.json(
    { code, ...figuresOf(data), error: text, message: text, requestId: c.get("requestId") },
    ERRORS[code].status as ContentfulStatusCode,
  );
}

/** The refusal for what the framework itself threw at a body that it can't read; undefined for anything else. */
function refusalByFramework(error: unknown, c: RestContext): ErrorData | undefined {
  if (!(error instanceof HTTPException)) return undefined;
  if (error.status === 413) return { code: "TOO_LARGE" };
  if (error.status === 415) return { code: "UNSUPPORTED_MEDIA" };
  return error.status < 500 ? c.get("invalid")("") : undefined;
}

/** Returns the error data of whatever a handler threw; undefined for what is no refusal. */
export function errorDataOf(error: unknown, c: RestContext): ErrorData | undefined {
  return refusalByFramework(error, c) ?? refusalIn(error);
}

/** The answer to whatever a handler threw. What is no refusal is our fault: its details go to the log alone. */
export async function answerError(error: unknown, c: RestContext): Promise<Response> {
  const data = errorDataOf(error, c);
  await countRefusal(c);
  if (data !== undefined) return refuse(c, data);
  console.error(`Request ${c.get("requestId")} failed:`, error);
  return refuse(c, { code: "INTERNAL" });
}
