/**
 * Sends mutated protocol messages over sockets and HTTP, as retailer B and without a token. The process must survive, no answer may
 * be 500 or above, and no canary of another tenant may be received.
 */
import { Agent, request } from "node:http";
import { WebSocket } from "ws";
import { api } from "../../convex/_generated/api";
import { type Market, instanceOf, inMarket } from "../../testkit/market";
import { logIn } from "../../testkit/clients";
import { type Attempt, type Form, type Proof, chance } from "../../embedded/testkit/proof";
import { none } from "../../embedded/testkit/findings";
import { Canaries } from "../wire/canaries";
import { type Tenants, joinTenants } from "../wire/tenants";
import {
  type KnownValues,
  type Random,
  randomFrame,
  pick,
  randomRequest,
  mutate,
  mutateBytes,
  mutateText,
} from "./fuzzMessages";

const MESSAGES = { short: 6_000, long: 100_000 } as const satisfies Record<Form, number>;
/** Share of socket frames among the messages; the rest is HTTP. */
const FRAMES_SHARE = 0.5;
const WORKERS = 8;
/** Maximum number of frames per socket, because an invalid frame usually closes it. */
const FRAMES_PER_SOCKET = 4;
/** Maximum number of mutations of one message. */
const MUTATIONS_MAX = 3;
const ANSWER_MS = 30_000;

class Fuzz {
  readonly failures = new Set<string>();
  readonly leaks = new Set<string>();
  readonly sent = { frames: 0, requests: 0, sockets: 0, refused: 0, receivedChars: 0 };

  readonly #market: Market;
  readonly #canaries: Canaries;
  readonly #known: KnownValues;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: WORKERS });

  constructor(market: Market, canaries: Canaries, known: KnownValues) {
    this.#market = market;
    this.#canaries = canaries;
    this.#known = known;
  }

  /** Checks a received text for canaries that retailer B may not read. */
  #check(text: string, from: string): void {
    this.sent.receivedChars += text.length;
    for (const leak of this.#canaries.leaksIn(text, "retailerB"))
      this.leaks.add(`${leak}: ${from}`);
  }

