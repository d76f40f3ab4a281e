/** Orders: placing one, and what both sides see and do until it is over. */
import { type Entry, constant, rule, said, screen } from "../entry";

const WORDS = "e2e/words.spec.ts";
const SPINE = "e2e/spine.spec.ts";
const LIFECYCLE = "domain/orderLifecycle.test.ts";
const MOVES = "convex/orders/moves.test.ts";
const PLACE = "convex/orders/place.test.ts";
const FILTER = "src/features/orders/completedFilter.test.ts";
const DELIVERY = "src/features/orders/deliveryDate.test.ts";
const ORDER_WORDS = "src/features/orders/orderWords.test.ts";

const PLACING: readonly Entry[] = screen("Order page", "/orderinfo/:productId", [
  "Loading product information...",
  "Quantity",
  "Message",
  "Leave a message",
  "Place Order",
  "Order Placed",
  "Your order has been placed successfully!",
  "Authentication Required",
  "Please log in to place an order.",
  "Login",
  "Sign Up",
  "Missing Information",
  "Please provide: Quantity (must be greater than 0), Message",
  "Insufficient Stock",
  said("Available stock: {n}", "/^Available stock: \\d+$/"),
  rule(
    "The page shows name, picture, description and price",
    `${WORDS} › the order page shows the product, asks for what is missing and tells what is left`,
  ),
  rule(
    "Missing are named: Product ID, Quantity (must be greater than 0), Message",
    `${ORDER_WORDS} › the page names all that is missing`,
    `${PLACE} › names everything that is missing, in the specification's words`,
  ),
  rule(
    "Login and Sign Up lead there",
    `${WORDS} › a visitor who orders is asked to log in or to sign up`,
  ),
  rule(
    "Placing takes the stock and makes the order in one step; if one fails there is neither (deviation 4)",
    `${PLACE} › takes its pieces from the stock at once`,
    `${PLACE} › says how much there is when it is not enough`,
  ),
  constant(
    "The quantity is 1 at least, and 1 at first",
    `${ORDER_WORDS} › typed as %j is %d`,
    `${WORDS} › the order page shows the product, asks for what is missing and tells what is left`,
  ),
]);

const DISTRIBUTOR: readonly Entry[] = [
  ...screen("Distributor: pending orders", "/pendingorders_dist", [
    "No pending orders found.",
    "Accept",
    "Reject",
    "Accept Order",
    "Delivery date",
    "QR code",
    "The QR code you chose",
    "Submit",
    "Cancel",
    "Please select a delivery date.",
    "Date input not valid.",
    "Please upload a QR code image for payment.",
    "Reason for Rejection",
    "Please provide a reason for rejection.",
    rule(
      "An accepted or rejected order leaves the list",
      `${SPINE} › a retailer's order reaches the distributor live and comes back as an invoice`,
      `${SPINE} › a rejected order tells the reason and gives the stock back`,
    ),
    rule(
      "Accepting dates the order and writes its invoice in the same step (deviation 6)",
      `${MOVES} › again with the same date answers the same invoice; with another date it is refused`,
      `${SPINE} › a retailer's order reaches the distributor live and comes back as an invoice`,
    ),
    rule(
      "With a saved UPI ID no picture is asked for (deviation 14)",
      `${WORDS} › a pending order is accepted with a date from today on, or rejected with a reason`,
    ),
    rule(
      "The QR code is a picture",
      `${WORDS} › a pending order is accepted with a date from today on, or rejected with a reason`,
    ),
    constant(
      "The first delivery date is today",
      `${WORDS} › a pending order is accepted with a date from today on, or rejected with a reason`,
      "domain/dates.test.ts › may be today, also a minute before and ten minutes after midnight in India",
      "domain/dates.test.ts › may not be yesterday",
    ),
    constant("A date is typed as MM/dd/yyyy", `${DELIVERY} › typed as %j is %s`),
    rule(
      "The calendar asks for a day alone: it has no times of day and no pages of years",
      `${WORDS} › a pending order is accepted with a date from today on, or rejected with a reason`,
    ),
  ]),
  ...screen("Distributor: accepted orders", "/accepted_dist", [
    "No Accepted Orders found.",
    "Accepted",
    "Customer",
    "Phone",
    "E-mail",
    "Address",
    "Delivery before",
    "Message",
    "Mark as Completed",
    "Completed",
    rule(
      "A message is cut to two lines until it is pointed at",
      `${WORDS} › an accepted order is marked as completed, and stays as such until the page is left`,
    ),
    rule(
      "The card becomes the completed order",
      `${WORDS} › an accepted order is marked as completed, and stays as such until the page is left`,
    ),
  ]),
  ...screen("Distributor: rejected orders", "/rejected_dist", [
    "No rejected orders found.",
    "Reason",
    "Rejected",
    "Cancelled",
    "Remove",
    rule(
      "Remove takes the order off one's own list alone (deviation 9)",
      `${MOVES} › each side hides a %s order for itself only`,
    ),
    rule(
      "Orders that the retailer cancelled are here too (deviation 10)",
      `${LIFECYCLE} › every status lies on one of the four lists, cancelled with the rejected`,
      `${WORDS} › rejected orders of both sides tell the reason and can be removed`,
    ),
  ]),
  ...screen("Distributor: completed orders", "/completed_dist", [
    "No completed orders found.",
    "Product",
    "Customer",
    "Quantity",
    "Price",
    "Delivery Before",
    "Completed On",
    "Message",
    "Address",
    "Select Month",
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
    "Select Year",
    "Sort: Latest",
    "Sort: Oldest",
    "Sort: Last 15 days",
    "Read More",
    "Show Less",
    rule(
      "Month and year filter only when both are set",
      `${FILTER} › need month and year together`,
      `${WORDS} › completed orders can be filtered by month and year, sorted, and read in full`,
    ),
    rule(
      "Latest comes first, unless Oldest is chosen",
      `${MOVES} › is ordered and bounded by the moment of completion, ends included`,
    ),
    constant(
      "The years are this one and the two before",
      `${WORDS} › completed orders can be filtered by month and year, sorted, and read in full`,
    ),
    constant(
      "Last 15 days keeps what was completed within 15 days",
      "domain/dates.test.ts › reach back 15 times 24 hours",
    ),
    constant(
      "A message is cut after 50 characters",
      `${FILTER} › is cut after 50 characters, never inside one`,
      `${WORDS} › completed orders can be filtered by month and year, sorted, and read in full`,
    ),
  ]),
];

