/**
 * Addresses of the app's pages: the only place that spells them. Screens link by it, routes are made from it, and notifications and
 * mails name pages by it. The paths are the specification's (§4).
 */
import type { OrderList } from "./orderLifecycle";
import type { Role, TradeRole } from "./roles";

export const WELCOME = "/";
export const GET_STARTED = "/getstartedpage";
export const VISITOR_HOME = "/homepagenew";
export const ABOUT = "/about";
export const NEWS = "/newsfeed";
export const PUBLIC_PRODUCTS = "/products";
export const CONTACT = "/contact";
export const TERMS = "/terms";
export const PRIVACY = "/privacy";
export const COOKIES = "/cookies";
export const DEVELOPERS = "/developers";
export const LOGIN = "/auth/login";
export const SIGN_UP = "/auth/signup";
export const RESET_PASSWORD = "/auth/reset";
export const MAILBOX = "/dev/mailbox";

export const DASHBOARD = "/dashboard";
export const INVOICES = "/invoicepage";
export const KHATA = "/khata";
export const NOTIFICATIONS = "/notifications";
export const CHAT = "/chat";
export const FEEDBACK = "/complaintandreview";
export const PROFILE = "/profile";
export const SETTINGS = "/settings";
export const NOTIFICATION_SETTINGS = "/settings#notifications";
export const PAYMENT_SETTINGS = "/settings#payments";
export const MONTH_END = "/month-end";

export const RETAILER_HOME = "/homepageretailer";
export const DISTRIBUTORS = "/distributorslist";
export const CATALOGUE = "/productlistall";
export const LATEST_PRODUCTS = "/latestproduct";
export const RETAILER_NETWORK = "/retailerNetwork";
export const BASKET = "/basket";

export const DISTRIBUTOR_HOME = "/homepage";
export const ADD_PRODUCT = "/addproduct";
export const IMPORT_PRODUCTS = "/import-products";
export const OWN_PRODUCTS = "/productlist";
export const RETAILERS = "/retailerslist";
export const REQUESTS = "/requests";
export const DISTRIBUTOR_NETWORK = "/mynetwork";

export const ADMIN_HOME = "/adminhome";
export const ADMIN_RETAILERS = "/adminretailerlist";
export const ADMIN_DISTRIBUTORS = "/admindistributorslist";
export const ADMIN_PRODUCTS = "/adminproductlist";
export const ADMIN_FEEDBACK = "/admincomplaints";

const HOMES: Record<Role, string> = {
  retailer: RETAILER_HOME,
  distributor: DISTRIBUTOR_HOME,
  admin: ADMIN_HOME,
};

/** Returns the home page of a role. */
export function homeOf(role: Role): string {
  return HOMES[role];
}

/** The page of each list of orders, for either party. */
export const ORDER_PAGES = {
  retailer: {
    pending: "/pendingretail",
    accepted: "/acceptedretail",
    rejected: "/rejectedretail",
    completed: "/completedretail",
  },
  distributor: {
    pending: "/pendingorders_dist",
    accepted: "/accepted_dist",
    rejected: "/rejected_dist",
    completed: "/completed_dist",
  },
} as const satisfies Record<TradeRole, Record<OrderList, string>>;

/** Paths with a parameter, as the router takes them. */
export const ORDER_FORM_PATTERN = "/orderinfo/:productId";
export const KHATA_WITH_PATTERN = "/khata/:partnerId";
export const CREDIT_NOTE_PATTERN = "/creditnote/:noteId";
export const DISTRIBUTOR_PRODUCTS_PATTERN = "/distributor-products/:distributorEmail";

/** Returns the address of the form that orders a product, with a quantity filled in if one is given. */
export function orderForm(productId: string, quantity?: number): string {
  const form = `/orderinfo/${encodeURIComponent(productId)}`;
  return quantity === undefined ? form : `${form}?quantity=${quantity}`;
}

export function khataWith(partnerId: string): string {
  return `${KHATA}/${encodeURIComponent(partnerId)}`;
}

export function creditNote(noteId: string): string {
  return `/creditnote/${encodeURIComponent(noteId)}`;
}

export function invoice(invoiceId: string): string {
  return `${INVOICES}?invoice=${encodeURIComponent(invoiceId)}`;
}

export function chatWith(email: string): string {
  return `${CHAT}?with=${encodeURIComponent(email)}`;
}

export function distributorProducts(email: string): string {
  return `/distributor-products/${encodeURIComponent(email)}`;
}

/** The names of the parameters by which the address of the sign-up says for what role it is, and which distributor invites. */
export const ROLE_PARAM = "role";
export const INVITER_PARAM = "distributor";

/** Returns the address by which a distributor's shops register. */
export function invitation(distributorId: string): string {
  return `${SIGN_UP}?${ROLE_PARAM}=retailer&${INVITER_PARAM}=${encodeURIComponent(distributorId)}`;
}

export function mailbox(email: string): string {
  return `${MAILBOX}?email=${encodeURIComponent(email)}`;
}

export function ownProductsLike(search: string): string {
  return `${OWN_PRODUCTS}?search=${encodeURIComponent(search)}`;
}

export function adminProductsLike(search: string): string {
  return `${ADMIN_PRODUCTS}?search=${encodeURIComponent(search)}`;
}

/** The name of the parameter by which a list's address says that one order alone is shown. */
export const ORDER_PARAM = "order";

/** Returns the address of a list with one order alone; without an id, of the whole list. */
export function orderAddress(party: TradeRole, list: OrderList, orderId?: string): string {
  const page = ORDER_PAGES[party][list];
  return orderId === undefined ? page : `${page}?${ORDER_PARAM}=${encodeURIComponent(orderId)}`;
}
