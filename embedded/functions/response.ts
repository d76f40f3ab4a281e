/** `Response` as Convex's runtime has it: where Node rejects a body or an address, it does not, and its errors have other words. */

/** HTTP sends no body with these, and Node constructs none. */
const WITHOUT_BODY: readonly unknown[] = [204, 205, 304];

const FOUND = 302;

function construct(
  target: typeof Response,
  [body, init]: unknown[],
  newTarget: NewableFunction = target,
): Response {
  const { status } = (init ?? {}) as ResponseInit;
  const args = [WITHOUT_BODY.includes(status) ? null : body, init];
  try {
    return Reflect.construct(target, args, newTarget) as Response;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError("The status provided is outside the range [200, 599].", { cause: error });
  }
}

function redirect(url: string | URL, status = FOUND): Response {
  return construct(Response, [null, { status, headers: { location: String(url) } }]);
}

function toText(data: unknown): string {
  const refusal = "The data is not JSON serializable";
  try {
    const text = JSON.stringify(data) as string | undefined;
    if (text !== undefined) return text;
  } catch (error) {
    throw new TypeError(refusal, { cause: error });
  }
  throw new TypeError(refusal);
}

function json(data: unknown, init?: ResponseInit): Response {
  const response = construct(Response, [toText(data), init]);
  response.headers.set("Content-Type", "application/json");
  return response;
}

const STATIC: Readonly<Record<PropertyKey, unknown>> = { redirect, json };

/** The class itself stays, so `instanceof` holds for what `fetch` returns. */
export const ScopedResponse = new Proxy(Response, {
  construct,
  get: (target, name, receiver) =>
    Object.hasOwn(STATIC, name) ? STATIC[name] : (Reflect.get(target, name, receiver) as unknown),
});