const RETAILER: readonly Entry[] = [
  ...screen("Retailer: pending orders", "/pendingretail", [
    "No pending orders found.",
    "Image",
    "Product",
    "Distributor",
    "E-mail",
    "Quantity",
    "Price",
    "Status",
    "Pending",
    "Cancel",
    "Update Message",
    "Please enter the reason for cancellation:",
    "Please enter the new message:",
    rule(
      "An empty reason or message does nothing",
      `${WORDS} › a pending order is reworded or cancelled, and empty words do nothing`,
    ),
    rule(
      "A cancelled order leaves the list, and the stock returns",
      `${SPINE} › a cancelled order asks for a reason and appears in both rejected lists`,
      `${MOVES} › says so in the message, and keeps the retailer's own words in the timeline`,
    ),
  ]),
  ...screen("Retailer: accepted orders", "/acceptedretail", [
    "No accepted orders found.",
    "Product",
    "Distributor",
    "E-mail",
    "Quantity",
    "Price",
    "Status",
    "Message",
    "No message",
    "Update Message",
    "Submit",
    rule(
      "On a phone the table is a list of cards",
      `${WORDS} › an accepted order can only be reworded`,
    ),
    rule(
      "Only the message can be changed",
      `${LIFECYCLE} › the buttons of both sides while it is %s`,
      `${WORDS} › an accepted order can only be reworded`,
    ),
  ]),
  ...screen("Retailer: rejected orders", "/rejectedretail", [
    "No rejected orders found.",
    "Distributor",
    "E-mail",
    "Quantity",
    "Price",
    "Reason",
    "Not provided",
    "Rejected",
    "Cancelled",
    "Remove Order",
    rule(
      "Remove Order takes the order off one's own list alone (deviation 9)",
      `${MOVES} › each side hides a %s order for itself only`,
    ),
  ]),
  ...screen("Retailer: completed orders", "/completedretail", [
    "No completed orders found.",
    "Completed",
    "Distributor",
    "E-mail",
    "Quantity",
    "Price",
    "Remove",
    "Re-Order",
    rule(
      "Re-Order leads to the product's order page with the same quantity; if it is gone, to all products with a note (deviation 20)",
      `${WORDS} › a completed order can be ordered again or removed`,
      `${WORDS} › what is no longer sold leads to all products, with a note`,
    ),
  ]),
];

const STATES: readonly Entry[] = screen("Orders: states and moves", "", [
  rule(
    "An order is pending, accepted, rejected, completed or cancelled",
    `${LIFECYCLE} › %s leads from %s to %s, made by the %s`,
  ),
  rule(
    "pending → accepted by the distributor, with a delivery date",
    `${LIFECYCLE} › %s leads from %s to %s, made by the %s`,
    `${LIFECYCLE} › accepting needs a delivery date, rejecting and cancelling a reason, completing nothing`,
  ),
  rule(
    "pending → rejected by the distributor, with a reason; the stock returns",
    `${LIFECYCLE} › accepting needs a delivery date, rejecting and cancelling a reason, completing nothing`,
    `${SPINE} › a rejected order tells the reason and gives the stock back`,
  ),
  rule(
    "accepted → completed by the distributor, with the moment",
    `${MOVES} › answers the order with the moment of completion, on the server's clock`,
  ),
  rule(
    "pending → cancelled by the retailer, with a reason; the stock returns",
    `${LIFECYCLE} › accepting needs a delivery date, rejecting and cancelling a reason, completing nothing`,
  ),
  rule(
    "The message of a cancelled order is 'Cancelled by Retailer. Reason: {reason}'",
    `${LIFECYCLE} › names the retailer and the reason`,
    `${MOVES} › says so in the message, and keeps the retailer's own words in the timeline`,
  ),
  rule("There are no other moves", `${LIFECYCLE} › there are no other moves`),
  rule(
    "Rejected orders can be removed by both sides, completed ones by the retailer",
    `${LIFECYCLE} › a %s and %s while it is %s`,
    `${MOVES} › a completed one is hidden by the retailer, not by the distributor`,
  ),
  rule(
    "Pending and accepted orders can be reworded by the retailer",
    `${MOVES} › can be reworded while the order is %s`,
    `${MOVES} › stays as it is once the order is %s`,
  ),
]);

export const ORDER_ENTRIES: readonly Entry[] = [...PLACING, ...DISTRIBUTOR, ...RETAILER, ...STATES];
