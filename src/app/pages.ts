/**
 * Lists every page as data: path, title, access and failure text. Navigation bars offer only these pages; routes.tsx turns them
 * into routes.
 */
import * as links from "../../domain/links";
import { ADMIN_PAGES } from "./adminPages";
import type { Page } from "./page";
import { PUBLIC_PAGES } from "./publicPages";
import { t } from "../../domain/language/texts";

const SHARED_PAGES: readonly Page[] = [
  {
    path: links.DASHBOARD,
    title: t("Dashboard"),
    access: "member",
    layout: "market",
    load: async () => (await import("./DashboardPage")).DashboardPage,
  },
  {
    path: links.INVOICES,
    title: t("Invoices"),
    access: "member",
    layout: "market",
    hasStrip: true,
    failure: t("Failed to fetch invoices: the server did not answer as expected."),
    load: async () => (await import("../features/invoices/InvoicePage")).InvoicePage,
  },
  {
    path: links.CREDIT_NOTE_PATTERN,
    title: t("Credit note"),
    access: "trader",
    layout: "market",
    failure: t("The credit note could not be loaded."),
    load: async () => (await import("../features/invoices/CreditNotePage")).CreditNotePage,
  },
  {
    path: links.KHATA,
    title: t("Khata"),
    access: "trader",
    layout: "market",
    failure: t("The khata could not be loaded."),
    load: async () => (await import("../features/khata/KhataPage")).KhataPage,
  },
  {
    path: links.KHATA_WITH_PATTERN,
    title: t("Khata"),
    access: "trader",
    layout: "market",
    failure: t("The khata could not be loaded."),
    load: async () => (await import("../features/khata/PartnerPage")).PartnerPage,
  },
  {
    path: links.NOTIFICATIONS,
    title: t("Notifications"),
    access: "trader",
    layout: "market",
    failure: t("The notifications could not be loaded."),
    load: async () =>
      (await import("../features/notifications/NotificationsPage")).NotificationsPage,
  },
  {
    path: links.CHAT,
    title: t("Messages"),
    access: "member",
    layout: "market",
    failure: t("Failed to load users"),
    load: async () => (await import("../features/chat/ChatPage")).ChatPage,
  },
  {
    path: links.FEEDBACK,
    title: t("Complaint and Review"),
    access: "member",
    layout: "market",
    failure: t("Failed to submit feedback. Please try again."),
    load: async () => (await import("../features/feedback/FeedbackPage")).FeedbackPage,
  },
];

/** Profile and settings. */
const ACCOUNT_PAGES: readonly Page[] = [
  {
    path: links.PROFILE,
    title: t("Your Profile"),
    access: "member",
    layout: "market",
    load: async () => (await import("../features/account/ProfilePage")).ProfilePage,
  },
  {
    path: links.SETTINGS,
    title: t("Settings"),
    access: "member",
    layout: "market",
    load: async () => (await import("./SettingsRoute")).SettingsRoute,
  },
];

const RETAILER_PAGES: readonly Page[] = [
  {
    path: links.RETAILER_HOME,
    title: t("Home"),
    access: "retailer",
    layout: "market",
    hasStaticFirstPaint: true,
    load: async () => (await import("./home/RetailerHome")).RetailerHome,
  },
  {
    path: links.DISTRIBUTORS,
    title: t("Distributors"),
    access: "retailer",
    layout: "market",
    failure: t("An error occurred while fetching distributors."),
    load: async () => (await import("../features/network/DistributorsPage")).DistributorsPage,
  },
  {
    path: links.CATALOGUE,
    title: t("All Products"),
    access: "retailer",
    layout: "market",
    failure: t("An error occurred while fetching products."),
    load: async () => (await import("../features/products/AllProductsPage")).AllProductsPage,
  },
  {
    path: links.LATEST_PRODUCTS,
    title: t("Latest Products"),
    access: "retailer",
    layout: "market",
    failure: t("An error occurred while fetching the latest products."),
    load: async () => (await import("../features/products/LatestProductsPage")).LatestProductsPage,
  },
  {
    path: links.DISTRIBUTOR_PRODUCTS_PATTERN,
    title: t("Distributor's products"),
    access: "retailer",
    layout: "market",
    failure: t("Failed to fetch products"),
    load: async () =>
      (await import("../features/products/DistributorProductsPage")).DistributorProductsPage,
  },
  {
    path: links.RETAILER_NETWORK,
    title: t("Your Network"),
    access: "retailer",
    layout: "market",
    failure: t("Failed to fetch accepted requests."),
    load: async () => (await import("../features/network/RetailerNetworkPage")).RetailerNetworkPage,
  },
  {
    path: links.BASKET,
    title: t("Basket"),
    access: "retailer",
    layout: "market",
    failure: t("The basket could not be loaded."),
    load: async () => (await import("../features/orders/basket/BasketPage")).BasketPage,
  },
  {
    path: links.ORDER_PAGES.retailer.pending,
    title: t("Pending Orders"),
    access: "retailer",
    layout: "market",
    hasStrip: true,
    failure: t("Failed to fetch pending orders."),
    load: async () =>
      (await import("../features/orders/lists/OutgoingOrdersPages")).outgoingPage("pending"),
  },
  {
    path: links.ORDER_PAGES.retailer.accepted,
    title: t("Accepted Orders"),
    access: "retailer",
    layout: "market",
    hasStrip: true,
    failure: t("Failed to fetch accepted orders."),
    load: async () =>
      (await import("../features/orders/lists/OutgoingOrdersPages")).outgoingPage("accepted"),
  },
  {
    path: links.ORDER_PAGES.retailer.rejected,
    title: t("Rejected Orders"),
    access: "retailer",
    layout: "market",
    hasStrip: true,
    failure: t("Failed to fetch rejected orders."),
    load: async () =>
      (await import("../features/orders/lists/OutgoingOrdersPages")).outgoingPage("rejected"),
  },
  {
    path: links.ORDER_PAGES.retailer.completed,
    title: t("Completed Orders"),
    access: "retailer",
    layout: "market",
    hasStrip: true,
    failure: t("Failed to fetch completed orders."),
    load: async () =>
      (await import("../features/orders/lists/OutgoingOrdersPages")).outgoingPage("completed"),
  },
];

