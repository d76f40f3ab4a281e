/** Tax details of a trader, in its account. Documents that are issued keep those of their day. */
import { pick } from "convex-helpers";
import { namesOf } from "../../domain/fields/kinds";
import { TAX_PARTY_FIELDS } from "../../domain/fields/taxDetails";
import { type GstinFault, gstinFaultText } from "../../domain/gst/gstinFault";
import {
  NO_TAX_DETAILS,
  normalTaxDetails,
  type TaxDetails,
  taxFault,
} from "../../domain/gst/taxDetails";
import { NAME_MAX } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { fail } from "../errors";

/** Characters of a detail as it is typed or pasted, blanks included. */
const TYPED_MAX = 2 * NAME_MAX;

function failGstin(fault: GstinFault | "absent"): never {
  return fail("BAD_GSTIN", { fault, detail: fault === "absent" ? "" : gstinFaultText(fault) });
}

/** Lengths before any work. Errors: BAD_GSTIN {fault: length, detail}, BAD_TAX_DETAILS {field}. */
function requireBounds(input: TaxDetails | null): void {
  if (input === null) return;
  const { gstin = "", legalName = "", stateCode, pincode } = input;
  if (gstin.length > TYPED_MAX) failGstin("length");
  for (const [field, text] of Object.entries({ legalName, stateCode, pincode }))
    if (text.length > TYPED_MAX) fail("BAD_TAX_DETAILS", { field });
}

/** Errors: FORBIDDEN for administrators, BAD_GSTIN {fault, detail}, BAD_TAX_DETAILS {field}, TOO_MANY {retryAfterMs}. */
export async function saveTaxDetails(
  ctx: MutationCtx,
  user: Doc<"users">,
  input: TaxDetails | null,
): Promise<void> {
  if (user.role === "admin") return fail("FORBIDDEN");
  requireBounds(input);
  await spend(ctx, "memberChanges", user._id);
  if (input === null) return ctx.db.patch("users", user._id, NO_TAX_DETAILS);
  const details = normalTaxDetails(input);
  const error = taxFault(details, user.role);
  if (error?.field === "gstin") failGstin(error.fault);
  if (error !== null) fail("BAD_TAX_DETAILS", { field: error.field });
  const ofRole = user.role === "distributor" ? details : pick(details, namesOf(TAX_PARTY_FIELDS));
  await ctx.db.patch("users", user._id, { ...NO_TAX_DETAILS, ...ofRole });
}
