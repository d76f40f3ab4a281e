/**
 * Defines the navigation bars as data: groups from Orders to More, tools beside the search, and the bottom bar of phones. An entry
 * is offered only when its page exists.
 */
import * as links from "../../domain/links";
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
      to: links.CHAT,
      icon: MessageCircle,
      badge: "unread",
      shortLabel: "Messages",
    },
  ],
};

const KHATA_ITEM: NavItem = {
  label: "Khata",
  to: links.KHATA,
  icon: BookOpenText,
  shortLabel: "Khata",
};
const KHATA: NavGroup = { label: "Khata", items: [KHATA_ITEM], isWideOnly: true };

const BASKET: NavItem = {
  label: "Basket",
  to: links.BASKET,
  icon: ShoppingBasket,
  badge: "basket",
  shortLabel: "Basket",
};

const MORE: NavGroup = {
  label: "More",
  items: [
    { label: "About", to: links.ABOUT, icon: Info },
    { label: "Complaint", to: links.FEEDBACK, icon: MessageSquareWarning },
    { label: "Daily News", to: links.NEWS, icon: Newspaper },
  ],
};

const GROUPS: Record<Role, readonly NavGroup[]> = {
  retailer: [
    {
      label: "Orders",
      items: [
        {
          label: "Pending Orders",
          to: links.ORDER_PAGES.retailer.pending,
          icon: Clock,
          counts: "pending",
          stripLabel: "Pending",
          shortLabel: "Orders",
        },
        {
          label: "Accepted Orders",
          to: links.ORDER_PAGES.retailer.accepted,
          icon: CircleCheck,
          counts: "accepted",
          stripLabel: "Accepted",
        },
        {
          label: "Rejected Orders",
          to: links.ORDER_PAGES.retailer.rejected,
          icon: CircleX,
          stripLabel: "Rejected",
        },
        {
          label: "Completed Orders",
          to: links.ORDER_PAGES.retailer.completed,
          icon: PackageCheck,
          stripLabel: "Completed",
        },
        { label: "Invoices", to: links.INVOICES, icon: FileText, stripLabel: "Invoices" },
      ],
      narrowItems: [KHATA_ITEM],
    },
    {
      label: "Catalogue",
      items: [
        { label: "All Products", to: links.CATALOGUE, icon: Boxes, shortLabel: "Products" },
        { label: "New Product", to: links.LATEST_PRODUCTS, icon: Sparkles },
      ],
    },
    {
      label: "Network",
      items: [
        { label: "Your Network", to: links.RETAILER_NETWORK, icon: Users },
        { label: "Distributors", to: links.DISTRIBUTORS, icon: Truck },
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
          to: links.ORDER_PAGES.distributor.pending,
          icon: Clock,
          badge: "pendingOrders",
          counts: "pending",
          stripLabel: "Pending",
          shortLabel: "Orders",
        },
        {
          label: "Accepted Orders",
          to: links.ORDER_PAGES.distributor.accepted,
          icon: CircleCheck,
          counts: "accepted",
          stripLabel: "Accepted",
        },
        {
          label: "Rejected Orders",
          to: links.ORDER_PAGES.distributor.rejected,
          icon: CircleX,
          stripLabel: "Rejected",
        },
        {
          label: "Completed Orders",
          to: links.ORDER_PAGES.distributor.completed,
          icon: PackageCheck,
          stripLabel: "Completed",
        },
        // The specification's distributor bar lacks it, but its invoice page is theirs too, and nothing else links there.
        { label: "Invoices", to: links.INVOICES, icon: FileText, stripLabel: "Invoices" },
      ],
      narrowItems: [KHATA_ITEM],
    },
    {
      label: "Catalogue",
      items: [
        { label: "All Products", to: links.OWN_PRODUCTS, icon: Boxes, shortLabel: "Products" },
        { label: "Add Product", to: links.ADD_PRODUCT, icon: PackagePlus },
      ],
    },
    {
      label: "Network",
      items: [
        { label: "Your Network", to: links.DISTRIBUTOR_NETWORK, icon: Users },
        { label: "Requests", to: links.REQUESTS, icon: Bell, badge: "requests" },
        { label: "Retailers", to: links.RETAILERS, icon: Store },
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
        { label: "Retailers", to: links.ADMIN_RETAILERS, icon: Store, shortLabel: "Retailers" },
      ],
    },
    {
      label: "Distributors",
      items: [
        {
          label: "Distributors",
          to: links.ADMIN_DISTRIBUTORS,
          icon: Truck,
          shortLabel: "Distributors",
        },
      ],
    },
    { label: "Products", items: [{ label: "Products", to: links.ADMIN_PRODUCTS, icon: Boxes }] },
    {
      label: "Complaints!",
      items: [
        {
          label: "Complaints!",
          to: links.ADMIN_FEEDBACK,
          icon: MessageSquareWarning,
          shortLabel: "Complaints",
        },
      ],
    },
    { label: "Daily News", items: [{ label: "Daily News", to: links.NEWS, icon: Newspaper }] },
    { label: "About", items: [{ label: "About", to: links.ABOUT, icon: Info }] },
  ],
};

/** Desktops reach it by the logo; on phones it is the first entry of the bottom bar. */
const BOTTOM_BAR_HOMES: Record<Role, NavItem> = {
  retailer: { label: "Home", to: links.RETAILER_HOME, icon: House, shortLabel: "Home" },
  distributor: { label: "Home", to: links.DISTRIBUTOR_HOME, icon: House, shortLabel: "Home" },
  admin: {
    label: "Dashboard",
    to: links.ADMIN_HOME,
    icon: LayoutDashboard,
    shortLabel: "Dashboard",
  },
};

/** The addresses behind the home in the bottom bar, the most used in the middle, where the thumb is. */
const BOTTOM_BARS: Record<Role, readonly string[]> = {
  retailer: [links.CATALOGUE, links.BASKET, links.ORDER_PAGES.retailer.pending, links.KHATA],
  distributor: [links.ORDER_PAGES.distributor.pending, links.OWN_PRODUCTS, links.KHATA, links.CHAT],
  admin: [links.ADMIN_RETAILERS, links.ADMIN_DISTRIBUTORS, links.ADMIN_FEEDBACK],
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
  { label: "Your Profile", to: links.PROFILE, icon: UserRound },
  { label: "Settings", to: links.SETTINGS, icon: Settings },
];

const MONTH_END: NavItem = { label: "Month's end", to: links.MONTH_END, icon: FileText };

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
