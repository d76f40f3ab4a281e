// @vitest-environment node
/** The socket itself, with hostile sources on this machine. */
import * as http from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type DownloadOptions, download } from "./download";

type Response = {
  writeHead(status: number, headers?: Record<string, string>): Response;
  write(text: string): boolean;
  end(text?: string): void;
  on(event: "close", listener: () => void): void;
};
type Request = { readonly url: string; readonly headers: Record<string, string | undefined> };
type Server = {
  listen(port: number, host: string, listening: () => void): void;
  address(): { readonly port: number };
  close(): void;
  closeAllConnections(): void;
};
/** Of what Node has, what a source is made of. */
const { createServer } = http as unknown as {
  readonly createServer: (listener: (request: Request, response: Response) => void) => Server;
};

let server: Server;
let seen: Request[];
let respond: (request: Request, response: Response) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({ url: request.url, headers: request.headers });
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
});

const at = (path: string, host = "127.0.0.1") => `http://${host}:${server.address().port}${path}`;
const get = (url: string, more: Partial<DownloadOptions> = {}) =>
  download({
    url,
    maxBytes: 1_000,
    isTrusted: (origin) => origin === new URL(at("/")).origin,
    ...more,
  });

describe("a download", () => {
  test("returns the content byte for byte", async () => {
    respond = (_request, response) => response.writeHead(200).end("चावल");
    expect(new TextDecoder().decode(await get(at("/")))).toBe("चावल");
    expect(seen[0]?.headers["accept-encoding"]).toBe("identity");
  });

  test("accepts up to the byte limit, with or without a length header", async () => {
    respond = (_request, response) => response.writeHead(200).end("x".repeat(1_000));
    expect(await get(at("/"))).toHaveLength(1_000);
    respond = (_request, response) => response.writeHead(200, { "Content-Length": "1001" }).end();
    await expect(get(at("/"))).rejects.toThrow("more than 1000 bytes");
    const closed = new Promise<void>((resolve) => {
      respond = (_request, response) => {
        response.writeHead(200).write("x".repeat(10_000));
        response.on("close", resolve);
      };
    });
    await expect(get(at("/"))).rejects.toThrow("more than 1000 bytes");
    // The source has more to say, and nobody listens any longer.
    await closed;
  });

  test("refuses compressed content", async () => {
    for (const encoding of ["gzip", "br", "deflate", "gzip, gzip"]) {
      respond = (_request, response) =>
        response.writeHead(200, { "Content-Encoding": encoding }).end("x");
      await expect(get(at("/")), encoding).rejects.toThrow("compressed");
    }
  });

  test("follows three redirects, and no fourth", async () => {
    respond = ({ url }, response) => {
      const left = Number(url.slice(1));
      if (left === 0) response.writeHead(200).end("here");
      else response.writeHead(302, { Location: `/${left - 1}` }).end();
    };
    expect(await get(at("/3"))).toHaveLength(4);
    await expect(get(at("/4"))).rejects.toThrow("too many redirects");
  });

  test.each([
    "file:///etc/passwd",
    "javascript:1",
    "ftp://a.test/",
    "http://a:b@a.test/",
    "http://[::",
  ])("is not led to %s", async (location) => {
    respond = (_request, response) => response.writeHead(302, { Location: location }).end();
    await expect(get(at("/"))).rejects.toThrow("no web address");
  });

  test("leads into no private network but to an origin that the operator named", async () => {
    respond = (_request, response) => response.writeHead(200).end("secret");
    const { port } = server.address();
    const hosts = ["localhost", "127.0.0.2", "[::ffff:127.0.0.1]", "[::1]", "0.0.0.0"];
    for (const host of [...hosts, "169.254.169.254", "10.0.0.1"])
      await expect(get(`http://${host}:${port}/`), host).rejects.toThrow("private network");
    await expect(get(`http://127.0.0.1:${port + 1}/`)).rejects.toThrow("private network");
    expect(seen).toEqual([]);
    respond = (_request, response) =>
      response.writeHead(302, { Location: `http://localhost:${port}/` }).end();
    await expect(get(at("/"))).rejects.toThrow("private network");
    expect(seen).toHaveLength(1);
  });

  test("that must be https is led to no http, but at an origin that the operator named", async () => {
    respond = (_request, response) => response.writeHead(200).end("secret");
    const onlyHttps = { onlyHttps: true };
    await expect(get("http://shop.example/rice.jpg", onlyHttps)).rejects.toThrow("not https");
    expect(await get(at("/"), onlyHttps)).toHaveLength(6);
    respond = (_request, response) =>
      response.writeHead(302, { Location: "http://shop.example/rice.jpg" }).end();
    await expect(get(at("/"), onlyHttps)).rejects.toThrow("not https");
  });

  test("is aborted after ten seconds in total", async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const limit = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(300));
    respond = (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    };
    await expect(get(at("/"))).rejects.toThrow("no answer within 10 s");
    expect(limit).toHaveBeenCalledExactlyOnceWith(10_000);
    limit.mockRestore();
  });
});
