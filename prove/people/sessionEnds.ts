/**
 * Ends sessions in every possible way. All sockets and tokens of an ended session must lose access within a second and receive no
 * later changes; other sessions must continue.
 */
import { api } from "../../convex/_generated/api";
import { logIn } from "../../testkit/clients";
import { type Market, until } from "../../testkit/market";
import { LeanClient } from "../../embedded/testkit/leanClient";
import type { Attempt, Finding } from "../../embedded/testkit/proof";
import { bearer, post, resetTicketFor, visitorOf } from "./accountCalls";
import { atMostMs, least, none } from "../../embedded/testkit/findings";
import {
  PASSWORD,
  type Trader,
  codeIn,
  connect,
  joinAdmin,
  joinTraders,
  outcomeOf,
} from "../../testkit/traders";

const ROUNDS = { short: 1, long: 4 };
const SOCKETS = 2;
const SIGN_OUT_MS = 1_000;
const TIMEOUT_MS = 30_000;
const PAGE = { numItems: 10, cursor: null };
const WATCHED = [
  { queryId: 0, path: "users:me", args: {} },
  { queryId: 1, path: "chat:unreadCount", args: {} },
  { queryId: 2, path: "network:ofRetailer", args: { paginationOpts: PAGE } },
  { queryId: 3, path: "orders:outgoing", args: { list: "pending", paginationOpts: PAGE } },
];

/** One socket of a session with several live queries. */
class SessionSocket {
  readonly client: LeanClient;
  /** Results received after the socket had lost access to all queries. */
  leaks = 0;
  updates = 0;
  ts = 0;
  #wasSignedOut = false;
  readonly #loaded = new Set<number>();