  async frames(random: Random, count: number): Promise<void> {
    let left = count;
    while (left > 0) {
      const socket = new WebSocket(`${this.#market.url.replace("http", "ws")}/api/1.48.0/sync`);
      socket.on("error", () => undefined);
      socket.on("message", (data: Buffer) => this.#check(data.toString("utf8"), "socket"));
      await new Promise((resolve) => {
        socket.once("open", resolve);
        socket.once("close", resolve);
      });
      this.sent.sockets += 1;
      left -= await this.#sendFrames(socket, random, left);
      socket.terminate();
    }
  }

  /** Sends some valid messages first, so that not every socket closes at once. Resolves with the number of mutated frames. */
  async #sendFrames(socket: WebSocket, random: Random, most: number): Promise<number> {
    const connectionCount = 0;
    const hello = { type: "Connect", sessionId: crypto.randomUUID(), connectionCount };
    if (random() < 0.8) socket.send(JSON.stringify({ ...hello, lastCloseReason: null }));
    const identity = { type: "Authenticate", baseVersion: 0, tokenType: "User" };
    if (random() < 0.5) socket.send(JSON.stringify({ ...identity, value: this.#known.token }));
    let sent = 0;
    const isClosed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    while (sent < Math.min(most, FRAMES_PER_SOCKET) && socket.readyState === WebSocket.OPEN) {
      let frame = randomFrame(random, this.#known, sent);
      const times = 1 + Math.floor(random() * MUTATIONS_MAX);
      for (let n = 0; n < times; n += 1) frame = mutate(random, frame);
      const text = Buffer.from(JSON.stringify(frame));
      socket.send(random() < 0.2 ? mutateBytes(random, text) : text, { binary: random() < 0.1 });
      sent += 1;
      this.sent.frames += 1;
      if (random() < 0.3) await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.race([isClosed, new Promise((resolve) => setTimeout(resolve, 5))]);
    if (socket.readyState !== WebSocket.OPEN) this.sent.refused += 1;
    return Math.max(sent, 1);
  }

  async requests(random: Random, count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) await this.#request(random);
  }

  #request(random: Random): Promise<void> {
    const { method, path: address, headers, body } = randomRequest(random, this.#known);
    const mutated = {
      method:
        random() < 0.1 ? pick(random, ["PUT", "PATCH", "DELETE", "HEAD", "PROPFIND"]) : method,
      path:
        random() < 0.4
          ? encodeURI(mutateText(random, address).replaceAll(/\p{Cs}/gu, ""))
          : address,
      headers: random() < 0.3 ? this.#mutatedHeaders(random, headers) : headers,
    };
    let bytes = Buffer.from(body);
    if (body !== "" && random() < 0.8)
      bytes = Buffer.from(JSON.stringify(mutate(random, JSON.parse(body) as never)));
    if (random() < 0.2) bytes = Buffer.from(mutateBytes(random, bytes));
    this.sent.requests += 1;
    return new Promise((resolve) => {
      const target = { host: "127.0.0.1", port: this.#market.ports.port, agent: this.#agent };
      const sending = request(
        {
          ...target,
          ...mutated,
          path: mutated.path.startsWith("/") ? mutated.path : `/${mutated.path}`,
          timeout: ANSWER_MS,
        },
        (answer) => {
          const { statusCode = 0 } = answer;
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("close", () => {
            const response = `${method} ${address}: ${Buffer.concat(chunks).toString("utf8")}`;
            this.#check(response.slice(response.indexOf(": ")), `${method} ${address}`);
            if (statusCode >= 500 && statusCode !== 503)
              this.failures.add(
                `${statusCode} ${mutated.method} ${mutated.path.slice(0, 200)} ${bytes.toString("utf8").slice(0, 200)}`,
              );
            if (statusCode >= 400) this.sent.refused += 1;
            resolve();
          });
        },
      );
      sending.on("error", () => resolve());
      sending.on("timeout", () => {
        this.failures.add(`no answer: ${mutated.method} ${mutated.path.slice(0, 200)}`);
        sending.destroy();
      });
      sending.end(method === "GET" ? undefined : bytes);
    });
  }

  #mutatedHeaders(
    random: Random,
    headers: Readonly<Record<string, string>>,
  ): Record<string, string> {
    const all = Object.entries({ ...headers, "Convex-Client": "npm-1.48.0", Accept: "*/*" });
    return Object.fromEntries(
      all.map(([name, value]) => {
        const text = random() < 0.5 ? mutateText(random, value) : value;
        // Node refuses to send other characters.
        return [name, text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 4_000)];
      }),
    );
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Returns retailer B's tokens and cursors, and ids of both tenants, because ids can be guessed. */
async function valuesKnownTo({ market, accounts, trades }: Tenants): Promise<KnownValues> {
  const { email, password } = accounts.retailerB;
  const { http, token, refreshToken } = await logIn(market, { email, password, role: "retailer" });
  const paginationOpts = { numItems: 1, cursor: null };
  const pages = await Promise.all([
    http.query(api.orders.outgoing, { paginationOpts, list: "pending" }),
    http.query(api.products.landing, { paginationOpts }),
    http.query(api.account.records, { paginationOpts, section: "orders" }),
  ]);
  const { A, B } = trades;
  return {
    ...{ token, refreshToken, email },
    cursors: pages.map(({ continueCursor }) => continueCursor),
    ids: [A, B].flatMap(({ orders, lineIds, invoiceId, conversationId, productId }) => [
      ...[...Object.values(orders), ...lineIds],
      ...[invoiceId, conversationId, productId],
    ]),
  };
}

async function run({ form, seed, say }: Attempt) {
  return inMarket(["--empty", "--log-format", "json"], async (market) => {
    const canaries = new Canaries();
    const tenants = await joinTenants(market, canaries);
    const { pid } = instanceOf(market);
    const fuzz = new Fuzz(market, canaries, await valuesKnownTo(tenants));
    const each = Math.ceil(MESSAGES[form] / WORKERS);
    const frames = Math.ceil(each * FRAMES_SHARE);
    await Promise.all(
      Array.from({ length: WORKERS }, async (_, worker) => {
        await fuzz.frames(chance(seed * WORKERS + worker), frames);
        say(`worker ${worker}: frames sent`);
        await fuzz.requests(chance(seed * WORKERS + worker + 1_000_000), each - frames);
      }),
    );
    fuzz.close();
    const { frames: framesSent, requests, sockets, refused, receivedChars } = fuzz.sent;
    const isSame = instanceOf(market).pid === pid && (await market.isReady());
    return [
      {
        what: "mutated messages: frames, requests; sockets, refused, characters received",
        figure: `${framesSent}, ${requests}; ${sockets}, ${refused}, ${receivedChars}`,
        target: `at least ${MESSAGES[form]}`,
        holds: framesSent + requests >= MESSAGES[form] && refused > 0 && receivedChars > 0,
      },
      none("answers of 500 and above, or none", fuzz.failures),
      none("canaries of another tenant received", fuzz.leaks),
      none("ends of the process", new Set(isSame ? [] : ["it was replaced"])),
    ];
  });
}

export const fuzz: Proof = {
  name: "fuzz",
  title:
    "[I-50] [I-24] mutated protocol messages neither end the process, nor make it fail, nor return another tenant's data",
  run,
};
