/**
 * Lists every page as data: path, title, access and failure text. Navigation bars offer only these pages; routes.tsx turns them
 * into routes.
 */
import * as links from "../../domain/links";
import { ADMIN_PAGES } from "./adminPages";
import type { Page } from "./page";
import { PUBLIC_PAGES } from "./publicPages";

const SHARED_PAGES: readonly Page[] = [
  {
    path: links.DASHBOARD,
    title: "Dashboard",
    access: "member",
    layout: "market",
    load: async () => (await import("./DashboardPage")).DashboardPage,
  },
  {
    path: links.INVOICES,
    title: "Invoices",
    access: "member",
    layout: "market",
    hasStrip: true,
    failure: "Failed to fetch invoices: the server did not answer as expected.",
    load: async () => (await import("../features/invoices/InvoicePage")).InvoicePage,
  },
  {
    path: links.CREDIT_NOTE_PATTERN,
    title: "Credit note",
    access: "trader",
    layout: "market",
    failure: "The credit note could not be loaded.",
    load: async () => (await import("../features/invoices/CreditNotePage")).CreditNotePage,
  },
  {
    path: links.KHATA,
    title: "Khata",
    access: "trader",
    layout: "market",
    failure: "The khata could not be loaded.",
    load: async () => (await import("../features/khata/KhataPage")).KhataPage,
  },
  {
    path: links.KHATA_WITH_PATTERN,
    title: "Khata",
    access: "trader",
    layout: "market",
    failure: "The khata could not be loaded.",
    load: async () => (await import("../features/khata/PartnerPage")).PartnerPage,
  },
  {
    path: links.NOTIFICATIONS,
    title: "Notifications",
    access: "trader",
    layout: "market",
    failure: "The notifications could not be loaded.",
    load: async () =>
      (await import("../features/notifications/NotificationsPage")).NotificationsPage,
  },
  {
    path: links.CHAT,
    title: "Messages",
    access: "member",
    layout: "market",
    failure: "Failed to load users",
    load: async () => (await import("../features/chat/ChatPage")).ChatPage,
  },
  {
    path: links.FEEDBACK,
    title: "Complaint and Review",
    access: "member",
    layout: "market",
    failure: "Failed to submit feedback. Please try again.",
    load: async () => (await import("../features/feedback/FeedbackPage")).FeedbackPage,
  },
];

/** Profile and settings. */
const ACCOUNT_PAGES: readonly Page[] = [
  {
    path: links.PROFILE,
    title: "Your Profile",
    access: "member",
    layout: "market",
    load: async () => (await import("../features/account/ProfilePage")).ProfilePage,
  },
  {
    path: links.SETTINGS,
    title: "Settings",
    access: "member",
    layout: "market",
    load: async () => (await import("./SettingsRoute")).SettingsRoute,
  },
];

const RETAILER_PAGES: readonly Page[] = [
  {
    path: links.RETAILER_HOME,
    title: "Home",
    access: "retailer",
    layout: "market",
    hasStaticFirstPaint: true,
    load: async () => (await import("./home/RetailerHome")).RetailerHome,
  },
  {
    path: links.DISTRIBUTORS,
    title: "Distributors",
    access: "retailer",
    layout: "market",
    failure: "An error occurred while fetching distributors.",
    load: async () => (await import("../features/network/DistributorsPage")).DistributorsPage,
  },
  {
    path: links.CATALOGUE,
    title: "All Products",
    access: "retailer",
    layout: "market",
    failure: "An error occurred while fetching products.",
    load: async () => (await import("../features/products/AllProductsPage")).AllProductsPage,
  },
  {
    path: links.LATEST_PRODUCTS,
    title: "Latest Products",
    access: "retailer",
    layout: "market",
    failure: "An error occurred while fetching the latest products.",
    load: async () => (await import("../features/products/LatestProductsPage")).LatestProductsPage,
  },
  {
    path: links.DISTRIBUTOR_PRODUCTS_PATTERN,
    title: "Distributor's products",
    access: "retailer",
    layout: "market",
    failure: "Failed to fetch products",
    load: async () =>
      (await import("../features/products/DistributorProductsPage")).DistributorProductsPage,
  },
  {
    path: links.RETAILER_NETWORK,
    title: "Your Network",
    access: "retailer",
    layout: "market",
    failure: "Failed to fetch accepted requests.",
    load: async () => (await import("../features/network/RetailerNetworkPage")).RetailerNetworkPage,
  },
  {
    path: links.BASKET,
    title: "Basket",
    access: "retailer",
    layout: "market",
    failure: "The basket could not be loaded.",
    load: async () => (await import("../features/orders/basket/BasketPage")).BasketPage,
  },
  {
    path: links.ORDER_PAGES.retailer.pending,
    title: "Pending Orders",
    access: "retailer",
    layout: "market",
    hasStrip: true,
    failure: "Failed to fetch pending orders.",
    load: async () =>
      (await import("../features/orders/lists/OutgoingOrdersPages")).outgoingPage("pending"),
  },
  {
    path: links.ORDER_PAGES.retailer.accepted,
    title: "Accepted Orders",
    access: "retailer",
    layout: "market",
    hasStrip: true,
    failure: "Failed to fetch accepted orders.",
    load: async () =>
      (await import("../features/orders/lists/OutgoingOrdersPages")).outgoingPage("accepted"),
  },
  {
    path: links.ORDER_PAGES.retailer.rejected,
    title: "Rejected Orders",
    access: "retailer",
    layout: "market",
    hasStrip: true,
    failure: "Failed to fetch rejected orders.",
    load: async () =>
      (await import("../features/orders/lists/OutgoingOrdersPages")).outgoingPage("rejected"),
  },
  {
    path: links.ORDER_PAGES.retailer.completed,
    title: "Completed Orders",
    access: "retailer",
    layout: "market",
    hasStrip: true,
    failure: "Failed to fetch completed orders.",
    load: async () =>
      (await import("../features/orders/lists/OutgoingOrdersPages")).outgoingPage("completed"),
  },
];

