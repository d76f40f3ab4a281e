/**
 * Defines the navigation bars as data: groups from Orders to More, tools beside the search, and the bottom bar of phones. An entry
 * is offered only when its page exists.
 */
import {
  Bell,
  BookOpenText,
  Boxes,
  CircleCheck,
  CircleX,
  Clock,
  FileText,
  House,
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

/** The counts that call for an answer, then those that only inform. */
export type BadgeName = "pendingOrders" | "requests" | "basket" | "unread";

/** A list of orders whose length is counted while its link is to be seen. */
type CountedList = "pending" | "accepted";

export type NavItem = {
  readonly label: string;
  readonly to: string;
  readonly icon: LucideIcon;
  /** The live count beside the label. */
  readonly badge?: BadgeName;
  readonly counts?: CountedList;
  /** The label in the strip above the lists of orders, set for the pages that stand there. */
  readonly stripLabel?: string;
  /** The label in the bottom bar of phones, set for the pages that stand there. */
  readonly shortLabel?: string;
};

export type NavGroup = {
  readonly label: string;
  readonly items: readonly NavItem[];
  /** Entries of other groups, for which the bar has room only from 1024 px on. */
  readonly narrowItems?: readonly NavItem[];
  /** Stands in the bar from 1024 px on, and below that among another group's narrow items. */
  readonly isWideOnly?: true;
};

const MESSAGES: NavGroup = {
  label: "Messages",
  items: [
    {
      label: "Messages",
      to: "/chat",
      icon: MessageCircle,
      badge: "unread",
      shortLabel: "Messages",
    },
  ],
};

const KHATA_ITEM: NavItem = {
  label: "Khata",
  to: "/khata",
  icon: BookOpenText,
  shortLabel: "Khata",
};
const KHATA: NavGroup = { label: "Khata", items: [KHATA_ITEM], isWideOnly: true };

const BASKET: NavItem = {
  label: "Basket",
  to: "/basket",
  icon: ShoppingBasket,
  badge: "basket",
  shortLabel: "Basket",
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
      label: "Orders",
      items: [
        {
          label: "Pending Orders",
          to: "/pendingretail",
          icon: Clock,
          counts: "pending",
          stripLabel: "Pending",
          shortLabel: "Orders",
        },
        {
          label: "Accepted Orders",
          to: "/acceptedretail",
          icon: CircleCheck,
          counts: "accepted",
          stripLabel: "Accepted",
        },
        { label: "Rejected Orders", to: "/rejectedretail", icon: CircleX, stripLabel: "Rejected" },
        {
          label: "Completed Orders",
          to: "/completedretail",
          icon: PackageCheck,
          stripLabel: "Completed",
        },
        { label: "Invoices", to: "/invoicepage", icon: FileText, stripLabel: "Invoices" },
      ],
      narrowItems: [KHATA_ITEM],
    },
    {
      label: "Catalogue",
      items: [
        { label: "All Products", to: "/productlistall", icon: Boxes, shortLabel: "Products" },
        { label: "New Product", to: "/latestproduct", icon: Sparkles },
      ],
    },
    {
      label: "Network",
      items: [
        { label: "Your Network", to: "/retailerNetwork", icon: Users },
        { label: "Distributors", to: "/distributorslist", icon: Truck },
      ],
    },
    KHATA,
    MESSAGES,
    MORE,
  ],
  distributor: [
    {
      label: "Orders",
      items: [
        {
          label: "Pending Orders",
          to: "/pendingorders_dist",
          icon: Clock,
          badge: "pendingOrders",
          counts: "pending",
          stripLabel: "Pending",
          shortLabel: "Orders",
        },
        {
          label: "Accepted Orders",
          to: "/accepted_dist",
          icon: CircleCheck,
          counts: "accepted",
          stripLabel: "Accepted",
        },
        { label: "Rejected Orders", to: "/rejected_dist", icon: CircleX, stripLabel: "Rejected" },
        {
          label: "Completed Orders",
          to: "/completed_dist",
          icon: PackageCheck,
          stripLabel: "Completed",
        },
        // The specification's distributor bar lacks it, but its invoice page is theirs too, and nothing else links there.
        { label: "Invoices", to: "/invoicepage", icon: FileText, stripLabel: "Invoices" },
      ],
      narrowItems: [KHATA_ITEM],
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
        { label: "Requests", to: "/requests", icon: Bell, badge: "requests" },
        { label: "Retailers", to: "/retailerslist", icon: Store },
      ],
    },
    KHATA,
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
const BOTTOM_BAR_HOMES: Record<Role, NavItem> = {
  retailer: { label: "Home", to: "/homepageretailer", icon: House, shortLabel: "Home" },
  distributor: { label: "Home", to: "/homepage", icon: House, shortLabel: "Home" },
  admin: { label: "Dashboard", to: "/adminhome", icon: LayoutDashboard, shortLabel: "Dashboard" },
};

/** The addresses behind the home in the bottom bar, the most used in the middle, where the thumb is. */
const BOTTOM_BARS: Record<Role, readonly string[]> = {
  retailer: ["/productlistall", "/basket", "/pendingretail", "/khata"],
  distributor: ["/pendingorders_dist", "/productlist", "/khata", "/chat"],
  admin: ["/adminretailerlist", "/admindistributorslist", "/admincomplaints"],
};

/** Icons beside the search. */
const TOOLS: Record<
  Role,
  { readonly desktop: readonly NavItem[]; readonly phone: readonly NavItem[] }
> = {
  retailer: { desktop: [BASKET], phone: MESSAGES.items },
  distributor: { desktop: [], phone: [] },
  admin: { desktop: [], phone: [] },
};

const USER_MENU: readonly NavItem[] = [
  { label: "Your Profile", to: "/profile", icon: UserRound },
  { label: "Settings", to: "/settings", icon: Settings },
];

const MONTH_END: NavItem = { label: "Month's end", to: "/month-end", icon: FileText };

/** Returns the entries of the user menu. Only distributors with a GSTIN have a month's end. */
export function userMenuFor({ hasMonthEnd }: { hasMonthEnd: boolean }): readonly NavItem[] {
  return hasMonthEnd ? [...USER_MENU, MONTH_END] : USER_MENU;
}

/** Returns a role's groups in order. */
export function groupsFor(role: Role): readonly NavGroup[] {
  return GROUPS[role];
}

/** Returns the groups in the menu of phones; that of an admin has the retailers alone, by the specification. */
export function menuGroupsFor(role: Role): readonly NavGroup[] {
  return role === "admin" ? GROUPS.admin.slice(0, 1) : GROUPS[role];
}

export function toolsFor(role: Role): (typeof TOOLS)[Role] {
  return TOOLS[role];
}

/** Returns the entries of the strip above the lists of orders; an admin has none. */
export function stripItemsFor(role: Role): NavItem[] {
  const items = GROUPS[role].flatMap((group) => group.items);
  return items.filter(({ stripLabel }) => stripLabel !== undefined);
}

/** Returns the entries of the bottom bar of phones, five at most. */
export function bottomBarItemsFor(role: Role): NavItem[] {
  const items = [...groupsFor(role).flatMap((group) => group.items), ...TOOLS[role].desktop];
  const behind = BOTTOM_BARS[role].flatMap((to) => items.find((item) => item.to === to) ?? []);
  return [BOTTOM_BAR_HOMES[role], ...behind];
}
