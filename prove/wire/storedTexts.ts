/** Stored text fields with their limits, and the calls that write and read them. */
import { api } from "../../convex/_generated/api";
import {
  ADDRESS_MAX,
  CHAT_MESSAGE_MAX,
  FEEDBACK_MAX,
  MESSAGE_MAX,
  NAME_MAX,
  PRODUCT_DESCRIPTION_MAX,
  PRODUCT_NAME_MAX,
} from "../../domain/limits";
import { cleanName } from "../../domain/names";
import { cleanText } from "../../domain/text";
import type { Tenants } from "./tenants";
import { sendRequest } from "./clients";

export interface StoredText {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly multiline: boolean;
  /** The name of a person or business, without invisible characters. */
  readonly isName?: boolean;
  /** Resolves with true if the text was accepted. */
  readonly write: (tenants: Tenants, text: string) => Promise<boolean>;
  readonly read: (tenants: Tenants) => Promise<string>;
}

/** Returns the text as this field stores it, or undefined if it is refused. */
export function storedIn(field: StoredText, text: string): string | undefined {
  return field.isName === true ? cleanName(text, field.max) : cleanText(text, field);
}

const PAGE = { paginationOpts: { numItems: 1, cursor: null } };

async function isAccepted(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    // Refused by the function or by its validators; anything else ends the proof.
    if (typeof error === "object" && error !== null && "data" in error) return false;
    throw error;
  }
}

const productPath = ({ trades }: Tenants) => `/api/products/${trades.B.productId}`;

/** Each field writes to a row of its own, so that all can be tested concurrently. */
export const STORED: readonly StoredText[] = [
  {
    ...{ name: "product name", min: 1, max: PRODUCT_NAME_MAX, multiline: false },
    write: ({ accounts, trades }, name) =>
      isAccepted(
        accounts.distributorA.http.mutation(api.products.edit, {
          productId: trades.A.productId,
          changes: { name },
        }),
      ),
    read: async ({ accounts, trades }) => {
      const { productId } = trades.A;
      return (await accounts.distributorA.http.query(api.products.one, { productId }))?.name ?? "";
    },
  },
  {
    ...{ name: "description over REST", min: 1, max: PRODUCT_DESCRIPTION_MAX, multiline: true },
    write: async (tenants, description) => {
      const { token } = tenants.accounts.distributorB;
      const path = productPath(tenants);
      const request = { path, body: { description } };
      return (
        (await sendRequest(tenants.market.url, `PUT ${path}`, request, { token })).status === 200
      );
    },
    read: async (tenants) => {
      const path = productPath(tenants);
      const { text } = await sendRequest(tenants.market.url, `GET ${path}`, { path });
      return (JSON.parse(text) as { description: string }).description;
    },
  },
  {
    ...{ name: "order message", min: 1, max: MESSAGE_MAX, multiline: true },
    write: ({ accounts, trades }, msg) =>
      isAccepted(
        accounts.retailerA.http.mutation(api.orders.updateMessage, {
          orderId: trades.A.orders.pending,
          msg,
        }),
      ),
    read: async ({ accounts, trades }) => {
      const orderId = trades.A.orders.pending;
      return (await accounts.distributorA.http.query(api.orders.one, { orderId }))?.msg ?? "";
    },
  },
  {
    ...{ name: "own name", min: 1, max: NAME_MAX, multiline: false, isName: true },
    write: ({ accounts }, name) =>
      isAccepted(
        accounts.retailerB.http.mutation(api.account.save, {
          ...{ name, phone: "+919876543210", address: "1 Road", business: "Shop" },
        }),
      ),
    read: async ({ accounts }) =>
      (await accounts.retailerB.http.query(api.users.me, {}))?.name ?? "",
  },
  {
    ...{ name: "own address", min: 1, max: ADDRESS_MAX, multiline: true },
    write: ({ accounts }, address) =>
      isAccepted(
        accounts.distributorB.http.mutation(api.account.save, {
          ...{ name: "Name", phone: "+919876543210", address, business: "Company" },
        }),
      ),
    read: async ({ accounts }) =>
      (await accounts.distributorB.http.query(api.users.me, {}))?.address ?? "",
  },
  {
    ...{ name: "chat message", min: 1, max: CHAT_MESSAGE_MAX, multiline: true },
    write: ({ accounts }, content) =>
      isAccepted(
        accounts.retailerA.http.mutation(api.chat.send, {
          to: accounts.distributorA.email,
          content,
          sendKey: crypto.randomUUID(),
        }),
      ),
    read: async ({ accounts, trades }) => {
      const { conversationId } = trades.A;
      const args = { ...PAGE, conversationId };
      const { page } = await accounts.distributorA.http.query(api.chat.messages, args);
      return page[0]?.content ?? "";
    },
  },
  {
    ...{ name: "complaint", min: 0, max: FEEDBACK_MAX, multiline: true },
    write: ({ accounts }, complaint) =>
      isAccepted(
        accounts.retailerA.http.mutation(api.feedback.submit, { complaint, review: "", rating: 1 }),
      ),
    read: async ({ accounts }) => {
      const { page } = await accounts.admin.http.query(api.feedback.list, PAGE);
      return page[0]?.complaint ?? "";
    },
  },
];
