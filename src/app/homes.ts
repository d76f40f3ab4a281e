/** Where a role lands after login. Apart from the bars: public pages need this alone. */
import type { Role } from "../../domain/roles";

const HOMES: Record<Role, string> = {
  retailer: "/homepageretailer",
  distributor: "/homepage",
  admin: "/adminhome",
};

export function homeOf(role: Role): string {
  return HOMES[role];
}
