/** Nobody finds out which e-mails have accounts: not by what is answered, nor by how long it takes. And a login holds up nobody else. */
import { api } from "../../convex/_generated/api";
import { logIn } from "../../testkit/clients";
import type { Market } from "../../testkit/market";
import { type Attempt, type Finding, chance, percentile } from "../../embedded/testkit/proof";
import { type Answer, codeOf, post, visitorOf } from "./accountCalls";
import { shuffled } from "./chatModel";
import { atMostMs, least, none } from "../findings";
import { PASSWORD, joinTraders } from "../../testkit/traders";

const TRIES = { short: 6, long: 40 };
/** Hashes take a hundred milliseconds, a commit a few. */
const TELLING_MS = { login: 15, code: 5 };
const LOGINS = 16;
const QUERIES_BEFORE = 100;
/** Where queries wait for hashes, there is one for each login. */
const QUERIES_PER_LOGIN = 3;
/** One hash takes longer; were it computed where queries are, they would wait for several. */
const QUERY_P95_MS = 100;

/** How one asks, of whom; everything that is asked of one kind must be answered alike. */
type Probe = (market: Market, email: string) => Promise<Answer>;

const call = (path: string, args: (email: string) => object): Probe => {
  return (market, email) =>
    post(market, "/api/action", { path, args: args(email), format: "json" });
};
const login = (email: string) => ({ email, password: "a wrong guess", role: "retailer" });

const PROBES: Record<string, Probe> = {
  "REST's login": (market, email) => post(market, "/api/auth/login", login(email)),
  "REST's code": (market, email) => post(market, "/api/otp/send-otp", { email }),
  "REST's check of a code": (market, email) =>
    post(market, "/api/otp/verify-otp", { email, otp: "0000000" }),
  login: call("auth:signIn", (email) => ({ provider: "password", params: login(email) })),
  "a code to sign up": call("auth:sendOtp", (email) => ({ email, purpose: "signup" })),
  "a code to reset": call("auth:sendOtp", (email) => ({ email, purpose: "reset" })),
  "a guess at it": call("auth:verifyOtp", (email) => ({ email, purpose: "reset", otp: "1" })),
  "a reset without proof": call("auth:resetPassword", (email) => ({
    ...{ email, ticket: "made up", password: PASSWORD },
  })),
  "a registration without proof": (market, email) =>
    post(market, "/api/auth/register", {
      ...{ email, ticket: "made up", password: PASSWORD, role: "retailer", name: "A" },
      ...{ phone: "+919876543210", address: "Pune", shopName: "A", image: "x" },
    }),
};

/** Without what differs from one request to the next. */
function telling({ status, text, headers }: Answer): string {
  const kept = [...headers]
    .filter(([name]) => !["date", "x-request-id"].includes(name))
    .map(([name, value]) => [name, value.replace(/otp_handle=[\w-]{43}/, "otp_handle=")]);
  const anonymous = text
    .replace(/"requestId":"[^"]*"/, "")
    .replace(/"handle":"[\w-]{43}"/, "")
    .replace(/\[Request ID: [^\]]*\]/, "");
  return JSON.stringify([status, anonymous, kept]);
}

export async function sameWords(market: Market): Promise<Finding[]> {
  const { retailers } = await joinTraders(market, 2, 0, 200);
  const [known, closed] = [retailers[0]!, retailers[1]!];
  await closed.http.action(api.account.close, { password: PASSWORD });
  const emails = [known.person.email, closed.person.email, "nobody@example.test"];
  const told: string[] = [];
  for (const [name, probe] of Object.entries(PROBES)) {
    const answers = [];
    for (const email of emails) answers.push(telling(await probe(market, email)));
    if (new Set(answers).size > 1) told.push(`${name}: ${answers.join(" or ")}`);
  }
  // Whoever knows the password of an account that is closed is told no more than a stranger.
  const { email, password } = closed.person;
  for (const wrong of [
    { email, password, role: "retailer" },
    { email: known.person.email, password, role: "distributor" },
  ]) {
    const right = telling(await post(market, "/api/auth/login", login("nobody@example.test")));
    const answer = telling(await post(market, "/api/auth/login", wrong));
    if (answer !== right) told.push(`a login as ${wrong.role}: ${answer}`);
  }
  const tried = Object.keys(PROBES).length + 2;
  return [none("questions whose answer tells which e-mails have accounts", told, tried)];
}

