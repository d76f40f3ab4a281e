/**
 * Whatever ends a session ends it on every socket and for every token of it, at once: screens go dark, and stay dark while what
 * they showed changes. Sessions that it does not end stay.
 */
import { api } from "../../convex/_generated/api";
import { logIn } from "../../testkit/clients";
import { type Market, until } from "../../testkit/market";
import { LeanClient } from "../../embedded/testkit/leanClient";
import type { Attempt, Finding } from "../../embedded/testkit/proof";
import { bearer, codeOf, post, ticketFor, visitorOf } from "./accountCalls";
import { atMostMs, least, none } from "../findings";
import { joinAdmin } from "./registration";
import { PASSWORD, type Trader, codeIn, joinTraders } from "../../testkit/traders";

const ROUNDS = { short: 1, long: 4 };
const SOCKETS = 2;
const DARK_MS = 1_000;
const PATIENCE_MS = 10_000;
const PAGE = { numItems: 10, cursor: null };
const WATCHED = [
  { queryId: 0, path: "users:me", args: {} },
  { queryId: 1, path: "chat:unreadCount", args: {} },
  { queryId: 2, path: "network:ofRetailer", args: { paginationOpts: PAGE } },
  { queryId: 3, path: "orders:outgoing", args: { list: "pending", paginationOpts: PAGE } },
];

/** One socket of a session. */
class Screen {
  readonly client: LeanClient;
  /** Values that were shown after it had gone dark. */
  leaks = 0;
  updates = 0;
  ts = 0;
  #wasDark = false;
  readonly #lit = new Set<number>();

