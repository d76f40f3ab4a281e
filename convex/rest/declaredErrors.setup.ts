/** Fails a test file in which REST answered a call with an error code that its operation does not declare. */
import { afterAll, expect } from "vitest";
import { app } from "./app";
import { kindErrors } from "./document";
import { type Operation, addressOf } from "./operation";
import { OPERATIONS } from "./operations";

/** Codes of every call: two accounts at once or a foreign page, a key that may only read, a failure, a full disk, and no such route. */
const COMMON = ["FORBIDDEN", "READ_ONLY_KEY", "INTERNAL", "DISK_FULL", "NO_SUCH_METHOD"];

function partsOf(operation: Operation): string[] {
  return addressOf(operation).path.split("/");
}

/** Returns a sort key that puts fixed paths before those with a parameter in the same place. */
function routeOrder(operation: Operation): string {
  return partsOf(operation)
    .map((part) => Number(part.startsWith("{")))
    .join("");
}

/** Returns the operation that answers a request; undefined where there is none. */
export function operationFor(method: string, path: string): Operation | undefined {
  const sent = path.split("/");
  return OPERATIONS.filter(
    (operation) =>
      addressOf(operation).method === method &&
      partsOf(operation).length === sent.length &&
      partsOf(operation).every((part, at) => part.startsWith("{") || part === sent[at]),
  ).sort((a, b) => routeOrder(a).localeCompare(routeOrder(b)))[0];
}

/** Returns the call and the code if the operation does not declare it; undefined for every other answer. */
export async function undeclaredCode(
  { method, url }: Request,
  response: Response,
): Promise<string | undefined> {
  const operation = operationFor(method, new URL(url).pathname);
  if (response.ok || operation === undefined) return undefined;
  const { code } = (await response.clone().json()) as { readonly code: string };
  const declared: string[] = [...COMMON, ...kindErrors(operation), ...(operation.errors ?? [])];
  return declared.includes(code) ? undefined : `${operation.call}: ${code}`;
}

const undeclared = new Set<string>();
const { fetch } = app;
export const observedFetch: typeof fetch = async (request, ...rest) => {
  const response = await fetch(request, ...rest);
  const miss = await undeclaredCode(request, response);
  if (miss !== undefined) undeclared.add(miss);
  return response;
};
app.fetch = observedFetch;

afterAll(() => {
  expect([...undeclared].sort(), "codes that their operations do not declare").toEqual([]);
});
