/** Maps roles to their home pages. It is apart from the bars because public pages need it alone. */
import * as links from "../../domain/links";
import type { Role } from "../../domain/roles";

const HOMES: Record<Role, string> = {
  retailer: links.RETAILER_HOME,
  distributor: links.DISTRIBUTOR_HOME,
  admin: links.ADMIN_HOME,
};

export function homeOf(role: Role): string {
  return HOMES[role];
}
