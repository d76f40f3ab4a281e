/** A push service on loopback: what browsers subscribe at, and what a market's pushes reach. */
import { type IncomingHttpHeaders, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type ReceivedPush = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
};

export class PushService {
  readonly received: ReceivedPush[] = [];
  /** The status that each push is answered with. */
  status = 201;
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url: path = "", headers } = request;
      this.received.push({ path, headers, body: new Uint8Array(Buffer.concat(chunks)) });
      response.writeHead(this.status).end();
    });
  });

  /** Resolves with the service's origin. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
