/** The baseline's driver: one keep-alive connection per user for requests, Socket.IO for events. */
import { type Socket, io } from "socket.io-client";
import type { Buyer, Driver, Dashboard, Lists, Reader, OrderList, ChatClient } from "../driver";
import type { Deployment } from "../deployment";
import { HttpConnection, placedBy } from "../httpConnection";
import { many, pick } from "../workload";

interface Tiles {
  readonly statuses: readonly { readonly count: string }[];
}

/** Sockets that are opened in parallel. */
const AT_ONCE = 50;

export function baselineDriver({ url, retailers, distributor, admin }: Deployment): Driver {
  const connections: HttpConnection[] = [];
  const sockets: Socket[] = [];
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
      place: (productId, quantity, msg) =>
        placedBy(own, "/orders", {
          orderKey: crypto.randomUUID(),
          productId,
          quantity,
          msg,
        }),
    });
  };

  return {
    buyer,
    restBuyer: buyer,

    async orderList(): Promise<OrderList> {
      const orderList: OrderList = { onOrder: () => undefined };
      const socket = await listen();
      await connect().ask("GET", "/orders/incoming");
      socket.on("order", ({ msg }: { msg: string }) => orderList.onOrder(msg));
      return orderList;
    },

    async lists(count): Promise<Lists> {
      const heard: Socket[] = [];
      const openOne = async (n: number) => {
        const { token } = pick(retailers, n);
        const socket = await listen(token);
        await socket.emitWithAck("watch products");
        heard.push(socket);
        const asked = connect(token);
        const { status } = await asked.ask("GET", "/products");
        asked.close();
        if (status !== 200) throw new Error(`A list was answered with ${status}.`);
      };
      for (let from = 0; from < count; from += AT_ONCE)
        await many(Math.min(AT_ONCE, count - from), (n) => openOne(from + n));
      return {
        async allShow(wanted) {
          const shown = heard.map(
            (socket) =>
              new Promise<void>((resolve) => {
                const hear = ({ stock }: { stock: number }) => {
                  if (stock !== wanted) return;
                  socket.off("stock", hear);
                  resolve();
                };
                socket.on("stock", hear);
              }),
          );
          await Promise.all(shown);
        },
      };
    },

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
      const own = connect(retailers[n % retailers.length]?.token);
      const count = async (path: string) => {
        const { status, body } = await own.ask("GET", path);
        if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
        return (body as unknown[]).length;
      };
      return Promise.resolve({
        newest: () => count("/products"),
        newestOfItsOwn: () => count("/products"),
        search: (text) => count(`/products?search=${encodeURIComponent(text)}`),
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
      return Promise.resolve();
    },
  };
}