  private constructor(client: LeanClient) {
    this.client = client;
    client.onTransition = (ts, changes) => {
      this.ts = ts;
      this.updates += 1;
      // Of nobody, `users:me` is null; everything else is refused.
      for (const { queryId, value } of changes)
        if (value === undefined || value === null) this.#lit.delete(queryId);
        else this.#lit.add(queryId);
      if (this.#wasDark) this.leaks += this.#lit.size;
    };
  }

  static async open(market: Market, token: string): Promise<Screen> {
    const screen = new Screen(await LeanClient.open(market.url));
    screen.client.authenticate(token);
    screen.client.watch(WATCHED);
    await until("a screen shows all", () => Promise.resolve(screen.isLit), PATIENCE_MS);
    return screen;
  }

  get isLit(): boolean {
    return this.#lit.size === WATCHED.length;
  }

  get isDark(): boolean {
    this.#wasDark ||= this.#lit.size === 0;
    return this.#wasDark;
  }

  /** What a call on this socket comes to; afterwards it has heard of everything before it. */
  async call(): Promise<string> {
    const { updates } = this;
    const code = await this.client.mutate("chat:delivered", {}).then(() => "done", codeIn);
    await until(
      "the socket is up to date",
      () => Promise.resolve(this.updates > updates),
      PATIENCE_MS,
    );
    return code;
  }
}

type Session = Awaited<ReturnType<typeof logIn>>;

interface Person {
  readonly trader: Trader;
  readonly sessions: readonly [Session, Session, Session];
  /** Of a session of REST. */
  readonly restToken: string;
}

type Ending = {
  readonly name: string;
  /** How many of the three sessions it leaves; it is done by the first. */
  readonly leaves: number;
  end(market: Market, person: Person, admin: Trader["http"]): Promise<unknown>;
};

const ENDINGS: readonly Ending[] = [
  {
    name: "a new password",
    leaves: 1,
    end: (_, { sessions: [{ http }] }) =>
      http.action(api.account.changePassword, { current: PASSWORD, password: "another-one-2026" }),
  },
  {
    name: "a reset of the password",
    leaves: 0,
    async end(market, { trader: { person } }) {
      const ticket = await ticketFor(market, person.email, "reset");
      const reset = { ticket, email: person.email, password: "another-one-2026" };
      await visitorOf(market).action(api.auth.resetPassword, reset);
    },
  },
  {
    name: "signing out everywhere",
    leaves: 0,
    end: (_, { sessions: [{ http }] }) => http.mutation(api.account.signOutEverywhere, {}),
  },
  {
    name: "closing the account",
    leaves: 0,
    end: (_, { sessions: [{ http }] }) => http.action(api.account.close, { password: PASSWORD }),
  },
  {
    name: "an admin's closing it",
    leaves: 0,
    end: (_, { trader }, admin) => admin.mutation(api.admin.deleteRetailer, { userId: trader.id }),
  },
  {
    name: "signing out on each device",
    leaves: 0,
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

const isGood = async (market: Market, token: string) =>
  (await post(market, "/api/validate", {}, bearer(token))).status === 200;

class Tally {
  readonly leaks: string[] = [];
  readonly usable: string[] = [];
  readonly lost: string[] = [];
  readonly waits: number[] = [];
  tried = 0;
  kept = 0;
}

/** The partner writes and leaves: whatever the screens showed is no longer so. */
async function changeEverything({ trader }: Person, partner: Trader): Promise<void> {
  const message = { to: trader.person.email, content: "Secret.", sendKey: crypto.randomUUID() };
  await codeOf(partner.http.mutation(api.chat.send, message));
  const { page } = await partner.http.query(api.network.ofDistributor, { paginationOpts: PAGE });
  const link = page.find(({ userEmail }) => userEmail === trader.person.email);
  if (link !== undefined)
    await partner.http.mutation(api.network.remove, { connectionId: link._id });
}

async function connect({ http, id, person }: Trader, partner: Trader): Promise<void> {
  await http.mutation(api.network.request, { distributorId: partner.id });
  const { page } = await partner.http.query(api.network.pending, { paginationOpts: PAGE });
  const connectionId = page.find(({ userEmail }) => userEmail === person.email)?._id ?? id;
  await partner.http.mutation(api.network.answer, { connectionId, status: "accepted" });
}

async function endOne(
  market: Market,
  ending: Ending,
  { trader, partner, admin }: { trader: Trader; partner: Trader; admin: Trader["http"] },
  tally: Tally,
): Promise<void> {
  await connect(trader, partner);
  const open = () => logIn(market, trader.person);
  const sessions: Person["sessions"] = [await open(), await open(), await open()];
  const person = { trader, sessions, restToken: await restTokenOf(market, trader) };
  const screens = await Promise.all(
    sessions.map(({ token }) =>
      Promise.all(Array.from({ length: SOCKETS }, () => Screen.open(market, token))),
    ),
  );
  await ending.end(market, person, admin);
  const endedAt = performance.now();
  const ended = screens.slice(ending.leaves).flat();
  const areDark = () => Promise.resolve(ended.every(({ isDark }) => isDark));
  await until("every screen is dark", areDark, PATIENCE_MS).catch(() =>
    tally.leaks.push(`${ending.name}: a screen is not dark`),
  );
  tally.waits.push(performance.now() - endedAt);

  await changeEverything(person, partner);
  for (const screen of ended) {
    tally.tried += 1;
    const code = await screen.call();
    if (code !== "UNAUTHENTICATED")
      tally.usable.push(`${ending.name}: a socket could call: ${code}`);
    if (screen.leaks > 0) tally.leaks.push(`${ending.name}: ${screen.leaks} values`);
  }
  for (const { http, refreshToken } of sessions.slice(ending.leaves)) {
    const code = await codeOf(http.query(api.chat.unreadCount, {}));
    const { tokens } = await visitorOf(market).action(api.auth.signIn, { refreshToken });
    if (code !== "UNAUTHENTICATED" || tokens !== null)
      tally.usable.push(`${ending.name}: a token is good for ${code}, renewed: ${tokens !== null}`);
  }
  if (await isGood(market, person.restToken)) tally.usable.push(`${ending.name}: REST's token`);
  for (const screen of screens.slice(0, ending.leaves).flat()) {
    tally.kept += 1;
    if (!screen.isLit || (await screen.call()) !== "done") tally.lost.push(ending.name);
  }
  for (const { client } of screens.flat()) client.close();
}

export async function endSessions(market: Market, { form, say }: Attempt): Promise<Finding[]> {
  const admin = await joinAdmin(market);
  const tally = new Tally();
  for (let round = 0; round < ROUNDS[form]; round += 1) {
    const count = ENDINGS.length;
    const { retailers } = await joinTraders(market, count, 0, 100 + round * count);
    const { distributors } = await joinTraders(market, 0, 1, 100 + round);
    for (const [n, ending] of ENDINGS.entries()) {
      const trader = retailers[n]!;
      await endOne(market, ending, { trader, partner: distributors[0]!, admin }, tally);
    }
    say(`sessions ended in ${ENDINGS.length * (round + 1)} ways`);
  }
  return [
    none("sockets that showed anything after their session ended", tally.leaks, tally.tried),
    none("sockets and tokens that were good for anything afterwards", tally.usable, tally.tried),
    none("sessions that ended though they should have stayed", tally.lost, tally.kept),
    atMostMs("from the answer until the last screen was dark", Math.max(...tally.waits), DARK_MS),
  ];
}

/** A token that somebody planted, or that was there before, is worth nothing after a login or a logout. */
export async function fixSessions(market: Market): Promise<Finding[]> {
  const { retailers } = await joinTraders(market, 1, 0, 90);
  const trader = retailers[0]!;
  const planted = "planted-by-somebody-else-0123456789abcdefghij";
  const before = await restTokenOf(market, trader, { Cookie: `token=${planted}` });
  const byCookie = await restTokenOf(market, trader, { Cookie: `token=${before}` });
  const byHeader = await restTokenOf(market, trader, bearer(byCookie));
  const good = [];
  for (const token of [planted, before, byCookie])
    if (await isGood(market, token)) good.push(token);
  if (new Set([planted, before, byCookie, byHeader]).size < 4) good.push("one that was sent along");
  const isNewGood = await isGood(market, byHeader);
  await post(market, "/api/auth/logout", {}, { Cookie: `token=${byHeader}` });
  if (await isGood(market, byHeader)) good.push("one that was logged out");

  // On a screen, too: signing in while signed in ends the session that was there.
  const { http, refreshToken } = await logIn(market, trader.person);
  const { email, password, role } = trader.person;
  await http.action(api.auth.signIn, { provider: "password", params: { email, password, role } });
  if ((await codeOf(http.query(api.chat.unreadCount, {}))) !== "UNAUTHENTICATED")
    good.push("the token of the screen before");
  const renewed = await visitorOf(market).action(api.auth.signIn, { refreshToken });
  if (renewed.tokens !== null) good.push("the refresh token of the screen before");
  return [
    none("tokens from before a login or logout that are good afterwards", good, 6),
    least("tokens that a login gave, and that are good", Number(isNewGood)),
  ];
}
