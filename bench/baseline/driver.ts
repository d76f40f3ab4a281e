/** The baseline's driver: keep-alive connections for requests, Socket.IO for events. */
import { type Socket, io } from "socket.io-client";
import { WebSocket } from "ws";
import {
  type Buyer,
  type ChatClient,
  type Dashboard,
  type Driver,
  type OrderList,
  type Outcome,
  type Reader,
  type Screens,
  textIn,
} from "../driver";
import type { Deployment } from "../deployment";
import { HttpConnection } from "../httpConnection";
import { many, pick } from "../workload";

interface Tiles {
  readonly statuses: readonly { readonly count: string }[];
}

/** Sockets that are opened in parallel. */
const AT_ONCE = 50;

/** Opens a socket that speaks as much of Socket.IO as is needed to be told of events, and reads nothing of them. */
async function textSocket(url: string, token: string, watched?: string): Promise<WebSocket> {
  const address = `${url.replace(/^http/, "ws")}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.on("message", (data: Buffer) => {
      const start = data.subarray(0, 2).toString();
      if (start === "2") socket.send("3");
      else if (start.startsWith("0")) socket.send(`40${JSON.stringify({ token })}`);
      else if (start === "40" && watched === undefined) resolve();
      else if (start === "40") socket.send(`420["${watched}"]`);
      else if (start === "43") resolve();
    });
  });
  return socket;
}

export function baselineDriver({ url, retailers, distributor, admin }: Deployment): Driver {
  const connections: HttpConnection[] = [];
  const sockets: Socket[] = [];
  const textSockets: WebSocket[] = [];
  const connect = (token = distributor.token) => {
    const opened = new HttpConnection(url, token);
    connections.push(opened);
    return opened;
  };
  const listen = async (token = distributor.token) => {
    const socket = io(url, { transports: ["websocket"], auth: { token }, forceNew: true });
    sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", () => resolve());
      socket.once("connect_error", reject);
    });
    return socket;
  };

  const buyer = (n: number): Promise<Buyer> => {
    const own = connect(retailers[n]?.token);
    return Promise.resolve({
      async place({ orderKey = crypto.randomUUID(), ...order }): Promise<Outcome> {
        const { status, body } = await own.ask("POST", "/orders", { ...order, orderKey });
        if (status === 201) return null;
        if (status < 500) return body as { code: string };
        throw new Error(`${status} ${JSON.stringify(body)}`);
      },
    });
  };

  /** Opens clients, each of which first reads its page; what it is told afterwards are changes, so that no page grows. */
  const screens = async (
    count: number,
    tokenOf: (n: number) => string,
    { path, watched }: { path: string; watched?: string },
  ): Promise<Screens> => {
    const opened: WebSocket[] = [];
    const openOne = async (n: number) => {
      opened.push(await textSocket(url, tokenOf(n), watched));
      const own = connect(tokenOf(n));
      const { status } = await own.ask("GET", path);
      own.close();
      if (status !== 200) throw new Error(`A page was answered with ${status}.`);
    };
    for (let from = 0; from < count; from += AT_ONCE)
      await many(Math.min(AT_ONCE, count - from), (n) => openOne(from + n));
    textSockets.push(...opened);
    return { shows: (text) => textIn(opened, text), renew: () => Promise.resolve() };
  };

  return {
    buyer,
    restBuyer: buyer,
    seller() {
      const own = connect();
      return Promise.resolve({
        setPrice: async (productId, pricePaise) => {
          const { status } = await own.ask("PATCH", `/products/${productId}`, { pricePaise });
          if (status !== 200) throw new Error(`A price was answered with ${status}.`);
        },
      });
    },

    async orderList(): Promise<OrderList> {
      const orderList: OrderList = { onOrder: () => undefined };
      const socket = await listen();
      await connect().ask("GET", "/orders/incoming");
      socket.on("order", ({ msg }: { msg: string }) => orderList.onOrder(msg));
      return orderList;
    },
    orderLists: (count) => screens(count, () => distributor.token, { path: "/orders/incoming" }),
    catalogues: (count) =>
      screens(count, (n) => pick(retailers, n).token, {
        path: "/products",
        watched: "watch products",
      }),
    plainLists: () => Promise.reject(new Error("The baseline's lists all show stock.")),

    async dashboard(): Promise<Dashboard> {
      const socket = await listen(admin.token);
      let orders = 0;
      const hear = ({ statuses }: Tiles) => {
        orders = statuses.reduce((sum, { count }) => sum + Number(count), 0);
      };
      socket.on("tiles", hear);
      hear((await socket.emitWithAck("watch tiles")) as Tiles);
      return { orders: () => orders, close: () => void socket.disconnect() };
    },

    reader(n): Promise<Reader> {
      const own = connect(pick(retailers, n).token);
      // What a browser's HTTP cache holds.
      const cached = new Map<string, { tag: string; rows: object[] }>();
      const read = async (path: string, isFresh = false) => {
        const before = cached.get(path);
        const headers = isFresh
          ? { "cache-control": "no-cache" }
          : before && { "if-none-match": before.tag };
        const { status, body, tag } = await own.ask("GET", path, undefined, headers);
        if (status === 304 && before !== undefined) return before.rows;
        if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
        const rows = body as object[];
        if (tag !== undefined && !isFresh) cached.set(path, { tag, rows });
        return rows;
      };
      const pathOf = (text: string) => `/products?search=${encodeURIComponent(text)}`;
      return Promise.resolve({
        newest: async () => (await read("/products")).length,
        newestOfItsOwn: async () => (await read("/products", true)).length,
        search: async (text) => (await read(pathOf(text))).length,
        cards: () => read("/products"),
      });
    },

    async chatClient(role): Promise<ChatClient> {
      const own = role === "retailer" ? retailers[0] : distributor;
      const other = role === "retailer" ? distributor : retailers[0];
      const socket = await listen(own?.token);
      const chatClient: ChatClient = {
        send: (content) => void socket.emit("say", { to: other?.id, content }, () => undefined),
        onMessage: () => undefined,
      };
      socket.on("message", ({ content }: { content: string }) => chatClient.onMessage(content));
      return chatClient;
    },

    close() {
      for (const each of connections) each.close();
      for (const socket of sockets) socket.disconnect();
      for (const socket of textSockets) socket.terminate();
      return Promise.resolve();
    },
  };
}
