/** Raw HTTP over TCP, for requests that no HTTP library sends. */
import { type Socket, connect } from "node:net";

export interface RawResponse {
  /** Null if the connection closed, or the time ran out, before a status line. */
  readonly status: number | null;
  readonly isClosed: boolean;
}

const STATUS = /^HTTP\/1\.1 (\d{3})/;

export function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Opens a connection to this machine, which the caller destroys. An error closes it like a normal end. */
export function openConnection(port: number): Socket {
  const connection = connect(port, "127.0.0.1");
  connection.on("error", () => connection.destroy());
  return connection;
}

/** Resolves on the first status line, on the connection's close, or after `waitMs`. */
export function responseOn(connection: Socket, waitMs: number): Promise<RawResponse> {
  return new Promise((resolve) => {
    let head = "";
    const finish = (isClosed: boolean) => {
      clearTimeout(timer);
      const status = STATUS.exec(head)?.[1];
      resolve({ status: status === undefined ? null : Number(status), isClosed });
    };
    const timer = setTimeout(() => finish(false), waitMs);
    connection.on("data", (bytes: Buffer) => {
      if (head.length < 16) head += bytes.toString("latin1").slice(0, 16);
      if (STATUS.test(head)) finish(false);
    });
    connection.once("close", () => finish(true));
  });
}

/** Sends the bytes of one request on a new connection and resolves with the answer. */
export async function sendRaw(
  url: string,
  request: string | Buffer,
  waitMs = 5_000,
): Promise<RawResponse> {
  const connection = openConnection(portOf(url));
  const response = responseOn(connection, waitMs);
  connection.write(request);
  const received = await response;
  connection.destroy();
  return received;
}

/** Builds a request with a body and its correct Content-Length. */
export function requestOf(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): Buffer {
  const bytes = Buffer.from(body);
  const all = { Host: "127.0.0.1", "Content-Length": String(bytes.length), ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join("")}\r\n`), bytes]);
}