/** The median of each kind, asked in turn, in a new order each time. */
async function medians(
  kinds: Record<string, () => Promise<unknown>>,
  { form, seed }: Attempt,
): Promise<{ text: string; difference: number }> {
  const random = chance(seed);
  const times = new Map(Object.keys(kinds).map((name) => [name, [] as number[]]));
  for (let n = 0; n < TRIES[form]; n += 1)
    for (const [name, ask] of shuffled(Object.entries(kinds), random)) {
      const start = performance.now();
      await ask();
      times.get(name)?.push(performance.now() - start);
    }
  const each = [...times].map(([name, some]) => [name, percentile(some, 0.5)] as const);
  const all = each.map(([, ms]) => ms);
  const text = each.map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`).join(", ");
  return { text, difference: Math.max(...all) - Math.min(...all) };
}

export async function sameTime(market: Market, attempt: Attempt): Promise<Finding[]> {
  const { retailers } = await joinTraders(market, 1, 0, 210);
  const { email, password } = retailers[0]!.person;
  const visitor = visitorOf(market);
  const signIn = (params: { email: string; password: string; role: string }) => () =>
    codeOf(visitor.action(api.auth.signIn, { provider: "password", params }));
  const logins = await medians(
    {
      "a wrong password": signIn({ email, password: "a wrong guess", role: "retailer" }),
      "a wrong role": signIn({ email, password, role: "distributor" }),
      "an unknown e-mail": signIn({ email: "nobody@example.test", password, role: "retailer" }),
      "no e-mail": signIn({ email: "nobody", password, role: "retailer" }),
    },
    attempt,
  );
  const ask = (to: string) => () =>
    visitor.action(api.auth.sendOtp, { email: to, purpose: "reset" });
  const kinds = { "a known e-mail": ask(email), "an unknown e-mail": ask("nobody@example.test") };
  const codes = await medians(kinds, attempt);
  return [
    atMostMs(`logins apart by (${logins.text})`, logins.difference, TELLING_MS.login),
    atMostMs(`codes to reset apart by (${codes.text})`, codes.difference, TELLING_MS.code),
  ];
}

/** Passwords are compared off the thread that serves everybody. */
export async function othersServed(market: Market): Promise<Finding[]> {
  const { retailers } = await joinTraders(market, 1, 0, 220);
  const { http, person } = retailers[0]!;
  const query = async () => {
    const start = performance.now();
    await http.query(api.chat.unreadCount, {});
    return performance.now() - start;
  };
  const [quiet, busy]: [number[], number[]] = [[], []];
  while (quiet.length < QUERIES_BEFORE) quiet.push(await query());
  const start = performance.now();
  const state = { underWay: true };
  const logins = Promise.all(Array.from({ length: LOGINS }, () => logIn(market, person)));
  const ended = logins.finally(() => (state.underWay = false));
  while (state.underWay) busy.push(await query());
  await ended;
  const each = (performance.now() - start) / LOGINS;
  const [before, during] = [percentile(quiet, 0.95), percentile(busy, 0.95)];
  const figures = `95 % before ${before.toFixed(1)} ms; a login every ${each.toFixed(0)} ms`;
  return [
    least(
      `queries of somebody else while ${LOGINS} log in`,
      busy.length,
      QUERIES_PER_LOGIN * LOGINS,
    ),
    atMostMs(`95 % of queries while ${LOGINS} log in (${figures})`, during, QUERY_P95_MS),
  ];
}
