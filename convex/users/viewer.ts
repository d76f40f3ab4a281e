/** The caller as shared queries see it (`sharedQuery` in `functions.ts`). */
import type { Role } from "../../domain/roles";
import type { Doc, Id } from "../_generated/dataModel";

/** Null is a visitor. Only a distributor has an id: all others of one role see the same. */
export type Viewer = { readonly role: Role; readonly _id?: Id<"users"> } | null;

export function toViewer({ role, _id }: Doc<"users">): Viewer {
  return role === "distributor" ? { role, _id } : { role };
}
