/**
 * The baseline server: Express, PostgreSQL and Socket.IO in one process. Every command is one transaction; its delta is emitted
 * to rooms after the commit. `server.ts PORT SOCKET_FOLDER USER lean|full`, run by Node itself.
 */
import { createServer } from "node:http";
import path from "node:path";
import express, { type NextFunction, type Request, type Response } from "express";
import { Server } from "socket.io";
import { z } from "zod";
import { type Caller, Refused, pool, sql } from "./database.ts";
import { fullForm } from "./full/form.ts";
import { leanForm } from "./lean/form.ts";

const [port = "", , , name] = process.argv.slice(2);
const form = name === "full" ? fullForm : leanForm;

const SAY = sql(
  "say",
  `INSERT INTO messages (retailer_id, distributor_id, sender_id, content)
   SELECT retailer_id, distributor_id, $3, $4 FROM connections
   WHERE retailer_id = $1 AND distributor_id = $2 AND status = 'accepted' RETURNING *`,
);
const EDIT = sql(
  "edit",
  "UPDATE products SET price_paise = $3 WHERE id = $1 AND distributor_id = $2 AND archived_at IS NULL",
);
const NEW_PRICE = z.strictObject({ pricePaise: z.int().min(1).max(9_999_999_999) });

function tokenOf(request: Request): string {
  return /^Bearer (.+)$/.exec(request.get("authorization") ?? "")?.[1] ?? "";
}

/** Rooms of the clients that show products, and of those that show the admin's tiles. */
const CATALOGUE = "catalogue";
const DASHBOARD = "dashboard";
/** Counting is expensive, and tiles may be a second old. */
const TILES_EVERY_MS = 1_000;
let isCounting = false;

/** Called after every change of the counts; emits at most once a second, and only while the room has members. */
function tellTiles(): void {
  if (isCounting || !io.sockets.adapter.rooms.has(DASHBOARD)) return;
  isCounting = true;
  setTimeout(() => {
    isCounting = false;
    form.tiles().then((tiles) => io.to(DASHBOARD).emit("tiles", tiles), console.error);
  }, TILES_EVERY_MS);
}

const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.use(express.json({ limit: "100kb" }));

app.get("/health", (_request, response) => void response.json({ status: "ok" }));
app.post("/orders", async (request, response) => {
  const { orderId, news } = await form.place(tokenOf(request), request.body);
  if (news !== undefined) {
    io.to(`user ${news.distributorId}`).emit("order", news.order);
    for (const stock of news.stock) io.to(CATALOGUE).emit("stock", stock);
    tellTiles();
  }
  response.status(201).json({ orderId });
});
app.get("/orders/incoming", async (request, response) => {
  const { id } = await form.caller(tokenOf(request));
  response.json(await form.incoming(id));
});
app.get("/products", async (request, response) => {
  await form.caller(tokenOf(request));
  const { search } = request.query;
  const isFresh = request.get("cache-control") === "no-cache";
  const { body, tag } = await form.list(typeof search === "string" ? search : "", isFresh);
  if (tag !== undefined) {
    response.set({ etag: tag, "cache-control": "private, no-cache" });
    if (request.get("if-none-match") === tag) return void response.status(304).end();
  }
  response.type("json").send(body);
});
app.patch("/products/:id", async (request, response) => {
  const { id, role } = await form.caller(tokenOf(request));
  const change = NEW_PRICE.safeParse(request.body);
  if (role !== "distributor") throw new Refused(403, { code: "FORBIDDEN" });
  if (!change.success) throw new Refused(400, { code: "BAD_REQUEST" });
  const product = { id: request.params.id, pricePaise: change.data.pricePaise };
  const { rowCount } = await pool.query(EDIT([product.id, id, product.pricePaise]));
  if (rowCount === 0) throw new Refused(404, { code: "NOT_FOUND" });
  io.to(CATALOGUE).emit("product", product);
  response.json(product);
});
// Last: it looks for a file.
app.use(express.static(path.resolve(import.meta.dirname, "../../dist")));
app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
  if (error instanceof Refused) return void response.status(error.status).json(error.body);
  console.error(error);
  response.status(500).json({ code: "INTERNAL" });
});

const server = createServer(app);
const io = new Server(server, { transports: ["websocket"], serveClient: false });
io.use((socket, next) => {
  const { token } = socket.handshake.auth as { token?: string };
  form.caller(token ?? "").then(
    (caller) => {
      socket.data = caller;
      next();
    },
    (error: unknown) => next(error as Error),
  );
});
io.on("connection", (socket) => {
  const caller = socket.data as Caller;
  void socket.join(`user ${caller.id}`);
  socket.on("watch products", async (done: () => void) => {
    await socket.join(CATALOGUE);
    done();
  });
  socket.on("watch tiles", async (done: (tiles: object) => void) => {
    if (caller.role !== "admin") return;
    await socket.join(DASHBOARD);
    done(await form.tiles());
  });
  socket.on(
    "say",
    async ({ to, content }: { to: string; content: string }, done: (answer: object) => void) => {
      const pair = caller.role === "retailer" ? [caller.id, to] : [to, caller.id];
      const text = content.trim().slice(0, 4_000);
      const { rows } = await pool.query(SAY([...pair, caller.id, text]));
      if (rows.length > 0) io.to([`user ${to}`, `user ${caller.id}`]).emit("message", rows[0]);
      done({ ok: rows.length > 0 });
    },
  );
});
form.start();
server.listen(Number(port), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
