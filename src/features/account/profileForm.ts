/** The texts of the profile form, and their validation by the table of fields. */
import {
  type BUSINESS_FIELDS,
  type CONTACT_FIELDS,
  detailFields,
} from "../../../domain/fields/account";
import type { Role } from "../../../domain/roles";
import { fieldProblems, type Problems } from "../../forms/fieldProblems";
import type { Me } from "../../session/userdata";

export type ProfileDraft = Readonly<
  Record<Exclude<keyof typeof CONTACT_FIELDS, "email"> | keyof typeof BUSINESS_FIELDS, string>
>;

export function draftOf(me: Me): ProfileDraft {
  const { name, phone, address, companyName = "", shopName = "" } = me;
  return { name, phone, address, companyName, shopName };
}

/** Administrators may do without phone and address. */
export function profileProblems(draft: ProfileDraft, role: Role): Problems<keyof ProfileDraft> {
  return fieldProblems(detailFields(role), draft);
}
