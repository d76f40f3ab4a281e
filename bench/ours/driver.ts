/** Our driver: Convex's own client with one socket per user; every list is a live query. */
import type { ConvexClient } from "convex/browser";
import { ConvexError } from "convex/values";
import { api } from "../../convex/_generated/api";
import { openClient } from "../../testkit/traders";
import { DAY_MS, todayIst } from "../../domain/dates";
import { type LeanClient, openClients } from "../../embedded/testkit/leanClient";
import {
  type Buyer,
  type ChatClient,
  type Dashboard,
  type Driver,
  type NewOrder,
  type OrderList,
  type Outcome,
  type Reader,
  type Screens,
  textIn,
} from "../driver";
import type { Deployment } from "../deployment";
import { HttpConnection } from "../httpConnection";
import { watchList } from "./liveList";

const PAGE = { numItems: 24, cursor: null };

interface ListPage {
  readonly page: readonly object[];
  readonly isDone: boolean;
  readonly continueCursor: string;
}

/** Calls back once for each new element, except those of the first result. */
class News {
  #known: Set<string> | null = null;

  of(ids: readonly string[]): string[] {
    const known = this.#known;
    this.#known = new Set(ids);
    return known === null ? [] : ids.filter((id) => !known.has(id));
  }
}

/** Resolves with the first result; `hear` receives every result. */
function watched(begin: (hear: () => void) => void): Promise<void> {
  return new Promise((resolve) => begin(() => resolve()));
}

type Watched = { readonly queryId: number; readonly path: string; readonly args: object };

/** Resolves when the client has the page of its first query; rejects when it was refused. */
function firstPage(client: LeanClient): Promise<void> {
  return new Promise((resolve, reject) => {
    client.onValue = (queryId, value) => {
      if (queryId !== 0) return;
      const rows = (value as { page?: unknown[] } | undefined)?.page?.length;
      if (rows === PAGE.numItems) resolve();
      else reject(new Error(`A list came with ${rows ?? "no"} rows.`));
    };
  });
}

