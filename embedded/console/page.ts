/** The console's page: one document, one script and one style sheet, with a policy that lets nothing else run. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { withEsbuild } from "../functions/builds";
import type { Exchange } from "../http/exchange";
import { closeUnread, endAnswer, getHeader } from "../http/exchange";
import { HttpError } from "../http/httpError";
import { buildConsole } from "./build.mjs";

const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Console</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/console/console.css" />
    <script type="module" src="/console/console.js"></script>
  </head>
  <body>
    <div id="root"></div>
    <noscript>The console needs JavaScript.</noscript>
  </body>
</html>
`;

export interface PageFile {
  readonly type: string;
  readonly etag: string;
  readonly body: Buffer;
  /** By gzip: browsers ask for Brotli over https alone. */
  readonly compressed: Buffer;
}

async function toFile(type: string, text: string): Promise<PageFile> {
  const body = Buffer.from(text);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  return { type, etag, body, compressed: await promisify(gzip)(body) };
}

/** The package has the built page beside its programs; from sources it is built when it is first opened. */
async function readOrBuild(): Promise<{ js: string; css: string }> {
  const [js, css] = ["js", "css"].map((kind) =>
    path.join(import.meta.dirname, `console.${kind}`),
  ) as [string, string];
  if (!existsSync(js)) return withEsbuild(buildConsole);
  return { js: await readFile(js, "utf8"), css: await readFile(css, "utf8") };
}

async function loadFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const { js, css } = await readOrBuild();
  return new Map([
    ["", await toFile("text/html; charset=utf-8", HTML)],
    ["console.js", await toFile("text/javascript; charset=utf-8", js)],
    ["console.css", await toFile("text/css; charset=utf-8", css)],
  ]);
}

let loading: Promise<ReadonlyMap<string, PageFile>> | undefined;

/** Resolves with the files by name, once made for the process. Rejects when they can't be built, and tries again when called next. */
export function getPageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  loading ??= loadFiles().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function securityHeaders(host: string): Record<string, string> {
  // Some browsers do not count a WebSocket of the same host as 'self'.
  const sockets = /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : "";
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src data:",
    `connect-src 'self'${sockets}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
  };
}

/** @throws HttpError 404 for a name that the page has no file of; 503 where the page can't be built. */
export async function sendPageFile(exchange: Exchange, name: string): Promise<void> {
  const { request, response } = exchange;
  const files = await getPageFiles().catch((error: unknown) => {
    console.error("The console could not be built:", error);
    throw new HttpError(503, "ConsoleNotBuilt", "The console could not be built; see the log.");
  });
  const file = files.get(name);
  if (file === undefined) throw new HttpError(404, "NotFound", "There is nothing at this address.");
  const isCompressed = /\bgzip\b/.test(getHeader(request, "accept-encoding") ?? "");
  const body = isCompressed ? file.compressed : file.body;
  const headers = {
    ...securityHeaders(getHeader(request, "host") ?? ""),
    "Cache-Control": "no-cache",
    "Content-Type": file.type,
    ETag: file.etag,
    Vary: "Accept-Encoding, Origin",
  };
  for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
  // Nothing of it is for pages of other origins, not even for those that may call functions.
  response.removeHeader("Access-Control-Allow-Origin");
  closeUnread(exchange);
  if (getHeader(request, "if-none-match") === file.etag) {
    response.statusCode = 304;
    endAnswer(exchange);
    return;
  }
  if (isCompressed) response.setHeader("Content-Encoding", "gzip");
  response.setHeader("Content-Length", body.length);
  exchange.answer.reserve(body.length);
  endAnswer(exchange, request.method === "HEAD" ? undefined : body);
}
