/** The rows of the khata's screens, as the server answers them. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type Khata = FunctionReturnType<typeof api.khata.account>;
export type KhataRow = FunctionReturnType<typeof api.khata.accounts>["page"][number];
export type LedgerEntry = FunctionReturnType<typeof api.khata.entries>["page"][number];
export type Due = FunctionReturnType<typeof api.khata.ageing>["dues"][number];
export type Payment = FunctionReturnType<typeof api.payments.withPartner>["page"][number];

/** Lists know their rows by `_id`. */
export type ListedKhata = KhataRow & { readonly _id: string };

const listed = new WeakMap<KhataRow, ListedKhata>();

/** Returns the row with its partner's id as `_id`; the same object for the same row, so that an unchanged card does not render. */
export function listedKhata(row: KhataRow): ListedKhata {
  const known = listed.get(row);
  if (known !== undefined) return known;
  const made = { ...row, _id: row.partnerId };
  listed.set(row, made);
  return made;
}
