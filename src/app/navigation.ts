/**
 * The navigation bars as data, grouped as a trader thinks: Trade, Catalogue, Network, Messages, More.
 * An entry is offered only when its page exists.
 */
import {
  Bell,
  Boxes,
  CircleCheck,
  CircleX,
  Clock,
  FileText,
  Info,
  LayoutDashboard,
  MessageCircle,
  MessageSquareWarning,
  Newspaper,
  PackageCheck,
  PackagePlus,
  Settings,
  Sparkles,
  Store,
  Truck,
  UserRound,
  Users,
  type LucideIcon,
} from "lucide-react";
import type { Role } from "../../domain/roles";

export type BadgeName = "pendingOrders" | "requests" | "unread";

export type NavItem = {
  readonly label: string;
  readonly to: string;
  readonly icon: LucideIcon;
  /** The live figure beside the label. */
  readonly badge?: BadgeName;
  /** One of the most used: stands in the bottom bar of phones, under this shorter word. */
  readonly thumb?: string;
};

export type NavGroup = { readonly label: string; readonly items: readonly NavItem[] };

const MESSAGES: NavGroup = {
  label: "Messages",
  items: [{ label: "Messages", to: "/chat", icon: MessageCircle, badge: "unread" }],
};

const MORE: NavGroup = {
  label: "More",
  items: [
    { label: "About", to: "/about", icon: Info },
    { label: "Complaint", to: "/complaintandreview", icon: MessageSquareWarning },
    { label: "Daily News", to: "/newsfeed", icon: Newspaper },
  ],
};

const GROUPS: Record<Role, readonly NavGroup[]> = {
  retailer: [
    {
      label: "Trade",
      items: [
        { label: "Pending Orders", to: "/pendingretail", icon: Clock, thumb: "Orders" },
        { label: "Accepted Orders", to: "/acceptedretail", icon: CircleCheck },
        { label: "Rejected Orders", to: "/rejectedretail", icon: CircleX },
        { label: "Completed Orders", to: "/completedretail", icon: PackageCheck },
        { label: "Invoices", to: "/invoicepage", icon: FileText, thumb: "Invoices" },
      ],
    },
    {
      label: "Catalogue",
      items: [
        { label: "All Products", to: "/productlistall", icon: Boxes, thumb: "Products" },
        { label: "New Product", to: "/latestproduct", icon: Sparkles },
      ],
    },
    {
      label: "Network",
      items: [
        { label: "Your Network", to: "/retailerNetwork", icon: Users, thumb: "Network" },
        { label: "Distributors", to: "/distributorslist", icon: Truck },
      ],
    },
    MESSAGES,
    MORE,
  ],
  distributor: [
    {
      label: "Trade",
      items: [
        {
          label: "Pending Orders",
          to: "/pendingorders_dist",
          icon: Clock,
          badge: "pendingOrders",
          thumb: "Orders",
        },
        { label: "Accepted Orders", to: "/accepted_dist", icon: CircleCheck, thumb: "Accepted" },
        { label: "Rejected Orders", to: "/rejected_dist", icon: CircleX },
        { label: "Completed Orders", to: "/completed_dist", icon: PackageCheck },
        // Not in the specification's distributor bar, but its invoice page is theirs too, and nothing else leads there.
        { label: "Invoices", to: "/invoicepage", icon: FileText },
      ],
    },
    {
      label: "Catalogue",
      items: [
        { label: "All Products", to: "/productlist", icon: Boxes, thumb: "Products" },
        { label: "Add Product", to: "/addproduct", icon: PackagePlus },
      ],
    },
    {
      label: "Network",
      items: [
        { label: "Your Network", to: "/mynetwork", icon: Users },
        { label: "Requests", to: "/requests", icon: Bell, badge: "requests", thumb: "Requests" },
        { label: "Retailers", to: "/retailerslist", icon: Store },
      ],
    },
    MESSAGES,
    MORE,
  ],
  admin: [
    {
      label: "Retailers",
      items: [{ label: "Retailers", to: "/adminretailerlist", icon: Store, thumb: "Retailers" }],
    },
    {
      label: "Distributors",
      items: [
        {
          label: "Distributors",
          to: "/admindistributorslist",
          icon: Truck,
          thumb: "Distributors",
        },
      ],
    },
    { label: "Products", items: [{ label: "Products", to: "/adminproductlist", icon: Boxes }] },
    {
      label: "Complaints!",
      items: [
        {
          label: "Complaints!",
          to: "/admincomplaints",
          icon: MessageSquareWarning,
          thumb: "Complaints",
        },
      ],
    },
    { label: "Daily News", items: [{ label: "Daily News", to: "/newsfeed", icon: Newspaper }] },
    { label: "About", items: [{ label: "About", to: "/about", icon: Info }] },
  ],
};

/** On desktops the logo leads there; on phones it is among the most used, and begins the bottom bar. */
const THUMB_HOMES: Partial<Record<Role, NavItem>> = {
  admin: { label: "Dashboard", to: "/adminhome", icon: LayoutDashboard, thumb: "Dashboard" },
};

export const USER_MENU: readonly NavItem[] = [
  { label: "Your Profile", to: "/profile", icon: UserRound },
  { label: "Settings", to: "/settings", icon: Settings },
];

/** The bar of a role: its groups in order. */
export function groupsFor(role: Role): readonly NavGroup[] {
  return GROUPS[role];
}

/** The bottom bar of phones: at most four. */
export function thumbItemsFor(role: Role): NavItem[] {
  const home = THUMB_HOMES[role];
  const items = groupsFor(role).flatMap((group) => group.items);
  const thumbs = items.filter((item) => item.thumb !== undefined);
  return (home === undefined ? thumbs : [home, ...thumbs]).slice(0, 4);
}
