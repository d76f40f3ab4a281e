/** Requests as a program of a partner sends them: one keep-alive connection for each user. */
import { Agent, request } from "node:http";

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A single keep-alive HTTP connection. */
export class HttpConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  ask(
    method: "GET" | "POST",
    path: string,
    sent?: object,
    sentHeaders: Record<string, string> = {},
  ): Promise<Answer> {
    const text = sent === undefined ? undefined : JSON.stringify(sent);
    return new Promise((resolve, reject) => {
      const asked = request(
        `${this.#url}${path}`,
        {
          method,
          agent: this.#agent,
          headers: {
            ...sentHeaders,
            authorization: `Bearer ${this.#token}`,
            ...(text !== undefined && {
              "content-type": "application/json",
              "content-length": Buffer.byteLength(text),
            }),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () => {
            const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
            resolve({ status: response.statusCode ?? 0, body });
          });
          response.on("error", reject);
        },
      );
      asked.on("error", reject);
      asked.end(text);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Sends an order: true when it was placed, false when the stock was too small. @throws Error on any other answer. */
export async function placedBy(
  connection: HttpConnection,
  path: string,
  sent: object,
  headers?: Record<string, string>,
): Promise<boolean> {
  const { status, body } = await connection.ask("POST", path, sent, headers);
  if (status === 201) return true;
  if (status === 409) return false;
  throw new Error(`${status} ${JSON.stringify(body)}`);
}
