"use node";
/**
 * Posts to exactly the addresses that were looked at: the name is resolved here and the connection made to what came out, so that
 * it can't lead somewhere else a moment later. Runs in Node, whose sockets can do that.
 */
import { lookup } from "node:dns";
import * as http from "node:http";
import * as https from "node:https";
import type { LookupFunction } from "node:net";
import { WEBHOOK_PROBLEM_MAX, WEBHOOK_TIMEOUT_MS } from "../../domain/limits";
import { isPrivateAddress, literalAddress } from "./addresses";
import { PRIVATE_PROBLEM, mayBePrivate } from "./targets";

/** The problems by Node's codes; others speak for themselves. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ABORT_ERR: `No answer within ${WEBHOOK_TIMEOUT_MS / 1000} seconds.`,
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was broken off.",
  ENOTFOUND: "The name leads nowhere.",
};

export type Outcome = {
  /** 2xx: the receiver has it. */
  readonly taken: boolean;
  readonly status?: number;
  readonly problem?: string;
};

/** Looks up in place of Node's own, which would connect to whatever comes out. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error !== null || found === undefined || first === undefined) callback(error, []);
    else if (found.some(({ address }) => isPrivateAddress(address)))
      callback(new Error(PRIVATE_PROBLEM), []);
    else if (options.all === true) callback(null, found);
    else callback(null, first.address, first.family);
  });
};

/** Its beginning, as far as it comes, without what would disturb a log. */
async function beginningOf(answer: http.IncomingMessage): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of answer) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > WEBHOOK_PROBLEM_MAX) break;
    }
  } catch {
    // It broke off: its status is known.
  }
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, " ")
    .trim()
    .slice(0, WEBHOOK_PROBLEM_MAX);
}

function problemOf(error: unknown): string {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return (PROBLEMS[code] ?? message).slice(0, WEBHOOK_PROBLEM_MAX);
}

function answerTo(
  url: URL,
  headers: Record<string, string>,
  body: string | Uint8Array,
): Promise<http.IncomingMessage> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: "POST",
        headers: { "Content-Length": String(bytes.length), ...headers },
        // A connection of its own, closed afterwards.
        agent: false,
        signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
        ...(!mayBePrivate() && { lookup: publicLookup }),
      },
      resolve,
    );
    outgoing.on("error", reject);
    outgoing.end(bytes);
  });
}

/** Redirects are answers like others: not followed, and no success. */
export async function post(
  target: string,
  headers: Record<string, string>,
  body: string | Uint8Array,
): Promise<Outcome> {
  const url = new URL(target);
  const literal = literalAddress(url.hostname);
  // For a literal address nothing is looked up.
  if (literal !== undefined && isPrivateAddress(literal) && !mayBePrivate())
    return { taken: false, problem: PRIVATE_PROBLEM };
  try {
    const answer = await answerTo(url, headers, body);
    const status = answer.statusCode ?? 0;
    const taken = status >= 200 && status < 300;
    const problem = taken ? "" : await beginningOf(answer);
    answer.destroy();
    return { taken, status, ...(problem !== "" && { problem }) };
  } catch (error) {
    return { taken: false, problem: problemOf(error) };
  }
}
