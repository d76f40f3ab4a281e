/** What is said when something can't be had or done: the server's own words where it has some, else these. */
import { type Entry, replaced, rule, said, screen } from "../entry";

const ROUTES = "e2e/routes.spec.ts";
const LOG_IN_FIRST =
  `${ROUTES} › whoever is signed out is asked to log in, and comes back to the page` as const;

const ENTRANCE: readonly Entry[] = [
  ...screen("Failures: entrance", "/auth/login", ["An error occurred while logging in."]),
  ...screen("Failures: entrance", "/auth/signup", [
    "Failed to send OTP. Please try again.",
    "An error occurred while verifying OTP.",
    "Failed to upload image",
    "An error occurred while uploading the image",
    "An error occurred while signing up.",
  ]),
  ...screen("Failures: entrance", "/", ["Failed to load products"]),
];

const CATALOGUE: readonly Entry[] = [
  ...screen("Failures: products", "/addproduct", [
    "Failed to add product",
    said("HTTP error! status: {n}", "Failed to upload image (HTTP error! status: {n})"),
    "An error occurred while adding the product.",
  ]),
  ...screen("Failures: products", "/productlist", [
    "An error occurred while fetching products.",
    "An error occurred while updating the product.",
    "An error occurred while deleting the product.",
  ]),
  ...screen("Failures: products", "/productlistall", [
    "An error occurred while fetching products.",
  ]),
  ...screen("Failures: products", "/latestproduct", [
    "An error occurred while fetching the latest products.",
  ]),
  ...screen("Failures: products", "/distributor-products/:distributorEmail", [
    "Failed to fetch products",
  ]),
];

const NETWORK: readonly Entry[] = [
  ...screen("Failures: network", "/retailerslist", [
    "An error occurred while fetching retailers.",
    "Retry",
  ]),
  ...screen("Failures: network", "/distributorslist", [
    "An error occurred while fetching distributors.",
    "An error occurred while adding to the network.",
  ]),
  ...screen("Failures: network", "/requests", [
    "An error occurred while fetching requests.",
    "An error occurred while accepting the request.",
    "An error occurred while rejecting the request.",
  ]),
  ...screen("Failures: network", "/mynetwork", [
    "An error occurred while fetching accepted requests.",
    "Failed to reject the request.",
    replaced(
      "User email not found. Please log in.",
      2,
      "who is signed in comes from the session; without one there is the login",
      LOG_IN_FIRST,
    ),
  ]),
  ...screen("Failures: network", "/retailerNetwork", [
    "Failed to fetch accepted requests.",
    "Failed to fetch distributor details.",
    "An error occurred while fetching distributor details.",
    replaced(
      "User email not found. Please log in.",
      2,
      "who is signed in comes from the session; without one there is the login",
      LOG_IN_FIRST,
    ),
  ]),
];

const ORDERS: readonly Entry[] = [
  ...screen("Failures: orders", "/orderinfo/:productId", [
    "An error occurred while fetching product details.",
    "Order Failed",
    "There was an error placing your order. Please try again.",
    replaced(
      "Stock Update Failed / There was an error updating the stock. Please try again.",
      4,
      "stock and order are one step; its failure is Order Failed",
      "convex/orders/place.test.ts › says how much there is when it is not enough",
    ),
  ]),
  ...screen("Failures: orders", "/pendingorders_dist", [
    "Failed to fetch orders. Please try again later.",
    "Failed to accept the order and generate invoice. Please try again later.",
    "Failed to upload QR code",
    "Failed to reject the order. Please try again later.",
    replaced(
      "Distributor email is not set in local storage.",
      2,
      "who is signed in comes from the session; without one there is the login",
      LOG_IN_FIRST,
    ),
    replaced(
      "Distributor data is not available.",
      6,
      "the invoice is written from the account, in the step that accepts",
      "convex/invoices/invoices.test.ts › names both parties, the goods, the exact sum and the dates",
    ),
  ]),
  ...screen("Failures: orders", "/accepted_dist", [
    "Failed to fetch accepted orders.",
    "Failed to update order status.",
    replaced(
      "Distributor email not found in local storage.",
      2,
      "who is signed in comes from the session; without one there is the login",
      LOG_IN_FIRST,
    ),
  ]),
  ...screen("Failures: orders", "/rejected_dist", [
    "Failed to fetch rejected orders. Please try again later.",
    "Failed to delete order. Please try again later.",
    replaced(
      "Distributor email is not set in local storage.",
      2,
      "who is signed in comes from the session; without one there is the login",
      LOG_IN_FIRST,
    ),
  ]),
  ...screen("Failures: orders", "/completed_dist", [
    "Failed to fetch completed orders.",
    replaced(
      "Distributor email not found in local storage.",
      2,
      "who is signed in comes from the session; without one there is the login",
      LOG_IN_FIRST,
    ),
  ]),
  ...screen("Failures: orders", "/pendingretail", [
    "Failed to fetch pending orders.",
    "Failed to cancel the order and update product stock.",
    "Failed to update the message.",
  ]),
  ...screen("Failures: orders", "/acceptedretail", [
    "Failed to fetch accepted orders.",
    "Failed to update the message.",
  ]),
  ...screen("Failures: orders", "/rejectedretail", [
    "Failed to fetch rejected orders.",
    "Failed to remove the order. Please try again.",
  ]),
  ...screen("Failures: orders", "/completedretail", [
    "Failed to fetch completed orders.",
    "Failed to remove the order. Please try again.",
  ]),
];

const ADMIN: readonly Entry[] = [
  ...screen("Failures: admin", "/adminhome", ["Failed to fetch data."]),
  ...screen("Failures: admin", "/adminretailerlist", [
    "An error occurred while fetching retailers.",
    "Retry",
    "Failed to delete the retailer.",
    "An error occurred while trying to delete the retailer.",
  ]),
  ...screen("Failures: admin", "/admindistributorslist", [
    "An error occurred while fetching distributors.",
    "Failed to remove the distributor.",
    "An error occurred while trying to remove the distributor.",
  ]),
  ...screen("Failures: admin", "/adminproductlist", [
    "An error occurred while fetching products.",
    "Retry",
  ]),
  ...screen("Failures: admin", "/admincomplaints", [
    "Error fetching feedback. Please try again later.",
  ]),
];

const SHARED: readonly Entry[] = [
  ...screen("Failures: shared pages", "/complaintandreview", [
    "Failed to submit feedback. Please try again.",
  ]),
  ...screen("Failures: shared pages", "/newsfeed", [
    "Error fetching news: {message}",
    "Unexpected response structure",
    "No data in response",
  ]),
  ...screen("Failures: shared pages", "/invoicepage", [
    "Failed to fetch invoices: {text}",
    replaced(
      "User email not found",
      2,
      "who is signed in comes from the session; without one there is the login",
      LOG_IN_FIRST,
    ),
  ]),
  ...screen("Failures: shared pages", "/chat", [
    "Failed to fetch users",
    "Failed to load users",
    "Failed to load chat messages",
    "Failed to send message",
    "Error loading user data",
  ]),
  ...screen("Failures: shared pages", "", [
    rule(
      "The server's own words are shown where it has some, else the sentence of the screen",
      "src/lib/convexError.test.ts › is the specification's for a refusal of the server",
      "src/lib/convexError.test.ts › is the fallback for %s",
    ),
  ]),
];

export const FAILURE_ENTRIES: readonly Entry[] = [
  ...ENTRANCE,
  ...CATALOGUE,
  ...NETWORK,
  ...ORDERS,
  ...ADMIN,
  ...SHARED,
];
