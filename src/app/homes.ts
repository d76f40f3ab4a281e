/** Maps roles to their home pages. It is apart from the bars because public pages need it alone. */
import type { Role } from "../../domain/roles";

const HOMES: Record<Role, string> = {
  retailer: "/homepageretailer",
  distributor: "/homepage",
  admin: "/adminhome",
};

export function homeOf(role: Role): string {
  return HOMES[role];
}
