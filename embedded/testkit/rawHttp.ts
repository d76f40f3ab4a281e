/** Sends raw HTTP that no client library sends. */
import { connect } from "node:net";
import type { Socket } from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** The time that a test waits for an answer that should come at once. */
const PATIENCE_MS = 5_000;

export class RawHttp {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  #received = "";
  #isClosed = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => {
      socket.on("close", () => {
        this.#isClosed = true;
        resolve();
      });
    });
    socket.on("data", (chunk: Buffer) => (this.#received += chunk.toString("latin1")));
    // The server may close the connection; some tests wait for that.
    socket.on("error", () => undefined);
  }

  /** Resolves when the connection is open, or was refused and is closed. */
  static async open(url: string): Promise<RawHttp> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const client = new RawHttp(socket);
    await Promise.race([new Promise((resolve) => socket.once("connect", resolve)), client.closed]);
    return client;
  }

  get received(): string {
    return this.#received;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** A request without its body. Undefined removes a header's default. */
  say(line: string, headers: Record<string, string> = {}): void {
    const all = { Host: "127.0.0.1", ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    this.socket.write(`${line} HTTP/1.1\r\n${lines.join("")}\r\n`);
  }

  /** The first answer that arrives. */
  async answer(timeoutMs = PATIENCE_MS): Promise<RawAnswer> {
    const deadline = Date.now() + timeoutMs;
    while (!this.#isWhole()) {
      if (Date.now() > deadline || this.#isClosed)
        throw new Error(`No answer; received ${JSON.stringify(this.#received.slice(0, 500))}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const [head = "", ...rest] = this.#received.split("\r\n\r\n");
    const [first = "", ...lines] = head.split("\r\n");
    const pairs = lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
    return {
      status: Number(first.split(" ")[1]),
      headers: new Headers(pairs),
      body: rest.join("\r\n\r\n"),
    };
  }

  #isWhole(): boolean {
    const end = this.#received.indexOf("\r\n\r\n");
    if (end < 0) return false;
    const length = /^content-length: (\d+)/im.exec(this.#received.slice(0, end))?.[1];
    return this.#received.length >= end + 4 + Number(length ?? 0);
  }

  close(): void {
    this.socket.destroy();
  }
}

/** One request without its body, on a connection of its own. */
export async function answerTo(
  url: string,
  line: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const client = await RawHttp.open(url);
  try {
    client.say(line, headers);
    return await client.answer();
  } finally {
    client.close();
  }
}
