/** The names of the roles. */
import type { Role } from "../../domain/roles";

export const ROLE_WORDS = {
  retailer: "Retailer",
  distributor: "Distributor",
  admin: "Admin",
} as const satisfies Record<Role, string>;