export function ourDriver({ url, retailers, distributor, admin }: Deployment): Driver {
  const clients: ConvexClient[] = [];
  const leanClients: LeanClient[] = [];
  const connections: HttpConnection[] = [];
  const open = (token = distributor.token) => {
    const client = openClient(url, token);
    clients.push(client);
    return client;
  };

  /** Opens clients of which each watches these queries, and reads no more of them than their first page. */
  const screens = async (
    count: number,
    tokenOf: (n: number) => string,
    queriesOf: (n: number) => readonly Watched[],
  ): Promise<Screens> => {
    const lean = await openClients(url, count);
    leanClients.push(...lean);
    await Promise.all(
      lean.map((client, n) => {
        const there = firstPage(client);
        client.authenticate(tokenOf(n));
        client.watch(queriesOf(n));
        return there;
      }),
    );
    const sockets = lean.map(({ socket }) => socket);
    for (const socket of sockets) socket.removeAllListeners("message");
    return {
      shows: (text) => textIn(sockets, text),
      async renew() {
        const renewed = textIn(sockets, `"type":"Transition"`);
        for (const [n, client] of lean.entries()) client.watch(queriesOf(n));
        await renewed;
      },
    };
  };
  const retailerToken = (n: number) => retailers[n % retailers.length]?.token ?? "";
  const listOf = (id: number): Watched => {
    // Convex's own client numbers the lists of a browser.
    const args = { sort: "latest", paginationOpts: { ...PAGE, id } };
    return { queryId: 0, path: "products:all", args };
  };

  return {
    async buyer(n): Promise<Buyer> {
      const client = open(retailers[n]?.token);
      await watched((heard) => client.onUpdate(api.users.me, {}, heard));
      return {
        async place({ orderKey = crypto.randomUUID(), lines, ...order }: NewOrder) {
          try {
            await client.mutation(api.orders.place, { ...order, orderKey, lines: [...lines] });
            return null;
          } catch (error) {
            const refusal: unknown = error instanceof ConvexError ? error.data : undefined;
            if (refusal === undefined) throw error;
            return refusal as { code: string };
          }
        },
      };
    },

    restBuyer(n): Promise<Buyer> {
      const own = new HttpConnection(url, retailers[n]?.token ?? "");
      connections.push(own);
      return Promise.resolve({
        async place({ orderKey = crypto.randomUUID(), lines: [line], msg }): Promise<Outcome> {
          const key = { "idempotency-key": orderKey };
          const sent = { ...line, msg };
          const { status, body } = await own.ask("POST", "/api/orders/place", sent, key);
          if (status === 201) return null;
          if (status < 500) return body as { code: string };
          throw new Error(`${status} ${JSON.stringify(body)}`);
        },
      });
    },

    seller() {
      const client = open();
      return Promise.resolve({
        setPrice: (productId, pricePaise) =>
          client.mutation(api.products.edit, { productId, changes: { pricePaise } }),
      });
    },

    async orderList(): Promise<OrderList> {
      const orderList: OrderList = { onOrder: () => undefined };
      const news = new News();
      const client = open();
      await watched((heard) => {
        watchList<{ _id: string; msg?: string }>(
          PAGE.numItems,
          (paginationOpts, hear) => {
            const asked = { list: "pending", sort: "latest", paginationOpts } as const;
            return client.onUpdate(api.orders.incoming, asked, hear);
          },
          (rows) => {
            const fresh = new Set(news.of(rows.map(({ _id }) => _id)));
            for (const { _id, msg } of rows) if (fresh.has(_id)) orderList.onOrder(msg ?? "");
            heard();
          },
        );
      });
      return orderList;
    },

    orderLists: (count) =>
      screens(
        count,
        () => distributor.token,
        () => {
          const args = { list: "pending", sort: "latest", paginationOpts: { ...PAGE, id: 1 } };
          return [{ queryId: 0, path: "orders:incoming", args }];
        },
      ),
    /** Lists come without stock, which a page asks for beside. */
    async catalogues(count) {
      const newest = { sort: "latest", paginationOpts: PAGE } as const;
      const { page } = await open(retailers[0]?.token).query(api.products.all, newest);
      const args = { productIds: page.map(({ _id }) => _id) };
      const stock = { queryId: 1, path: "products:stockLevels", args };
      return screens(count, retailerToken, () => [listOf(1), stock]);
    },
    async plainLists(count) {
      await screens(count, retailerToken, (n) => [listOf(n)]);
    },

    /** The dashboard's queries: tiles, charts and top lists. */
    async dashboard(): Promise<Dashboard> {
      const client = open(admin.token);
      const today = todayIst(Date.now());
      let orders = 0;
      await Promise.all([
        watched((heard) =>
          client.onUpdate(api.admin.counts, {}, (counts) => {
            orders = Object.values(counts.orders).reduce((sum, count) => sum + count, 0);
            heard();
          }),
        ),
        watched((heard) => client.onUpdate(api.admin.tops, {}, heard)),
        watched((heard) =>
          client.onUpdate(
            api.admin.days,
            { from: todayIst(Date.now() - 29 * DAY_MS), to: today },
            heard,
          ),
        ),
      ]);
      return { orders: () => orders, close: () => void client.close() };
    },

    // By HTTP, one connection each: a socket's client would answer a repeated query itself.
    reader(n): Promise<Reader> {
      const own = new HttpConnection(url, retailers[n % retailers.length]?.token ?? "");
      connections.push(own);
      const ask = async (args: object): Promise<ListPage> => {
        const sent = { path: "products:all", args, format: "json" };
        const { status, body } = await own.ask("POST", "/api/query", sent);
        const { value } = body as { value?: ListPage };
        if (value === undefined) throw new Error(`${status} ${JSON.stringify(body)}`);
        return value;
      };
      let asked = 0;
      const newest = async (id: number) => {
        return (await ask({ sort: "latest", paginationOpts: { ...PAGE, id } })).page.length;
      };
      return Promise.resolve({
        // Each browser's first list has the same number.
        newest: () => newest(1),
        newestOfItsOwn: () => {
          asked += 1;
          return newest(n * 1_000_000 + asked + 1);
        },
        cards: async () => (await ask({ sort: "latest", paginationOpts: PAGE })).page,
        async search(text) {
          let found = 0;
          for (let cursor: string | null = null; ;) {
            const paginationOpts = { ...PAGE, cursor };
            const answer: ListPage = await ask({ search: text, sort: "latest", paginationOpts });
            found += answer.page.length;
            if (found >= PAGE.numItems || answer.isDone) return Math.min(found, PAGE.numItems);
            cursor = answer.continueCursor;
          }
        },
      });
    },

    async chatClient(role): Promise<ChatClient> {
      const own = role === "retailer" ? retailers[0] : distributor;
      const other = role === "retailer" ? distributor : retailers[0];
      const client = open(own?.token);
      const to = other?.email ?? "";
      const chatClient: ChatClient = {
        send: (content) => {
          const sent = { to, content, sendKey: crypto.randomUUID() };
          void client.mutation(api.chat.send, sent);
        },
        onMessage: () => undefined,
      };
      const between = await client.query(api.chat.conversation, { with: to });
      const conversationId = between?.conversationId;
      if (conversationId === undefined) throw new Error("The two have not spoken yet.");
      const news = new News();
      await watched((heard) => {
        watchList<{ _id: string; content: string }>(
          PAGE.numItems,
          (paginationOpts, hear) =>
            client.onUpdate(api.chat.messages, { conversationId, paginationOpts }, hear),
          (rows) => {
            const fresh = new Set(news.of(rows.map(({ _id }) => _id)));
            for (const { _id, content } of rows) if (fresh.has(_id)) chatClient.onMessage(content);
            heard();
          },
        );
      });
      return chatClient;
    },

    async close() {
      for (const client of leanClients) client.close();
      for (const connection of connections) connection.close();
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}
