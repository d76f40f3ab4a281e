/** Account enumeration: neither responses nor their times reveal which e-mails have accounts. Logins must not delay queries of others. */
import { api } from "../../convex/_generated/api";
import { logIn } from "../../testkit/clients";
import type { Market } from "../../testkit/market";
import { type Attempt, type Finding, chance, percentile } from "../../embedded/testkit/proof";
import { type HttpResponse, post, visitorOf } from "./accountCalls";
import { shuffled } from "./chat";
import { atMostMs, least, none } from "../../embedded/testkit/findings";
import { PASSWORD, joinTraders, outcomeOf } from "../../testkit/traders";

const TRIES = { short: 6, long: 40 };
/** Allowed differences of median times; a password hash takes 100 ms, a commit a few. */
const DIFFERENCE_MS = { login: 15, code: 5 };
const LOGINS = 16;
const QUERIES_BEFORE = 100;
/** Queries that waited for hashes would reach only one per login. */
const QUERIES_PER_LOGIN = 3;
/** One hash takes longer; on the queries' thread, a query would wait for several. */
const QUERY_P95_MS = 100;

/** A call about an e-mail; its response must be the same for all e-mails. */
type Probe = (market: Market, email: string) => Promise<HttpResponse>;

const call = (path: string, args: (email: string) => object): Probe => {
  return (market, email) =>
    post(market, "/api/action", { path, args: args(email), format: "json" });
};
const login = (email: string) => ({ email, password: "a wrong guess", role: "retailer" });

const PROBES: Record<string, Probe> = {
  "REST login": (market, email) => post(market, "/api/auth/login", login(email)),
  "REST code request": (market, email) => post(market, "/api/otp/send-otp", { email }),
  "REST code check": (market, email) =>
    post(market, "/api/otp/verify-otp", { email, otp: "0000000" }),
  login: call("auth:signIn", (email) => ({ provider: "password", params: login(email) })),
  "sign-up code request": call("auth:sendOtp", (email) => ({ email, purpose: "signup" })),
  "reset code request": call("auth:sendOtp", (email) => ({ email, purpose: "reset" })),
  "reset code check": call("auth:verifyOtp", (email) => ({ email, purpose: "reset", otp: "1" })),
  "reset without a ticket": call("auth:resetPassword", (email) => ({
    ...{ email, ticket: "made up", password: PASSWORD },
  })),
  "registration without a ticket": (market, email) =>
    post(market, "/api/auth/register", {
      ...{ email, ticket: "made up", password: PASSWORD, role: "retailer", name: "A" },
      ...{ phone: "+919876543210", address: "Pune", shopName: "A", image: "x" },
    }),
};

/** Removes what differs between any two requests. */
function comparable({ status, text, headers }: HttpResponse): string {
  const kept = [...headers]
    .filter(([name]) => !["date", "x-request-id"].includes(name))
    .map(([name, value]) => [name, value.replace(/otp_handle=[\w-]{43}/, "otp_handle=")]);
  const anonymous = text
    .replace(/"requestId":"[^"]*"/, "")
    .replace(/"handle":"[\w-]{43}"/, "")
    .replace(/\[Request ID: [^\]]*\]/, "");
  return JSON.stringify([status, anonymous, kept]);
}

export async function sameResponses(market: Market): Promise<Finding[]> {
  const { retailers } = await joinTraders(market, 2, 0, 200);
  const [known, closed] = [retailers[0]!, retailers[1]!];
  await closed.http.action(api.account.close, { password: PASSWORD });
  const emails = [known.person.email, closed.person.email, "nobody@example.test"];
  const differing: string[] = [];
  for (const [name, probe] of Object.entries(PROBES)) {
    const responses = [];
    for (const email of emails) responses.push(comparable(await probe(market, email)));
    if (new Set(responses).size > 1) differing.push(`${name}: ${responses.join(" or ")}`);
  }
  // The password of a closed account, or another role, reveals no more than an unknown e-mail.
  const { email, password } = closed.person;
  for (const wrong of [
    { email, password, role: "retailer" },
    { email: known.person.email, password, role: "distributor" },
  ]) {
    const expected = comparable(
      await post(market, "/api/auth/login", login("nobody@example.test")),
    );
    const response = comparable(await post(market, "/api/auth/login", wrong));
    if (response !== expected) differing.push(`login as ${wrong.role}: ${response}`);
  }
  const tried = Object.keys(PROBES).length + 2;
  return [none("calls whose response reveals which e-mails have accounts", differing, tried)];
}

