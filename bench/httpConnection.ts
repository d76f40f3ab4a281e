/** Requests as a browser or a program of a partner sends them: keep-alive connections for each user. */
import { Agent, type OutgoingHttpHeaders, request } from "node:http";

interface Answer {
  readonly status: number;
  /** Undefined where the answer has none. */
  readonly body: unknown;
  readonly tag: string | undefined;
}

/** Browsers open no more to one host. */
const SOCKETS_MAX = 6;

/** The keep-alive connections of one user. */
export class HttpConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_MAX });
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  ask(
    method: "GET" | "POST" | "PATCH",
    path: string,
    sent?: object,
    sentHeaders: OutgoingHttpHeaders = {},
  ): Promise<Answer> {
    const text = sent === undefined ? undefined : JSON.stringify(sent);
    const headers: OutgoingHttpHeaders = {
      ...sentHeaders,
      authorization: `Bearer ${this.#token}`,
      ...(text !== undefined && {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
      }),
    };
    return new Promise((resolve, reject) => {
      const call = request(
        `${this.#url}${path}`,
        { method, agent: this.#agent, headers },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () => {
            const body: unknown =
              chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
            const { statusCode: status = 0, headers: received } = response;
            resolve({ status, body, tag: received.etag });
          });
          response.on("error", reject);
        },
      );
      call.on("error", reject);
      call.end(text);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
