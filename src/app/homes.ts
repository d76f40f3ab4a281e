/** Where a role lands after login, and whether an address is a page at all. Apart from the bars: public pages need these alone. */
import type { Role } from "../../domain/roles";
import { PAGES } from "./pages";

const HOMES: Record<Role, string> = {
  retailer: "/homepageretailer",
  distributor: "/homepage",
  admin: "/adminhome",
};

export function isRouted(path: string): boolean {
  return PAGES.some((page) => page.path === path);
}

export function homeOf(role: Role): string {
  const home = HOMES[role];
  return isRouted(home) ? home : "/dashboard";
}
