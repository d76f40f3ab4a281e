/** The fields of the profile form and their validation. */
import type { Role } from "../../../domain/roles";
import { addressProblem, nameProblem, phoneProblem } from "../../forms/fieldProblems";
import type { Me } from "../../session/userdata";

export type ProfileDraft = {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly business: string;
};

export type ProfileProblems = Partial<Record<keyof ProfileDraft, string>>;

/** Returns "Company name", "Shop name", or null for administrators, who have neither. */
export function businessLabel(role: Role): string | null {
  if (role === "admin") return null;
  return role === "distributor" ? "Company name" : "Shop name";
}

export function draftOf(me: Me): ProfileDraft {
  const { name, phone, address } = me;
  return { name, phone, address, business: me.companyName ?? me.shopName ?? "" };
}

/** Administrators may do without phone and address. */
export function profileProblems(draft: ProfileDraft, role: Role): ProfileProblems {
  const needed = (text: string, problem: string | null) =>
    role === "admin" && text.trim() === "" ? null : problem;
  const found = {
    name: nameProblem(draft.name, "your name"),
    phone: needed(draft.phone, phoneProblem(draft.phone)),
    address: needed(draft.address, addressProblem(draft.address)),
    business:
      role === "admin"
        ? null
        : nameProblem(
            draft.business,
            role === "distributor" ? "your company name" : "your shop name",
          ),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null));
}
