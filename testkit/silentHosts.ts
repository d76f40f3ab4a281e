/** Hosts on loopback that take connections and never answer. */
import { type Server, type Socket, createServer } from "node:net";
import type { AddressInfo } from "node:net";

export class SilentHosts {
  readonly #servers: Server[] = [];
  readonly #open = new Set<Socket>();
  /** The largest number of connections that were open at once. */
  mostOpen = 0;
  /** All connections so far. */
  taken = 0;

  get open(): number {
    return this.#open.size;
  }

  /** Resolves with the origin of another host. */
  async add(): Promise<string> {
    const server = createServer((socket) => {
      this.taken += 1;
      this.#open.add(socket);
      this.mostOpen = Math.max(this.mostOpen, this.#open.size);
      socket.on("close", () => this.#open.delete(socket));
      // The caller gives up.
      socket.on("error", () => undefined);
      socket.resume();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.#open) socket.destroy();
    for (const server of this.#servers) server.close();
  }
}
