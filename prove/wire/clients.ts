/** HTTP requests and live clients that pass everything they receive to a listener. */
import type { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { WebSocket } from "ws";
import { type ErrorData, toErrorData } from "../../domain/errors";
import type { Request } from "../../convex/rest/requests.setup";
import type { Kind } from "../../convex/publicSurface.setup";
import { openClient } from "../../testkit/traders";

/** Receives a text and its source. */
export type Listener = (text: string, from: string) => void;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request. `call`, the method and the path's pattern, names it in findings. */
export async function sendRequest(
  url: string,
  call: string,
  { path, body, form }: Request,
  { token, onReceived }: { token?: string | undefined; onReceived?: Listener } = {},
): Promise<HttpAnswer> {
  const [method = ""] = call.split(" ");
  const headers = {
    // The server closes an idle connection, which a busy client would use again in that moment.
    Connection: "close",
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
  };
  const content = body === undefined ? form : JSON.stringify(body);
  const answer = await fetch(`${url}${path}`, {
    ...{ method, headers },
    ...(content !== undefined && { body: content }),
  });
  const text = await answer.text();
  onReceived?.(`${[...answer.headers].join("\n")}\n${text}`, call);
  return { status: answer.status, headers: answer.headers, text };
}

/** Opens a live client that passes each received frame to `onReceived`. */
export function openRecordedClient(
  url: string,
  token: string | undefined,
  onReceived: Listener,
): ConvexClient {
  class RecordedSocket extends WebSocket {
    constructor(address: string) {
      super(address);
      this.on("message", (data: Buffer) => onReceived(data.toString(), "socket"));
    }
  }
  return openClient(url, token, RecordedSocket as typeof WebSocket);
}

export type Args = Record<string, unknown>;
export type Outcome =
  | { readonly kind: "answered"; readonly value: unknown }
  | { readonly kind: "refused"; readonly refusal: ErrorData }
  /** Argument validation failed, or the server did. */
  | { readonly kind: "failed"; readonly message: string };

function runFunction(client: ConvexClient, path: string, kind: Kind, args: Args): Promise<unknown> {
  switch (kind) {
    case "query":
      return client.query(makeFunctionReference<"query", Args>(path), args);
    case "mutation":
      return client.mutation(makeFunctionReference<"mutation", Args>(path), args);
    case "action":
      return client.action(makeFunctionReference<"action", Args>(path), args);
  }
}

/** Calls a public function by its path, such as `orders:place`. */
export async function callFunction(
  client: ConvexClient,
  path: string,
  kind: Kind,
  args: Args,
): Promise<Outcome> {
  try {
    const value: unknown = await runFunction(client, path, kind, args);
    return { kind: "answered", value };
  } catch (error) {
    const { data, message } = error as { data?: unknown; message: string };
    const refusal = toErrorData(data);
    return refusal !== null
      ? { kind: "refused", refusal }
      : { kind: "failed", message: message.split("\n").slice(0, 2).join(" ") };
  }
}
