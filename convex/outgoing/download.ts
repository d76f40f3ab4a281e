"use node";
/**
 * Downloads what strangers serve: so many bytes in so much time, over so many redirects, and never from a private network unless
 * the operator named that very origin. Runs in Node, whose sockets connect to the address that was looked at.
 */
import * as http from "node:http";
import * as https from "node:https";
import { isPrivateAddress, literalAddress } from "./addresses";
// This file runs in Node, too, which the rule does not look at.
// oxlint-disable-next-line @convex-dev/import-wrong-runtime
import { publicLookup } from "./post";
import type { Answer } from "./schema";
import { answerOf } from "./targets";

/** The time for everything together: looking up, redirects, headers and body. */
const TIMEOUT_MS = 10_000;
const REDIRECTS_MAX = 3;

/** The message is for people. */
export class DownloadProblem extends Error {}

export class TooLargeProblem extends DownloadProblem {}

/** The host let the time pass. */
export class NoAnswerProblem extends DownloadProblem {}

/** Returns what the error of a download says of the host: errors of the network are silence. */
export function answerOfError(error: unknown): Answer {
  if (error instanceof NoAnswerProblem) return "silent";
  if (error instanceof DownloadProblem) return "answered";
  return answerOf({ problem: error instanceof Error ? error.message : "" });
}

export type DownloadOptions = {
  readonly url: string;
  readonly maxBytes: number;
  /** Sent to the first origin alone: a key is for nobody else. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True for an origin that may be private: the operator said so. */
  readonly isTrusted: (origin: string) => boolean;
  /** Refuses http, also after redirects, but for trusted origins. */
  readonly onlyHttps?: boolean;
};

function webUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password !== "") {
    throw new DownloadProblem("no web address");
  }
  return url;
}

function request(
  url: URL,
  headers: Readonly<Record<string, string>>,
  isTrusted: boolean,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const literal = literalAddress(url.hostname);
  if (!isTrusted && literal !== undefined && isPrivateAddress(literal)) {
    throw new DownloadProblem("the address leads into a private network");
  }
  const { request: send } = url.protocol === "https:" ? https : http;
  const options = {
    method: "GET",
    // Uncompressed: so many bytes on the line are so many in memory.
    headers: { "Accept-Encoding": "identity", "User-Agent": "Mandi/1", ...headers },
    agent: false,
    signal,
    lookup: isTrusted ? undefined : publicLookup,
  } as const;
  return new Promise((resolve, reject) => {
    const outgoing = send(url, options, resolve);
    outgoing.on("error", reject);
    outgoing.end();
  });
}

async function bodyOf(answer: http.IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new TooLargeProblem(`more than ${maxBytes} bytes`);
  if (Number(answer.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  if ((answer.headers["content-encoding"] ?? "identity") !== "identity") {
    throw new DownloadProblem("a compressed body, which was not asked for");
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer) {
    size += piece.length;
    if (size > maxBytes) throw tooLarge();
    pieces.push(piece);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

async function follow(options: DownloadOptions, signal: AbortSignal): Promise<Uint8Array> {
  const first = webUrl(options.url);
  let url = first;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const headers = url.origin === first.origin ? (options.headers ?? {}) : {};
    const isTrusted = options.isTrusted(url.origin);
    if (options.onlyHttps === true && url.protocol !== "https:" && !isTrusted)
      throw new DownloadProblem("the address is not https");
    const answer = await request(url, headers, isTrusted, signal);
    try {
      const status = answer.statusCode ?? 0;
      const { location } = answer.headers;
      if (status >= 300 && status < 400 && location !== undefined) url = webUrl(location, url);
      else if (status === 200) return await bodyOf(answer, options.maxBytes);
      else throw new DownloadProblem(`Request failed with status code ${status}`);
    } finally {
      answer.destroy();
    }
  }
  throw new DownloadProblem("too many redirects");
}

/** Errors: DownloadProblem, or what the network says. */
export async function download(options: DownloadOptions): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await follow(options, signal);
  } catch (error) {
    throw signal.aborted ? new NoAnswerProblem(`no answer within ${TIMEOUT_MS / 1000} s`) : error;
  }
}
