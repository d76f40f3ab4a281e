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
import { t } from "../../domain/language/texts";

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
  label: t("Messages"),
  items: [
    {
      label: t("Messages"),
      to: links.CHAT,
      icon: MessageCircle,
      badge: "unread",
      shortLabel: t("Messages"),
    },
  ],
};

const KHATA_ITEM: NavItem = {
  label: t("Khata"),
  to: links.KHATA,
  icon: BookOpenText,
  shortLabel: t("Khata"),
};
const KHATA: NavGroup = { label: t("Khata"), items: [KHATA_ITEM], isWideOnly: true };

const BASKET: NavItem = {
  label: t("Basket"),
  to: links.BASKET,
  icon: ShoppingBasket,
  badge: "basket",
  shortLabel: t("Basket"),
};

const MORE: NavGroup = {
  label: t("More"),
  items: [
    { label: t("About"), to: links.ABOUT, icon: Info },
    { label: t("Complaint"), to: links.FEEDBACK, icon: MessageSquareWarning },
    { label: t("Daily News"), to: links.NEWS, icon: Newspaper },
  ],
};

const GROUPS: Record<Role, readonly NavGroup[]> = {
  retailer: [
    {
      label: t("Orders"),
      items: [
        {
          label: t("Pending Orders"),
          to: links.ORDER_PAGES.retailer.pending,
          icon: Clock,
          counts: "pending",
          stripLabel: t("Pending"),
          shortLabel: t("Orders"),
        },
        {
          label: t("Accepted Orders"),
          to: links.ORDER_PAGES.retailer.accepted,
          icon: CircleCheck,
          counts: "accepted",
          stripLabel: t("Accepted"),
        },
        {
          label: t("Rejected Orders"),
          to: links.ORDER_PAGES.retailer.rejected,
          icon: CircleX,
          stripLabel: t("Rejected"),
        },
        {
          label: t("Completed Orders"),
          to: links.ORDER_PAGES.retailer.completed,
          icon: PackageCheck,
          stripLabel: t("Completed"),
        },
        { label: t("Invoices"), to: links.INVOICES, icon: FileText, stripLabel: t("Invoices") },
      ],
      narrowItems: [KHATA_ITEM],
    },
    {
      label: t("Catalogue"),
      items: [
        { label: t("All Products"), to: links.CATALOGUE, icon: Boxes, shortLabel: t("Products") },
        { label: t("New Product"), to: links.LATEST_PRODUCTS, icon: Sparkles },
      ],
    },
    {
      label: t("Network"),
      items: [
        { label: t("Your Network"), to: links.RETAILER_NETWORK, icon: Users },
        { label: t("Distributors"), to: links.DISTRIBUTORS, icon: Truck },
      ],
    },
    KHATA,
    MESSAGES,
    MORE,
  ],
  distributor: [
    {
      label: t("Orders"),
      items: [
        {
          label: t("Pending Orders"),
          to: links.ORDER_PAGES.distributor.pending,
          icon: Clock,
          badge: "pendingOrders",
          counts: "pending",
          stripLabel: t("Pending"),
          shortLabel: t("Orders"),
        },
        {
          label: t("Accepted Orders"),
          to: links.ORDER_PAGES.distributor.accepted,
          icon: CircleCheck,
          counts: "accepted",
          stripLabel: t("Accepted"),
        },
        {
          label: t("Rejected Orders"),
          to: links.ORDER_PAGES.distributor.rejected,
          icon: CircleX,
          stripLabel: t("Rejected"),
        },
        {
          label: t("Completed Orders"),
          to: links.ORDER_PAGES.distributor.completed,
          icon: PackageCheck,
          stripLabel: t("Completed"),
        },
        // The specification's distributor bar lacks it, but its invoice page is theirs too, and nothing else links there.
        { label: t("Invoices"), to: links.INVOICES, icon: FileText, stripLabel: t("Invoices") },
      ],
      narrowItems: [KHATA_ITEM],
    },
    {
      label: t("Catalogue"),
      items: [
        {
          label: t("All Products"),
          to: links.OWN_PRODUCTS,
          icon: Boxes,
          shortLabel: t("Products"),
        },
        { label: t("Add Product"), to: links.ADD_PRODUCT, icon: PackagePlus },
      ],
    },
    {
      label: t("Network"),
      items: [
        { label: t("Your Network"), to: links.DISTRIBUTOR_NETWORK, icon: Users },
        { label: t("Requests"), to: links.REQUESTS, icon: Bell, badge: "requests" },
        { label: t("Retailers"), to: links.RETAILERS, icon: Store },
      ],
    },
    KHATA,
    MESSAGES,
    MORE,
  ],
  admin: [
    {
      label: t("Retailers"),
      items: [
        {
          label: t("Retailers"),
          to: links.ADMIN_RETAILERS,
          icon: Store,
          shortLabel: t("Retailers"),
        },
      ],
    },
    {
      label: t("Distributors"),
      items: [
        {
          label: t("Distributors"),
          to: links.ADMIN_DISTRIBUTORS,
          icon: Truck,
          shortLabel: t("Distributors"),
        },
      ],
    },
    {
      label: t("Products"),
      items: [{ label: t("Products"), to: links.ADMIN_PRODUCTS, icon: Boxes }],
    },
    {
      label: t("Complaints!"),
      items: [
        {
          label: t("Complaints!"),
          to: links.ADMIN_FEEDBACK,
          icon: MessageSquareWarning,
          shortLabel: t("Complaints"),
        },
      ],
    },
    {
      label: t("Daily News"),
      items: [{ label: t("Daily News"), to: links.NEWS, icon: Newspaper }],
    },
    { label: t("About"), items: [{ label: t("About"), to: links.ABOUT, icon: Info }] },
  ],
};

/** Desktops reach it by the logo; on phones it is the first entry of the bottom bar. */
const BOTTOM_BAR_HOMES: Record<Role, NavItem> = {
  retailer: { label: t("Home"), to: links.RETAILER_HOME, icon: House, shortLabel: t("Home") },
  distributor: { label: t("Home"), to: links.DISTRIBUTOR_HOME, icon: House, shortLabel: t("Home") },
  admin: {
    label: t("Dashboard"),
    to: links.ADMIN_HOME,
    icon: LayoutDashboard,
    shortLabel: t("Dashboard"),
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
  { label: t("Your Profile"), to: links.PROFILE, icon: UserRound },
  { label: t("Settings"), to: links.SETTINGS, icon: Settings },
];

const MONTH_END: NavItem = { label: t("Month's end"), to: links.MONTH_END, icon: FileText };

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
