/** Calling REST in tests as an outside program does: over HTTP, with a token or with nothing. */
import "./declaredErrors.setup";
import { SESSION_LIFETIME_MS } from "../../domain/limits";
import { newTicket } from "../auth/secrets";
import { digest } from "../digest";
import type { Market, Person } from "../market.setup";

/** The token of a login through REST, on the session that the person has. */
export async function tokenOf(t: Market, { user }: Person): Promise<string> {
  const token = newTicket();
  const tokenHash = await digest(token);
  await t.run(async (ctx) => {
    const session = await ctx.db
      .query("authSessions")
      .withIndex("userId", (q) => q.eq("userId", user._id))
      .first();
    if (session === null) throw new Error("The person has no session");
    await ctx.db.insert("restTokens", {
      tokenHash,
      sessionId: session._id,
      userId: user._id,
      expiresAt: Date.now() + SESSION_LIFETIME_MS,
    });
  });
  return token;
}

export type SentHeaders = Record<string, string>;

/** The header that makes a call the person's. */
export async function bearerOf(t: Market, person: Person): Promise<SentHeaders> {
  return { Authorization: `Bearer ${await tokenOf(t, person)}` };
}

/** The address of the same file as it was on an earlier day, where addresses are signed. */
export function earlierAddress(address: string): string {
  return `${new URL(address).href}?e=20783&s=of-an-earlier-day`;
}

/** The answer to a call. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  /** Of JSON; null for an empty body. */
  readonly body: unknown;
};

type Sent = {
  readonly headers?: SentHeaders;
  /** Sent as JSON. */
  readonly body?: unknown;
};

/** `ask(t, "POST /api/network/add", { headers: await bearerOf(t, retailer), body: {…} })` */
export async function ask(
  t: Pick<Market, "fetch">,
  call: string,
  { headers, body }: Sent = {},
): Promise<Answer> {
  const [method = "", path = ""] = call.split(" ");
  const response = await t.fetch(path, {
    method,
    headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? null : (JSON.parse(text) as unknown),
  };
}

/** Fields of every refusal besides its id and figures. */
export function refused(status: number, code: string, text: string) {
  return { status, body: { code, error: text, message: text } };
}