const DISTRIBUTOR_PAGES: readonly Page[] = [
  {
    path: links.DISTRIBUTOR_HOME,
    title: "Home",
    access: "distributor",
    layout: "market",
    hasStaticFirstPaint: true,
    load: async () => (await import("./home/DistributorHome")).DistributorHome,
  },
  {
    path: links.ADD_PRODUCT,
    title: "Add Product",
    access: "distributor",
    layout: "market",
    load: async () => (await import("../features/products/AddProductPage")).AddProductPage,
  },
  {
    path: links.IMPORT_PRODUCTS,
    title: "Import products",
    access: "distributor",
    layout: "market",
    load: async () => (await import("../features/imports/ImportPage")).ImportPage,
  },
  {
    path: links.OWN_PRODUCTS,
    title: "All Products",
    access: "distributor",
    layout: "market",
    failure: "An error occurred while fetching products.",
    load: async () => (await import("../features/products/OwnProductsPage")).OwnProductsPage,
  },
  {
    path: links.RETAILERS,
    title: "Retailers",
    access: "distributor",
    layout: "market",
    failure: "An error occurred while fetching retailers.",
    load: async () => (await import("../features/network/RetailersPage")).RetailersPage,
  },
  {
    path: links.REQUESTS,
    title: "Requests",
    access: "distributor",
    layout: "market",
    failure: "An error occurred while fetching requests.",
    load: async () => (await import("../features/network/RequestsPage")).RequestsPage,
  },
  {
    path: links.DISTRIBUTOR_NETWORK,
    title: "Your Network",
    access: "distributor",
    layout: "market",
    failure: "An error occurred while fetching accepted requests.",
    load: async () =>
      (await import("../features/network/DistributorNetworkPage")).DistributorNetworkPage,
  },
  {
    path: links.MONTH_END,
    title: "Month's end",
    access: "distributor",
    layout: "market",
    failure: "The month's documents could not be loaded.",
    load: async () => (await import("./MonthEndRoute")).MonthEndRoute,
  },
  {
    path: links.ORDER_PAGES.distributor.pending,
    title: "Pending Orders",
    access: "distributor",
    layout: "market",
    hasStrip: true,
    failure: "Failed to fetch orders. Please try again later.",
    load: async () =>
      (await import("../features/orders/lists/IncomingOrdersPages")).incomingPage("pending"),
  },
  {
    path: links.ORDER_PAGES.distributor.accepted,
    title: "Accepted Orders",
    access: "distributor",
    layout: "market",
    hasStrip: true,
    failure: "Failed to fetch accepted orders.",
    load: async () =>
      (await import("../features/orders/lists/IncomingOrdersPages")).incomingPage("accepted"),
  },
  {
    path: links.ORDER_PAGES.distributor.rejected,
    title: "Rejected Orders",
    access: "distributor",
    layout: "market",
    hasStrip: true,
    failure: "Failed to fetch rejected orders. Please try again later.",
    load: async () =>
      (await import("../features/orders/lists/IncomingOrdersPages")).incomingPage("rejected"),
  },
  {
    path: links.ORDER_PAGES.distributor.completed,
    title: "Completed Orders",
    access: "distributor",
    layout: "market",
    hasStrip: true,
    failure: "Failed to fetch completed orders.",
    load: async () =>
      (await import("../features/orders/lists/IncomingOrdersPages")).incomingPage("completed"),
  },
];

/** The navigation bars on their own: the layout draws the bar, the page only its heading. */
const BAR_PAGES: readonly Page[] = (
  [
    ["/retailer", "Retailer navigation", "retailer"],
    ["/distributors", "Distributor navigation", "distributor"],
    ["/adminnav", "Admin navigation", "admin"],
  ] as const
).map(([path, title, access]) => ({
  path,
  title,
  access,
  layout: "market",
  load: async () => (await import("./DashboardPage")).barPage(title),
}));

export const PAGES: readonly Page[] = [
  ...PUBLIC_PAGES,
  ...SHARED_PAGES,
  ...ACCOUNT_PAGES,
  ...RETAILER_PAGES,
  ...DISTRIBUTOR_PAGES,
  ...ADMIN_PAGES,
  ...BAR_PAGES,
];
