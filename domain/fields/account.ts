/** The fields of an account. */
import { cleanName } from "../cleanName";
import { ERRORS } from "../errors";
import { ADDRESS_MAX, NAME_MAX, PHONE_DIGITS_MAX } from "../limits";
import type { Role, TradeRole } from "../roles";
import { normalPhone } from "../text";
import { EMAIL_FIELD } from "./email";
import { plainCharacters, type TextField } from "./text";
import { msg } from "../language/texts";

const NAME = {
  kind: "text",
  max: NAME_MAX,
  normalize: cleanName,
  error: "MISSING_FIELDS",
  formReason: plainCharacters(NAME_MAX),
} as const;

/** Every account has these. */
export const CONTACT_FIELDS = {
  name: {
    ...NAME,
    label: msg("Name"),
    rest: "name",
    request: msg("Please enter your name."),
    control: { autoComplete: "name" },
  },
  email: EMAIL_FIELD,
  phone: {
    kind: "text",
    max: PHONE_DIGITS_MAX,
    normalize: normalPhone,
    error: "BAD_PHONE",
    formReason: ERRORS.BAD_PHONE.text,
    label: msg("Phone"),
    rest: "phone",
    request: msg("Please enter your phone number."),
    control: { type: "tel", autoComplete: "tel" },
  },
  address: {
    kind: "text",
    max: ADDRESS_MAX,
    isMultiline: true,
    error: "MISSING_FIELDS",
    formReason: plainCharacters(ADDRESS_MAX),
    label: msg("Address"),
    rest: "address",
    request: msg("Please enter your address."),
    control: { autoComplete: "street-address" },
  },
} as const satisfies Record<string, TextField>;

const BUSINESS = { ...NAME, control: { autoComplete: "organization" } } as const;

/** The name of the business: a trader has one of these. */
export const BUSINESS_FIELDS = {
  companyName: {
    ...BUSINESS,
    label: msg("Company name"),
    rest: "companyName",
    request: msg("Please enter your company name."),
  },
  shopName: {
    ...BUSINESS,
    label: msg("Shop name"),
    rest: "shopName",
    request: msg("Please enter your shop name."),
  },
} as const satisfies Record<string, TextField>;

export const BUSINESS_NAMES = {
  distributor: "companyName",
  retailer: "shopName",
} as const satisfies Record<TradeRole, keyof typeof BUSINESS_FIELDS>;

const { email: _email, ...DETAILS } = CONTACT_FIELDS;

/** Returns the fields of a role's account besides its e-mail. Administrators may do without phone and address. */
export function detailFields(role: Role) {
  switch (role) {
    case "distributor":
      return { ...DETAILS, companyName: BUSINESS_FIELDS.companyName };
    case "retailer":
      return { ...DETAILS, shopName: BUSINESS_FIELDS.shopName };
    case "admin":
      return {
        ...DETAILS,
        phone: { ...DETAILS.phone, absent: "" },
        address: { ...DETAILS.address, absent: "" },
      } as const;
    default:
      return role satisfies never;
  }
}