/** Measures the median time of each kind of call; every round calls them in a new order. */
async function medians(
  kinds: Record<string, () => Promise<unknown>>,
  { form, seed }: Attempt,
): Promise<{ text: string; difference: number }> {
  const random = chance(seed);
  const times = new Map(Object.keys(kinds).map((name) => [name, [] as number[]]));
  for (let n = 0; n < TRIES[form]; n += 1)
    for (const [name, send] of shuffled(Object.entries(kinds), random)) {
      const start = performance.now();
      await send();
      times.get(name)?.push(performance.now() - start);
    }
  const byKind = [...times].map(([name, values]) => [name, percentile(values, 0.5)] as const);
  const all = byKind.map(([, ms]) => ms);
  const text = byKind.map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`).join(", ");
  return { text, difference: Math.max(...all) - Math.min(...all) };
}

export async function sameTimes(market: Market, attempt: Attempt): Promise<Finding[]> {
  const { retailers } = await joinTraders(market, 1, 0, 210);
  const { email, password } = retailers[0]!.person;
  const visitor = visitorOf(market);
  const signIn = (params: { email: string; password: string; role: string }) => () =>
    outcomeOf(visitor.action(api.auth.signIn, { provider: "password", params }));
  const logins = await medians(
    {
      "a wrong password": signIn({ email, password: "a wrong guess", role: "retailer" }),
      "a wrong role": signIn({ email, password, role: "distributor" }),
      "an unknown e-mail": signIn({ email: "nobody@example.test", password, role: "retailer" }),
      "no e-mail": signIn({ email: "nobody", password, role: "retailer" }),
    },
    attempt,
  );
  const requestCode = (to: string) => () =>
    visitor.action(api.auth.sendOtp, { email: to, purpose: "reset" });
  const kinds = {
    "a known e-mail": requestCode(email),
    "an unknown e-mail": requestCode("nobody@example.test"),
  };
  const codes = await medians(kinds, attempt);
  return [
    atMostMs(
      `largest difference of median login times (${logins.text})`,
      logins.difference,
      DIFFERENCE_MS.login,
    ),
    atMostMs(
      `largest difference of median reset code times (${codes.text})`,
      codes.difference,
      DIFFERENCE_MS.code,
    ),
  ];
}

/** Measures queries during logins, because passwords must be hashed off the main thread. */
export async function queriesDuringLogins(market: Market): Promise<Finding[]> {
  const { retailers } = await joinTraders(market, 1, 0, 220);
  const { http, person } = retailers[0]!;
  const query = async () => {
    const start = performance.now();
    await http.query(api.chat.unreadCount, {});
    return performance.now() - start;
  };
  const [before, during]: [number[], number[]] = [[], []];
  while (before.length < QUERIES_BEFORE) before.push(await query());
  const start = performance.now();
  const state = { isRunning: true };
  const logins = Promise.all(Array.from({ length: LOGINS }, () => logIn(market, person)));
  const ended = logins.finally(() => (state.isRunning = false));
  while (state.isRunning) during.push(await query());
  await ended;
  const msPerLogin = (performance.now() - start) / LOGINS;
  const [p95Before, p95During] = [percentile(before, 0.95), percentile(during, 0.95)];
  const figures = `p95 before ${p95Before.toFixed(1)} ms; a login every ${msPerLogin.toFixed(0)} ms`;
  return [
    least(
      `queries of another client during ${LOGINS} logins`,
      during.length,
      QUERIES_PER_LOGIN * LOGINS,
    ),
    atMostMs(`p95 of queries during ${LOGINS} logins (${figures})`, p95During, QUERY_P95_MS),
  ];
}
