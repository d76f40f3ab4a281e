/**
 * Sends mutated protocol messages over sockets and HTTP, as retailer B and without a token. The process must survive, no answer may
 * be 500 or above, and no canary of another tenant may be received.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { Agent, request } from "node:http";
import { WebSocket } from "ws";
import { api } from "../../convex/_generated/api";
import { type Market, startMarket } from "../../testkit/market";
import { logIn } from "../../testkit/clients";
import { type Attempt, type Form, type Proof, chance } from "../../embedded/testkit/proof";
import { noneOf } from "../findings";
import { Canaries } from "../wire/canaries";
import { type Tenants, joinTenants } from "../wire/tenants";
import {
  type Known,
  type Random,
  frameOf,
  pick,
  requestOf,
  spoil,
  spoilBytes,
  spoilText,
} from "./fuzzMessages";
import { portOf } from "./rawHttp";

const MESSAGES = { short: 6_000, long: 100_000 } as const satisfies Record<Form, number>;
/** Share of socket frames among the messages; the rest is HTTP. */
const FRAMES_SHARE = 0.5;
const LANES = 8;
/** Maximum number of frames per socket, because an invalid frame usually closes it. */
const FRAMES_OF_SOCKET = 4;
/** Maximum number of mutations of one message. */
const MOST_SPOILT = 3;
const ANSWER_MS = 5_000;

class Fuzz {
  readonly failures = new Set<string>();
  readonly leaks = new Set<string>();
  readonly sent = { frames: 0, requests: 0, sockets: 0, refused: 0, heardBytes: 0 };

  readonly #market: Market;
  readonly #canaries: Canaries;
  readonly #known: Known;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: LANES });

  constructor(market: Market, canaries: Canaries, known: Known) {
    this.#market = market;
    this.#canaries = canaries;
    this.#known = known;
  }

  /** Checks a received text for canaries that retailer B may not read. */
  #hear(text: string, from: string): void {
    this.sent.heardBytes += text.length;
    for (const leak of this.#canaries.leaksIn(text, "retailerB"))
      this.leaks.add(`${leak}: ${from}`);
  }

