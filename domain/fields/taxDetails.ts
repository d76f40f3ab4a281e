/** The fields of what a business says of itself for its documents; each is absent until it says so. */
import { GST_SCHEMES } from "../gst/documentKind";
import { gstinFault, normalGstin } from "../gst/gstin";
import { isPinCode, isStateCode } from "../gst/states";
import { NAME_MAX } from "../limits";
import type { Field } from "./kinds";
import { plainCharacters } from "./text";
import { msg } from "../language/texts";

/** Of every trader, as its documents name it. */
export const TAX_PARTY_FIELDS = {
  gstin: {
    kind: "code",
    find: (text) => (gstinFault(normalGstin(text)) === null ? normalGstin(text) : undefined),
    reason: msg("Please enter your GSTIN."),
    absent: "",
    label: msg("GSTIN"),
    rest: "gstin",
    control: { autoCapitalize: "characters" },
  },
  /** The name of the registration, where it is not that of the business. */
  legalName: {
    kind: "text",
    max: NAME_MAX,
    formReason: plainCharacters(NAME_MAX),
    absent: "",
    label: msg("Legal name"),
    rest: "legalName",
    hint: msg("If it is another one."),
  },
  /** The State; that of the GSTIN where a business has one. */
  stateCode: {
    kind: "code",
    find: (text) => (isStateCode(text) ? text : undefined),
    reason: msg("Please choose your State."),
    absent: "",
    label: msg("State"),
    rest: "stateCode",
    hint: msg("Where your goods arrive."),
  },
  pincode: {
    kind: "code",
    find: (text) => (isPinCode(text) ? text : undefined),
    reason: msg("Please enter a PIN code of six digits."),
    absent: "",
    label: msg("PIN code"),
    rest: "pincode",
    hint: msg("Such as 411001."),
    control: { autoComplete: "postal-code", inputMode: "numeric" },
  },
} as const satisfies Record<string, Field>;

/** Of distributors alone. */
export const TAX_SELLER_FIELDS = {
  gstScheme: {
    kind: "choice",
    values: GST_SCHEMES,
    labels: { regular: msg("Regular"), composition: msg("Composition") },
    absent: "regular",
    label: msg("Scheme"),
    rest: "gstScheme",
  },
  /** More than ₹5 crore in the year before. */
  turnoverAbove5Cr: {
    kind: "flag",
    labels: { no: msg("Up to ₹5 crore"), yes: msg("Above ₹5 crore") },
    absent: false,
    label: msg("Turnover of the year before"),
    rest: "turnoverAbove5Cr",
    hint: msg("Above it, HSN codes have 6 digits."),
  },
  /** Tax comes on top of the prices; not by composition. */
  pricesExcludeTax: {
    kind: "flag",
    labels: { no: msg("With GST"), yes: msg("Without GST") },
    absent: false,
    label: msg("Your prices"),
    rest: "pricesExcludeTax",
    hint: msg("Orders that are placed already keep theirs."),
  },
  /** Documents ask for a whole number of rupees. */
  roundsToRupee: {
    kind: "flag",
    labels: { no: msg("To the paisa"), yes: msg("To the whole rupee") },
    absent: false,
    label: msg("Sums of invoices"),
    rest: "roundsToRupee",
    hint: msg("The rounding has its own row."),
  },
} as const satisfies Record<string, Field>;

export const TAX_DETAIL_FIELDS = { ...TAX_PARTY_FIELDS, ...TAX_SELLER_FIELDS };