  private constructor(client: LeanClient) {
    this.client = client;
    client.onTransition = (ts, changes) => {
      this.ts = ts;
      this.updates += 1;
      // Signed out, `users:me` returns null; all other queries are refused.
      for (const { queryId, value } of changes)
        if (value === undefined || value === null) this.#loaded.delete(queryId);
        else this.#loaded.add(queryId);
      if (this.#wasSignedOut) this.leaks += this.#loaded.size;
    };
  }

  static async open(market: Market, token: string): Promise<SessionSocket> {
    const socket = new SessionSocket(await LeanClient.open(market.url));
    socket.client.authenticate(token);
    socket.client.watch(WATCHED);
    await until("all queries are loaded", () => Promise.resolve(socket.isLoaded), TIMEOUT_MS);
    return socket;
  }

  get isLoaded(): boolean {
    return this.#loaded.size === WATCHED.length;
  }

  get isSignedOut(): boolean {
    this.#wasSignedOut ||= this.#loaded.size === 0;
    return this.#wasSignedOut;
  }

  /** Sends a mutation and returns its outcome, after the socket has received all earlier changes. */
  async call(): Promise<string> {
    const { updates } = this;
    const code = await this.client.mutate("chat:delivered", {}).then(() => "done", codeIn);
    await until(
      "the socket is up to date",
      () => Promise.resolve(this.updates > updates),
      TIMEOUT_MS,
    );
    return code;
  }
}

type Session = Awaited<ReturnType<typeof logIn>>;

interface SignedInTrader {
  readonly trader: Trader;
  readonly sessions: readonly [Session, Session, Session];
  /** The token of a REST session. */
  readonly restToken: string;
}

type Ending = {
  readonly name: string;
  /** The number of sessions that stay; the first session ends the others. */
  readonly keptSessions: number;
  end(market: Market, user: SignedInTrader, admin: Trader["http"]): Promise<unknown>;
};

const ENDINGS: readonly Ending[] = [
  {
    name: "changing the password",
    keptSessions: 1,
    end: (_, { sessions: [{ http }] }) =>
      http.action(api.account.changePassword, { current: PASSWORD, password: "another-one-2026" }),
  },
  {
    name: "resetting the password",
    keptSessions: 0,
    async end(market, { trader: { person } }) {
      const ticket = await resetTicketFor(market, person.email);
      const reset = { ticket, email: person.email, password: "another-one-2026" };
      await visitorOf(market).action(api.auth.resetPassword, reset);
    },
  },
  {
    name: "signing out everywhere",
    keptSessions: 0,
    end: (_, { sessions: [{ http }] }) => http.mutation(api.account.signOutEverywhere, {}),
  },
  {
    name: "closing the account",
    keptSessions: 0,
    end: (_, { sessions: [{ http }] }) => http.action(api.account.close, { password: PASSWORD }),
  },
  {
    name: "closing the account as an admin",
    keptSessions: 0,
    end: (_, { trader }, admin) => admin.mutation(api.admin.deleteRetailer, { userId: trader.id }),
  },
  {
    name: "signing out on each device",
    keptSessions: 0,
    end: (market, { sessions, restToken }) =>
      Promise.all([
        ...sessions.slice(0, 2).map(({ http }) => http.action(api.auth.signOut, {})),
        post(market, "/api/auth/logout", {}, bearer(sessions[2].token)),
        post(market, "/api/auth/logout", {}, bearer(restToken)),
      ]),
  },
];

async function restTokenOf(market: Market, { person }: Trader, headers = {}): Promise<string> {
  const { email, password, role } = person;
  const { text } = await post(market, "/api/auth/login", { email, password, role }, headers);
  return (JSON.parse(text) as { token: string }).token;
}

const isValid = async (market: Market, token: string) =>
  (await post(market, "/api/validate", {}, bearer(token))).status === 200;

class Tally {
  readonly leaks: string[] = [];
  readonly usable: string[] = [];
  readonly lost: string[] = [];
  readonly durationsMs: number[] = [];
  tried = 0;
  kept = 0;
}

/** Changes rows that the sockets' queries read: the partner sends a message and removes the connection. */
async function changeWatchedRows({ trader }: SignedInTrader, partner: Trader): Promise<void> {
  const message = { to: trader.person.email, content: "Secret.", sendKey: crypto.randomUUID() };
  await outcomeOf(partner.http.mutation(api.chat.send, message));
  const { page } = await partner.http.query(api.network.ofDistributor, { paginationOpts: PAGE });
  const connection = page.find(({ userEmail }) => userEmail === trader.person.email);
  if (connection !== undefined)
    await partner.http.mutation(api.network.remove, { connectionId: connection._id });
}

async function checkEnding(
  market: Market,
  ending: Ending,
  { trader, partner, admin }: { trader: Trader; partner: Trader; admin: Trader["http"] },
  tally: Tally,
): Promise<void> {
  await connect([trader], partner);
  const open = () => logIn(market, trader.person);
  const sessions: SignedInTrader["sessions"] = [await open(), await open(), await open()];
  const user = { trader, sessions, restToken: await restTokenOf(market, trader) };
  const sockets = await Promise.all(
    sessions.map(({ token }) =>
      Promise.all(Array.from({ length: SOCKETS }, () => SessionSocket.open(market, token))),
    ),
  );
  await ending.end(market, user, admin);
  const endedAt = performance.now();
  const ended = sockets.slice(ending.keptSessions).flat();
  const areSignedOut = () => Promise.resolve(ended.every(({ isSignedOut }) => isSignedOut));
  await until("every socket has lost access", areSignedOut, TIMEOUT_MS).catch(() =>
    tally.leaks.push(`${ending.name}: a socket kept its results`),
  );
  tally.durationsMs.push(performance.now() - endedAt);

  await changeWatchedRows(user, partner);
  for (const socket of ended) {
    tally.tried += 1;
    const code = await socket.call();
    if (code !== "UNAUTHENTICATED")
      tally.usable.push(`${ending.name}: a call on a socket returned ${code}`);
    if (socket.leaks > 0) tally.leaks.push(`${ending.name}: ${socket.leaks} results`);
  }
  for (const { http, refreshToken } of sessions.slice(ending.keptSessions)) {
    const code = await outcomeOf(http.query(api.chat.unreadCount, {}));
    const { tokens } = await visitorOf(market).action(api.auth.signIn, { refreshToken });
    if (code !== "UNAUTHENTICATED" || tokens !== null)
      tally.usable.push(
        `${ending.name}: a call with the token returned ${code}, refreshed: ${tokens !== null}`,
      );
  }
  if (await isValid(market, user.restToken)) tally.usable.push(`${ending.name}: the REST token`);
  for (const socket of sockets.slice(0, ending.keptSessions).flat()) {
    tally.kept += 1;
    if (!socket.isLoaded || (await socket.call()) !== "done") tally.lost.push(ending.name);
  }
  for (const { client } of sockets.flat()) client.close();
}

export async function endSessions(market: Market, { form, say }: Attempt): Promise<Finding[]> {
  const { http: admin } = await joinAdmin(market);
  const tally = new Tally();
  for (let round = 0; round < ROUNDS[form]; round += 1) {
    const count = ENDINGS.length;
    const { retailers } = await joinTraders(market, count, 0, 100 + round * count);
    const { distributors } = await joinTraders(market, 0, 1, 100 + round);
    for (const [n, ending] of ENDINGS.entries()) {
      const trader = retailers[n]!;
      await checkEnding(market, ending, { trader, partner: distributors[0]!, admin }, tally);
    }
    say(`sessions ended in ${ENDINGS.length * (round + 1)} ways`);
  }
  return [
    none("sockets that received results after their session ended", tally.leaks, tally.tried),
    none("sockets and tokens usable after their session ended", tally.usable, tally.tried),
    none("sockets of kept sessions that lost access", tally.lost, tally.kept),
    atMostMs(
      "from the response until the last socket lost access",
      Math.max(...tally.durationsMs),
      SIGN_OUT_MS,
    ),
  ];
}

/** Session fixation: a login or logout through REST invalidates planted and earlier tokens. */
export async function rejectOldTokens(market: Market): Promise<Finding[]> {
  const { retailers } = await joinTraders(market, 1, 0, 90);
  const trader = retailers[0]!;
  const planted = "planted-by-somebody-else-0123456789abcdefghij";
  const before = await restTokenOf(market, trader, { Cookie: `token=${planted}` });
  const byCookie = await restTokenOf(market, trader, { Cookie: `token=${before}` });
  const byHeader = await restTokenOf(market, trader, bearer(byCookie));
  const valid = [];
  for (const token of [planted, before, byCookie])
    if (await isValid(market, token)) valid.push(token);
  if (new Set([planted, before, byCookie, byHeader]).size < 4)
    valid.push("a sent token issued again");
  const isNewValid = await isValid(market, byHeader);
  await post(market, "/api/auth/logout", {}, { Cookie: `token=${byHeader}` });
  if (await isValid(market, byHeader)) valid.push("a token after logout");
  return [
    none("tokens from before a login or logout that stay valid", valid, 5),
    least("valid tokens from a login", Number(isNewValid)),
  ];
}
