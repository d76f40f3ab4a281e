/** Our driver: Convex's own client with one socket per user; every list is a live query. */
import type { ConvexClient } from "convex/browser";
import { ConvexError } from "convex/values";
import { api } from "../../convex/_generated/api";
import { openClient } from "../../testkit/traders";
import { DAY_MS, todayIst } from "../../domain/dates";
import { type LeanClient, openClients } from "../../embedded/testkit/leanClient";
import type { Buyer, Driver, Dashboard, Lists, Reader, OrderList, ChatClient } from "../driver";
import type { Deployment } from "../deployment";
import { HttpConnection, placedBy } from "../httpConnection";
import { watchList } from "./liveList";

const PAGE = { numItems: 24, cursor: null };

interface ListPage {
  readonly page: readonly unknown[];
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

/** Resolves when the client has the list; rejects when it was refused. */
function firstPage(client: LeanClient): Promise<void> {
  return new Promise((resolve, reject) => {
    client.onValue = (_queryId, value) => {
      const rows = (value as { page?: unknown[] } | undefined)?.page?.length;
      if (rows === PAGE.numItems) resolve();
      else reject(new Error(`A list came with ${rows ?? "no"} rows.`));
    };
  });
}

/** Searches the text of messages: parsing a thousand lists would dominate the measurement. */
function hears({ socket }: LeanClient, text: string): Promise<void> {
  return new Promise((resolve) => {
    const hear = (data: Buffer) => {
      if (!data.includes(text)) return;
      socket.off("message", hear);
      resolve();
    };
    socket.on("message", hear);
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

  const openLists = async (count: number, stockOf?: (n: number) => { productIds: string[] }) => {
    const lean = await openClients(url, count);
    leanClients.push(...lean);
    const opened = lean.map((client, n) => {
      const there = firstPage(client);
      client.authenticate(retailers[n % retailers.length]?.token ?? "");
      // Convex's own client sets this number too; it makes every list a query of its own.
      const args = { sort: "latest", paginationOpts: { ...PAGE, id: n } };
      const list = { queryId: 0, path: "products:all", args };
      const stock = { queryId: 1, path: "products:stockLevels", args: stockOf?.(n) ?? {} };
      client.watch(stockOf === undefined ? [list] : [list, stock]);
      return there;
    });
    await Promise.all(opened);
    return lean;
  };

  return {
    async buyer(n): Promise<Buyer> {
      const client = open(retailers[n]?.token);
      await watched((heard) => client.onUpdate(api.users.me, {}, heard));
      return {
        async place(productId, quantity, msg) {
          const orderKey = crypto.randomUUID();
          const lines = [{ productId, quantity }];
          try {
            await client.mutation(api.orders.place, { orderKey, msg, lines });
            return true;
          } catch (error) {
            const data: unknown = error instanceof ConvexError ? error.data : undefined;
            if ((data as { code?: string } | undefined)?.code === "INSUFFICIENT_STOCK")
              return false;
            throw error;
          }
        },
      };
    },

    restBuyer(n): Promise<Buyer> {
      const own = new HttpConnection(url, retailers[n]?.token ?? "");
      connections.push(own);
      return Promise.resolve({
        place: (productId, quantity, msg) => {
          const key = { "idempotency-key": crypto.randomUUID() };
          return placedBy(own, "/api/orders/place", { productId, quantity, msg }, key);
        },
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

    async lists(count): Promise<Lists> {
      const newest = { sort: "latest", paginationOpts: PAGE } as const;
      const { page } = await open(retailers[0]?.token).query(api.products.all, newest);
      const productIds: string[] = page.map(({ _id }) => _id);
      // Lists come without stock, which a page asks for beside; an unknown id makes that query its own, too.
      const lean = await openLists(count, (n) => ({ productIds: [...productIds, `list ${n}`] }));
      for (const { socket } of lean) socket.removeAllListeners("message");
      return {
        async allShow(stock) {
          await Promise.all(lean.map((client) => hears(client, `"stock":${stock}`)));
        },
      };
    },

    async plainLists(count) {
      await openLists(count);
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
        // Convex's client numbers the lists of a browser, and each browser's first list has the same number.
        newest: () => newest(1),
        newestOfItsOwn: () => {
          asked += 1;
          return newest(n * 1_000_000 + asked + 1);
        },
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