const DISTRIBUTOR_PAGES: readonly Page[] = [
  {
    path: links.DISTRIBUTOR_HOME,
    title: t("Home"),
    access: "distributor",
    layout: "market",
    hasStaticFirstPaint: true,
    load: async () => (await import("./home/DistributorHome")).DistributorHome,
  },
  {
    path: links.ADD_PRODUCT,
    title: t("Add Product"),
    access: "distributor",
    layout: "market",
    load: async () => (await import("../features/products/AddProductPage")).AddProductPage,
  },
  {
    path: links.IMPORT_PRODUCTS,
    title: t("Import products"),
    access: "distributor",
    layout: "market",
    load: async () => (await import("../features/imports/ImportPage")).ImportPage,
  },
  {
    path: links.OWN_PRODUCTS,
    title: t("All Products"),
    access: "distributor",
    layout: "market",
    failure: t("An error occurred while fetching products."),
    load: async () => (await import("../features/products/OwnProductsPage")).OwnProductsPage,
  },
  {
    path: links.RETAILERS,
    title: t("Retailers"),
    access: "distributor",
    layout: "market",
    failure: t("An error occurred while fetching retailers."),
    load: async () => (await import("../features/network/RetailersPage")).RetailersPage,
  },
  {
    path: links.REQUESTS,
    title: t("Requests"),
    access: "distributor",
    layout: "market",
    failure: t("An error occurred while fetching requests."),
    load: async () => (await import("../features/network/RequestsPage")).RequestsPage,
  },
  {
    path: links.DISTRIBUTOR_NETWORK,
    title: t("Your Network"),
    access: "distributor",
    layout: "market",
    failure: t("An error occurred while fetching accepted requests."),
    load: async () =>
      (await import("../features/network/DistributorNetworkPage")).DistributorNetworkPage,
  },
  {
    path: links.MONTH_END,
    title: t("Month's end"),
    access: "distributor",
    layout: "market",
    failure: t("The month's documents could not be loaded."),
    load: async () => (await import("./MonthEndRoute")).MonthEndRoute,
  },
  {
    path: links.ORDER_PAGES.distributor.pending,
    title: t("Pending Orders"),
    access: "distributor",
    layout: "market",
    hasStrip: true,
    failure: t("Failed to fetch orders. Please try again later."),
    load: async () =>
      (await import("../features/orders/lists/IncomingOrdersPages")).incomingPage("pending"),
  },
  {
    path: links.ORDER_PAGES.distributor.accepted,
    title: t("Accepted Orders"),
    access: "distributor",
    layout: "market",
    hasStrip: true,
    failure: t("Failed to fetch accepted orders."),
    load: async () =>
      (await import("../features/orders/lists/IncomingOrdersPages")).incomingPage("accepted"),
  },
  {
    path: links.ORDER_PAGES.distributor.rejected,
    title: t("Rejected Orders"),
    access: "distributor",
    layout: "market",
    hasStrip: true,
    failure: t("Failed to fetch rejected orders. Please try again later."),
    load: async () =>
      (await import("../features/orders/lists/IncomingOrdersPages")).incomingPage("rejected"),
  },
  {
    path: links.ORDER_PAGES.distributor.completed,
    title: t("Completed Orders"),
    access: "distributor",
    layout: "market",
    hasStrip: true,
    failure: t("Failed to fetch completed orders."),
    load: async () =>
      (await import("../features/orders/lists/IncomingOrdersPages")).incomingPage("completed"),
  },
];

/** The navigation bars on their own: the layout draws the bar, the page only its heading. */
const BAR_PAGES: readonly Page[] = (
  [
    ["/retailer", t("Retailer navigation"), "retailer"],
    ["/distributors", t("Distributor navigation"), "distributor"],
    ["/adminnav", t("Admin navigation"), "admin"],
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
