/** Calls functions with the deployment's admin key, for the process that stays beside the market for as long as it runs. */
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { Addresses } from "../embedded/options";

type Answer =
  | { readonly status: "success"; readonly value: unknown }
  // Refusals of the engine itself have a code and a message instead.
  | { readonly status?: "error"; readonly errorMessage?: string };

function post({ apiUrl, adminKey }: Addresses, path: string, body: string): Promise<string> {
  // An import would load the implementation of `fetch`, too, for exports of which none is used: 3 MB and 60 ms.
  const { request } = process.getBuiltinModule("node:http");
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Convex ${adminKey}`, "content-type": "application/json" };
    const sent = request(new URL(path, apiUrl), { method: "POST", headers, agent: false });
    sent.on("response", (answer: IncomingMessage) => void text(answer).then(resolve, reject));
    sent.on("error", reject);
    sent.end(body);
  });
}

/**
 * Calls a function without arguments, internal or not.
 * @throws Error with what the function threw, or why it could not be called.
 */
export async function callAsAdmin(
  addresses: Addresses,
  kind: "query" | "mutation",
  path: string,
): Promise<unknown> {
  const call = JSON.stringify({ path, format: "convex_encoded_json", args: [{}] });
  const body = await post(addresses, `/api/${kind}`, call);
  const answer = JSON.parse(body) as Answer;
  if (answer.status === "success") return answer.value;
  throw new Error(answer.errorMessage ?? body);
}
