/** The fields of what a business says of itself for its documents; each is absent until it says so. */
import { GST_SCHEMES } from "../gst/documentKind";
import { gstinFault, normalGstin } from "../gst/gstin";
import { isPinCode, isStateCode } from "../gst/states";
import { NAME_MAX } from "../limits";
import type { Field } from "./kinds";
import { plainCharacters } from "./text";

/** Of every trader, as its documents name it. */
export const TAX_PARTY_FIELDS = {
  gstin: {
    kind: "code",
    find: (text) => (gstinFault(normalGstin(text)) === null ? normalGstin(text) : undefined),
    reason: "Please enter your GSTIN.",
    absent: "",
    label: "GSTIN",
    rest: "gstin",
    control: { autoCapitalize: "characters" },
  },
  /** The name of the registration, where it is not that of the business. */
  legalName: {
    kind: "text",
    max: NAME_MAX,
    formReason: plainCharacters(NAME_MAX),
    absent: "",
    label: "Legal name",
    rest: "legalName",
    hint: "If it is another one.",
  },
  /** The State; that of the GSTIN where a business has one. */
  stateCode: {
    kind: "code",
    find: (text) => (isStateCode(text) ? text : undefined),
    reason: "Please choose your State.",
    absent: "",
    label: "State",
    rest: "stateCode",
    hint: "Where your goods arrive.",
  },
  pincode: {
    kind: "code",
    find: (text) => (isPinCode(text) ? text : undefined),
    reason: "Please enter a PIN code of six digits.",
    absent: "",
    label: "PIN code",
    rest: "pincode",
    hint: "Such as 411001.",
    control: { autoComplete: "postal-code", inputMode: "numeric" },
  },
} as const satisfies Record<string, Field>;

/** Of distributors alone. */
export const TAX_SELLER_FIELDS = {
  gstScheme: {
    kind: "choice",
    values: GST_SCHEMES,
    labels: { regular: "Regular", composition: "Composition" },
    subject: "The scheme",
    absent: "regular",
    label: "Scheme",
    rest: "gstScheme",
  },
  /** More than ₹5 crore in the year before. */
  turnoverAbove5Cr: {
    kind: "flag",
    labels: { no: "Up to ₹5 crore", yes: "Above ₹5 crore" },
    absent: false,
    label: "Turnover of the year before",
    rest: "turnoverAbove5Cr",
    hint: "Above it, HSN codes have 6 digits.",
  },
  /** Tax comes on top of the prices; not by composition. */
  pricesExcludeTax: {
    kind: "flag",
    labels: { no: "With GST", yes: "Without GST" },
    absent: false,
    label: "Your prices",
    rest: "pricesExcludeTax",
    hint: "Orders that are placed already keep theirs.",
  },
  /** Documents ask for a whole number of rupees. */
  roundsToRupee: {
    kind: "flag",
    labels: { no: "To the paisa", yes: "To the whole rupee" },
    absent: false,
    label: "Sums of invoices",
    rest: "roundsToRupee",
    hint: "The rounding has its own row.",
  },
} as const satisfies Record<string, Field>;

export const TAX_DETAIL_FIELDS = { ...TAX_PARTY_FIELDS, ...TAX_SELLER_FIELDS };
