/**
 * For every call a request that works on the demo data, as a curl command: part of the OpenAPI document, shown on the page for
 * developers, and run by a test. `$MANDI` is the market's address, `$TOKEN` that of a login in the role that the call is for;
 * where other values come from is said with the command.
 */
import type { Example } from "./exampleCommands";
import {
  asAdmin,
  asDistributor,
  ASHA,
  asRetailer,
  first,
  MEENA,
  orderLine,
  orderOfOneLine,
  product,
  wholeOrder,
} from "./exampleParts";

const conversation = {
  CONVERSATION: {
    words: "the _id that GET /api/chat/conversations/{myEmail}/{otherEmail} answers",
  },
};

const deliveryDay = { DAY: { words: "a day from today on, such as 2026-12-31" } };
const offer = {
  OFFER: {
    words: "the _id of a row of GET /api/offers; POST /api/orders/{id}/accept makes offers",
  },
};

const NEWCOMER = "newcomer@shop.test";

/** By method and path, in the order in which somebody might try them: what ends things comes last. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  "GET /api/health": {},
  "GET /api/dev/mailbox": { path: `/api/dev/mailbox?email=${NEWCOMER}` },
  "GET /api/news/top-headlines": {},

  "POST /api/auth/login": {
    json: { email: MEENA, password: "mandi-demo-2026", role: "retailer" },
  },
  "POST /api/validate": { ...asRetailer },
  "POST /api/otp/send-otp": { json: { email: NEWCOMER } },
  "POST /api/otp/verify-otp": {
    json: { email: NEWCOMER, otp: "$CODE" },
    needs: { CODE: { words: "the six digits of the mail" } },
  },
  "POST /api/auth/register": {
    json: {
      ticket: "$TICKET",
      email: NEWCOMER,
      name: "New Comer",
      phone: "+91 98765 43210",
      password: "a long enough password",
      role: "retailer",
      shopName: "Newcomer Stores",
      address: "1 Station Road, Pune",
      image: "$PICTURE",
    },
    needs: {
      TICKET: { words: "the ticket that POST /api/otp/verify-otp answered" },
      PICTURE: {
        words: "the url that POST /api/upload/image answered to the header X-Signup-Ticket",
      },
    },
  },

  "POST /api/network/add": {
    ...asRetailer,
    json: { distributorEmail: "$DISTRIBUTOR", userEmail: MEENA },
    needs: { DISTRIBUTOR: { words: "the email of a distributor whom one is not connected with" } },
  },
  "GET /api/network/pending": { ...asDistributor, path: `/api/network/pending?email=${ASHA}` },
  "PUT /api/network/status/{id}": {
    ...asDistributor,
    path: "/api/network/status/$REQUEST",
    json: { status: "accepted" },
    needs: { REQUEST: first("/api/network/pending") },
  },
  "GET /api/network/accepted": { ...asDistributor, path: `/api/network/accepted?email=${ASHA}` },
  "GET /api/network/all/accepted/retailer": {
    ...asRetailer,
    path: `/api/network/all/accepted/retailer?email=${MEENA}`,
  },
  "GET /api/network/accepted/{email}": { ...asRetailer, path: `/api/network/accepted/${MEENA}` },

  "POST /api/orders": {
    ...asRetailer,
    key: true,
    json: {
      lines: [{ productId: "$PRODUCT", quantity: 2 }],
      msg: "All of it on Monday, please.",
      shortage: "ask",
      fromBasket: true,
    },
    needs: product,
  },
  "GET /api/orders/{id}": {
    ...asRetailer,
    path: "/api/orders/$ORDER",
    needs: wholeOrder("pending-by-email"),
  },
  "POST /api/orders/place": {
    ...asRetailer,
    key: true,
    json: { productId: "$PRODUCT", quantity: 2, msg: "Please deliver soon." },
    needs: product,
  },
  "GET /api/orders/pending-by-email": {
    ...asRetailer,
    path: `/api/orders/pending-by-email?userEmail=${MEENA}`,
  },
  "GET /api/orders/accepted-by-email": { ...asRetailer },
  "GET /api/orders/rejected-by-email": { ...asRetailer },
  "GET /api/orders/completed-by-email": { ...asRetailer },
  "GET /api/orders/getdata/{id}": {
    ...asRetailer,
    path: "/api/orders/getdata/$ORDER",
    needs: orderLine("pending-by-email"),
  },
  "PATCH /api/orders/retail/msg/{orderId}": {
    ...asRetailer,
    path: "/api/orders/retail/msg/$ORDER",
    json: { msg: "Before noon, please." },
    needs: orderLine("pending-by-email"),
  },
  "PUT /api/orders/update-message/{orderId}": {
    ...asRetailer,
    path: "/api/orders/update-message/$ORDER",
    json: { newMessage: "After two, please." },
    needs: orderLine("pending-by-email"),
  },
  "PATCH /api/orders/retail/status/{orderId}": {
    ...asRetailer,
    path: "/api/orders/retail/status/$ORDER",
    json: { status: "cancelled", msg: "Ordered twice" },
    needs: orderLine("pending-by-email"),
  },
  "POST /api/orders/{id}/cancel": {
    ...asRetailer,
    path: "/api/orders/$ORDER/cancel",
    json: { orderCancelReason: "Ordered twice" },
    needs: wholeOrder("pending-by-email"),
  },
  "DELETE /api/orders/{id}": {
    ...asRetailer,
    path: "/api/orders/$ORDER",
    needs: wholeOrder("rejected-by-email"),
  },
  "DELETE /api/orders/delete-rejected/{orderId}": {
    ...asRetailer,
    path: "/api/orders/delete-rejected/$ORDER",
    needs: orderOfOneLine("rejected-by-email"),
  },
  "GET /api/orders/pending": {
    ...asDistributor,
    path: `/api/orders/pending?distributorEmail=${ASHA}`,
  },
  "GET /api/orders/accepted": { ...asDistributor },
  "GET /api/orders/rejected": { ...asDistributor },
  "GET /api/orders/completed": { ...asDistributor },
  "POST /api/orders/{id}/accept": {
    ...asDistributor,
    path: "/api/orders/$ORDER/accept",
    json: { deliveryBefore: "$DAY" },
    needs: { ...wholeOrder("pending"), ...deliveryDay },
  },
  "POST /api/orders/{id}/complete": {
    ...asDistributor,
    path: "/api/orders/$ORDER/complete",
    needs: wholeOrder("accepted"),
  },
  "POST /api/orders/{id}/reject": {
    ...asDistributor,
    path: "/api/orders/$ORDER/reject",
    json: { orderCancelReason: "Out of season" },
    needs: wholeOrder("pending"),
  },
  "GET /api/notifications": { ...asRetailer },
  "POST /api/notifications/read": { ...asRetailer, json: { all: true } },
  "GET /api/offers": { ...asRetailer },
  "POST /api/offers/{id}/agree": {
    ...asRetailer,
    path: "/api/offers/$OFFER/agree",
    needs: offer,
  },
  "POST /api/offers/{id}/decline": {
    ...asRetailer,
    path: "/api/offers/$OFFER/decline",
    needs: offer,
  },
  "POST /api/offers/{id}/withdraw": {
    ...asDistributor,
    path: "/api/offers/$OFFER/withdraw",
    needs: offer,
  },
  "PATCH /api/orders/status/{id}": {
    ...asDistributor,
    path: "/api/orders/status/$ORDER",
    json: { status: "rejected", orderCancelReason: "Out of season" },
    needs: orderLine("pending"),
  },
  "PUT /api/orders/{id}/status": {
    ...asDistributor,
    path: "/api/orders/$ORDER/status",
    json: { status: "completed" },
    needs: orderOfOneLine("accepted"),
  },
  "DELETE /api/orders/status/{id}": {
    ...asDistributor,
    path: "/api/orders/status/$ORDER",
    needs: orderOfOneLine("rejected"),
  },

  "GET /api/chat/conversations/{myEmail}/{otherEmail}": {
    ...asRetailer,
    path: `/api/chat/conversations/${MEENA}/${ASHA}`,
  },
  "GET /api/chat/{conversationId}": {
    ...asRetailer,
    path: "/api/chat/$CONVERSATION?limit=5",
    needs: conversation,
  },
  "POST /api/chat/chats": {
    ...asRetailer,
    key: true,
    json: {
      senderEmail: MEENA,
      receiverEmail: ASHA,
      conversationId: "$CONVERSATION",
      content: "Is the copper pot in stock?",
    },
    needs: conversation,
  },
  "POST /api/chats/mark-read": {
    ...asRetailer,
    json: { conversationId: "$CONVERSATION", receiverEmail: MEENA },
    needs: conversation,
  },

  "POST /api/feedback": {
    ...asRetailer,
    json: { complaint: "", review: "Quick to order.", rating: 5 },
  },
  "GET /api/feedback": { ...asAdmin, path: "/api/feedback?limit=2" },
  "GET /admin/orders": { ...asAdmin, path: "/admin/orders?limit=2" },
  "GET /admin/users": { ...asAdmin, path: "/admin/users?limit=2" },

  "PUT /api/network/reject/status/{id}": {
    ...asDistributor,
    path: "/api/network/reject/status/$CONNECTION",
    json: { status: "rejected" },
    needs: { CONNECTION: first("/api/network/accepted") },
  },
  "POST /api/auth/logout": { ...asRetailer },
};