  async frames(random: Random, count: number): Promise<void> {
    let left = count;
    while (left > 0) {
      const socket = new WebSocket(`${this.#market.url.replace("http", "ws")}/api/1.48.0/sync`);
      socket.on("error", () => undefined);
      socket.on("message", (data: Buffer) => this.#hear(data.toString("utf8"), "socket"));
      await new Promise((resolve) => {
        socket.once("open", resolve);
        socket.once("close", resolve);
      });
      this.sent.sockets += 1;
      left -= await this.#converse(socket, random, left);
      socket.terminate();
    }
  }

  /** Sends some valid messages first, so that not every socket closes at once. Resolves with the number of mutated frames. */
  async #converse(socket: WebSocket, random: Random, most: number): Promise<number> {
    const connectionCount = 0;
    const hello = { type: "Connect", sessionId: crypto.randomUUID(), connectionCount };
    if (random() < 0.8) socket.send(JSON.stringify({ ...hello, lastCloseReason: null }));
    const identity = { type: "Authenticate", baseVersion: 0, tokenType: "User" };
    if (random() < 0.5) socket.send(JSON.stringify({ ...identity, value: this.#known.token }));
    let said = 0;
    const isClosed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    while (said < Math.min(most, FRAMES_OF_SOCKET) && socket.readyState === WebSocket.OPEN) {
      let frame = frameOf(random, this.#known, said);
      const times = 1 + Math.floor(random() * MOST_SPOILT);
      for (let n = 0; n < times; n += 1) frame = spoil(random, frame);
      const text = Buffer.from(JSON.stringify(frame));
      socket.send(random() < 0.2 ? spoilBytes(random, text) : text, { binary: random() < 0.1 });
      said += 1;
      this.sent.frames += 1;
      if (random() < 0.3) await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.race([isClosed, new Promise((resolve) => setTimeout(resolve, 5))]);
    if (socket.readyState !== WebSocket.OPEN) this.sent.refused += 1;
    return Math.max(said, 1);
  }

  async requests(random: Random, count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) await this.#request(random);
  }

  #request(random: Random): Promise<void> {
    const { method, path: address, headers, body } = requestOf(random, this.#known);
    const spoilt = {
      method:
        random() < 0.1 ? pick(random, ["PUT", "PATCH", "DELETE", "HEAD", "PROPFIND"]) : method,
      path:
        random() < 0.4 ? encodeURI(spoilText(random, address).replaceAll(/\p{Cs}/gu, "")) : address,
      headers: random() < 0.3 ? this.#spoiltHeaders(random, headers) : headers,
    };
    let bytes = Buffer.from(body);
    if (body !== "" && random() < 0.8)
      bytes = Buffer.from(JSON.stringify(spoil(random, JSON.parse(body) as never)));
    if (random() < 0.2) bytes = Buffer.from(spoilBytes(random, bytes));
    this.sent.requests += 1;
    return new Promise((resolve) => {
      const target = { host: "127.0.0.1", port: portOf(this.#market.url), agent: this.#agent };
      const sending = request(
        {
          ...target,
          ...spoilt,
          path: spoilt.path.startsWith("/") ? spoilt.path : `/${spoilt.path}`,
          timeout: ANSWER_MS,
        },
        (answer) => {
          const { statusCode = 0 } = answer;
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("close", () => {
            const told = `${method} ${address}: ${Buffer.concat(chunks).toString("utf8")}`;
            this.#hear(told.slice(told.indexOf(": ")), `${method} ${address}`);
            if (statusCode >= 500 && statusCode !== 503)
              this.failures.add(
                `${statusCode} ${spoilt.method} ${spoilt.path.slice(0, 200)} ${bytes.toString("utf8").slice(0, 200)}`,
              );
            if (statusCode >= 400) this.sent.refused += 1;
            resolve();
          });
        },
      );
      sending.on("error", () => resolve());
      sending.on("timeout", () => {
        this.failures.add(`no answer: ${spoilt.method} ${spoilt.path.slice(0, 200)}`);
        sending.destroy();
      });
      sending.end(method === "GET" ? undefined : bytes);
    });
  }

  #spoiltHeaders(
    random: Random,
    headers: Readonly<Record<string, string>>,
  ): Record<string, string> {
    const all = Object.entries({ ...headers, "Convex-Client": "npm-1.48.0", Accept: "*/*" });
    return Object.fromEntries(
      all.map(([name, value]) => {
        const text = random() < 0.5 ? spoilText(random, value) : value;
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
async function knownTo({ market, accounts, trades }: Tenants): Promise<Known> {
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
    ids: [A, B].flatMap(({ orders, invoiceId, conversationId, productId }) => [
      ...Object.values(orders),
      ...[invoiceId, conversationId, productId],
    ]),
  };
}

function instanceOf({ dataDir }: Market): string {
  return readFileSync(path.join(dataDir, "instance.json"), "utf8");
}

async function run({ form, seed, say }: Attempt) {
  const market = await startMarket(["--empty", "--log-format", "json"]);
  try {
    const canaries = new Canaries();
    const tenants = await joinTenants(market, canaries);
    const before = instanceOf(market);
    const fuzz = new Fuzz(market, canaries, await knownTo(tenants));
    const each = Math.ceil(MESSAGES[form] / LANES);
    const frames = Math.ceil(each * FRAMES_SHARE);
    await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        await fuzz.frames(chance(seed * LANES + lane), frames);
        say(`lane ${lane}: frames sent`);
        await fuzz.requests(chance(seed * LANES + lane + 1_000_000), each - frames);
      }),
    );
    fuzz.close();
    const { frames: framesSent, requests, sockets, refused, heardBytes } = fuzz.sent;
    const isSame = instanceOf(market) === before && (await market.isReady());
    return [
      {
        what: "mutated messages: frames, requests; sockets, refused, characters received",
        figure: `${framesSent}, ${requests}; ${sockets}, ${refused}, ${heardBytes}`,
        target: `at least ${MESSAGES[form]}`,
        holds: framesSent + requests >= MESSAGES[form] && refused > 0 && heardBytes > 0,
      },
      noneOf("answers of 500 and above, or none", fuzz.failures),
      noneOf("canaries of another tenant received", fuzz.leaks),
      noneOf("ends of the process", new Set(isSame ? [] : ["it was replaced"])),
    ];
  } finally {
    await market.stop();
  }
}

export const fuzz: Proof = {
  name: "fuzz",
  title:
    "[I-50] [I-24] mutated protocol messages neither end the process, nor make it fail, nor return another tenant's data",
  run,
};
