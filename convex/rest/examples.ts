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
  wholeOrder,
} from "./exampleParts";
import { MONEY_EXAMPLES } from "./moneyExamples";

const product = { PRODUCT: first("/api/products/all") };
const ownProduct = { PRODUCT: first("/api/products") };
const person = (list: string) => ({ PERSON: first(`/api/users/${list}`) });
const deliveryDay = { DAY: { words: "a day from today on, such as 2026-12-31" } };
const offer = {
  OFFER: {
    words: "the _id of a row of GET /api/offers; POST /api/orders/{id}/accept makes offers",
  },
};

/** By method and path, in the order in which somebody might try them: what ends things comes last. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  "GET /api/landingpage/products/all": { path: "/api/landingpage/products/all?limit=2" },

  "POST /api/upload/image": { ...asDistributor, form: { image: "@picture.png" } },
  "POST /api/upload/qr-code": { ...asDistributor, form: { qrCode: "@picture.png" } },

  "GET /api/users/retailers": { ...asDistributor, path: "/api/users/retailers?limit=2" },
  "GET /api/users/distributors": { ...asRetailer },
  "GET /api/users/data/{email}": { ...asRetailer, path: `/api/users/data/${ASHA}` },

  "GET /api/users/order-terms": { ...asDistributor },
  "PUT /api/users/order-terms": { ...asDistributor, json: { answerDays: 10 } },

  "GET /api/products/all": {
    ...asRetailer,
    path: "/api/products/all?search=s&sort=latest&limit=2",
  },
  "GET /api/products": { ...asDistributor, path: `/api/products?distributorEmail=${ASHA}&limit=2` },
  "GET /api/products/distributor/{email}": {
    ...asRetailer,
    path: `/api/products/distributor/${ASHA}?limit=2`,
  },
  "GET /api/products/{id}": { ...asRetailer, path: "/api/products/$PRODUCT", needs: product },
  "GET /api/products/{productId}/distributor": {
    ...asRetailer,
    path: "/api/products/$PRODUCT/distributor",
    needs: product,
  },
  "POST /api/products/add": {
    ...asDistributor,
    key: true,
    form: {
      image: "@picture.png",
      productName: "Copper Pot",
      productType: "Home Goods",
      description: "Two litres.",
      quantity: "6",
      price: "450.50",
      stock: "40",
    },
  },
  "PUT /api/products/{id}": {
    ...asDistributor,
    path: "/api/products/$PRODUCT",
    json: { price: 475.5 },
    needs: ownProduct,
  },
  "POST /api/products/update-stock": {
    ...asRetailer,
    json: { productId: "$PRODUCT", quantity: 1 },
    needs: product,
  },
  "PATCH /api/products/update-stock/{productId}": {
    ...asDistributor,
    path: "/api/products/update-stock/$PRODUCT",
    json: { increment: 10 },
    needs: ownProduct,
  },

  "PUT /api/basket/{productId}": {
    ...asRetailer,
    path: "/api/basket/$PRODUCT",
    json: { quantity: 2 },
    needs: product,
  },
  "GET /api/basket": { ...asRetailer },
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
  "DELETE /api/basket/{productId}": {
    ...asRetailer,
    path: "/api/basket/$PRODUCT",
    needs: product,
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

  ...MONEY_EXAMPLES,

  "GET /admin/orders": { ...asAdmin, path: "/admin/orders?limit=2" },

  "DELETE /api/products/{id}": {
    ...asDistributor,
    path: "/api/products/$PRODUCT",
    needs: ownProduct,
  },
  "DELETE /api/users/retailers/{id}": {
    ...asAdmin,
    path: "/api/users/retailers/$PERSON",
    needs: person("retailers"),
  },
  "DELETE /api/users/distributors/{id}": {
    ...asAdmin,
    path: "/api/users/distributors/$PERSON",
    needs: person("distributors"),
  },
};
