/** Results of earlier visits on pages without a connection. */
import { describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { type FakeClient, pageOf } from "../../testing/fakeClient.setup";
import { idOf, MEENA, order } from "../../testing/fixtures.setup";
import { clientFor, open, show } from "../../testing/screen.setup";
import type { Me } from "../../session/userdata";
import { rememberSignOut } from "../../accountStore/signOuts";
import { useLiveQuery } from "../useLiveQuery";
import { openLastResults, LIMITS, storedResults } from "./open";
import { bounded } from "../../accountStore/limits";

const RAVI: Me = { ...MEENA, _id: idOf("ravi"), name: "Ravi", email: "ravi@mandi.test" };
const at = Date.parse("2026-03-04T05:12:00Z");
const sessionOf = (accountId: string, id = "s1") => ({ accountId, id: `${accountId}|${id}` });

async function kept(accountId: string, id?: string): Promise<string[]> {
  return [...(await storedResults.all(sessionOf(accountId, id))).keys()].sort();
}

/** Opens the pending orders with a connection, and leaves what was seen behind. */
async function visit(me: Me, productName: string): Promise<FakeClient> {
  const client = clientFor(me).answer(api.orders.outgoing, pageOf([order({ productName })]));
  await open("/pendingretail", client);
  await expect.element(page.getByText(productName).first()).toBeVisible();
  await expect
    .poll(async () => {
      window.dispatchEvent(new Event("pagehide"));
      return kept(me._id, `session-${me._id}`);
    })
    .toEqual(expect.arrayContaining(["users:me {}", 'orders:outgoing {"list":"pending"}']));
  return client;
}

/** Opens an address like a reload without a connection: nothing is answered. */
async function openOffline(address: string, me: Me): Promise<void> {
  const client = clientFor(me)
    .answer(api.users.me, () => undefined)
    .answer(api.basket.quantities, () => undefined);
  await open(address, client);
  await expect.element(page.getByRole("main")).toBeVisible();
  client.goOffline();
}

function AccountName({ isKeptOffline = true }) {
  return useLiveQuery(api.users.me, {}, { isKeptOffline }).value?.name ?? "Nobody";
}

function BasketSize() {
  return useLiveQuery(api.basket.quantities, {}).value?.length;
}

const asOf = page.getByText(/You are offline\..* As of \d+:\d\d [ap]m\./);

describe("without a connection", () => {
  test("a page shows its last rows and the time of them", async () => {
    const before = await visit(MEENA, "Basmati Rice");
    before.end();
    await openOffline("/pendingretail", MEENA);
    await expect.element(page.getByText("Basmati Rice").first()).toBeVisible();
    await expect.element(asOf).toBeVisible();
  });

  test("a page that was open goes on showing what it has, with the time of the loss", async () => {
    const client = await visit(MEENA, "Basmati Rice");
    expect(page.getByText(/As of/).elements()).toHaveLength(0);
    client.goOffline();
    await expect.element(asOf).toBeVisible();
    client.goOnline();
    await expect.poll(() => page.getByText(/As of/).elements().length).toBe(0);
  });

  test("[PWA8] a page that is left as soon as it is there is kept", async () => {
    const client = clientFor(MEENA)
      .answer(api.orders.outgoing, pageOf([order({ productName: "Basmati Rice" })]))
      .answer(api.basket.lines, { lines: [], distributors: [] });
    await open("/pendingretail", client);
    await expect.element(page.getByText("Basmati Rice").first()).toBeVisible();
    await page
      .getByRole("link", { name: /^Basket/ })
      .first()
      .click();
    await expect.element(page.getByRole("heading", { level: 1, name: /^Basket/ })).toBeVisible();
    client.end();
    await openOffline("/pendingretail", MEENA);
    await expect.element(page.getByText("Basmati Rice").first()).toBeVisible();
    await expect.element(asOf).toBeVisible();
  });

  test("a page that is left before the code of keeping is there is kept", async () => {
    const client = clientFor(MEENA);
    show(<AccountName />, client);
    await expect.element(page.getByText(MEENA.name)).toBeVisible();
    show(<p>Another page</p>, client);
    await expect.element(page.getByText("Another page")).toBeVisible();
    const stop = openLastResults(client);
    await expect.poll(() => kept(MEENA._id, `session-${MEENA._id}`)).toContain("users:me {}");
    stop();
  });

  test("a result is kept only where its reader says so", async () => {
    const client = clientFor(MEENA).answer(api.basket.quantities, []);
    show(
      <p>
        <AccountName /> with <BasketSize /> products
      </p>,
      client,
    );
    await expect.element(page.getByText(`${MEENA.name} with 0 products`)).toBeVisible();
    const stop = openLastResults(client);
    await expect.poll(() => kept(MEENA._id, `session-${MEENA._id}`)).toEqual(["users:me {}"]);
    stop();
  });

  test("a reader that says nothing of it shows no kept result", async () => {
    const before = await visit(MEENA, "Basmati Rice");
    before.end();
    const client = clientFor(MEENA).answer(api.users.me, () => undefined);
    show(
      <p>
        <AccountName />, <AccountName isKeptOffline={false} />
      </p>,
      client,
    );
    const stop = openLastResults(client);
    client.goOffline();
    await expect.element(page.getByText(`${MEENA.name}, Nobody`)).toBeVisible();
    stop();
  });

  test("a hidden page has written what it had", async () => {
    const client = clientFor(MEENA).answer(
      api.orders.outgoing,
      pageOf([order({ productName: "Basmati Rice" })]),
    );
    await open("/pendingretail", client);
    await expect.poll(() => kept(MEENA._id, `session-${MEENA._id}`)).toContain("users:me {}");
    client.answer(api.orders.outgoing, pageOf([order({ productName: "Soap" })]));
    await expect.element(page.getByText("Soap").first()).toBeVisible();
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    const written = async () => {
      document.dispatchEvent(new Event("visibilitychange"));
      return JSON.stringify([...(await storedResults.all(client.session!))]);
    };
    // Sooner than without the event.
    await expect.poll(written, { timeout: 800 }).toContain("Soap");
  });

  test.each([
    ["/pendingretail", MEENA],
    ["/basket", MEENA],
    ["/homepageretailer", MEENA],
    ["/acceptedretail", MEENA],
    ["/orderinfo/product", MEENA],
    ["/khata", MEENA],
    ["/chat", MEENA],
  ])(
    "[PWA8] %s, which was never opened, says so instead of a time and of loading",
    async (address, me) => {
      const client = clientFor(me).answer(api.basket.lines, { lines: [], distributors: [] });
      await open("/profile", client);
      await expect.poll(() => kept(me._id, `session-${me._id}`)).toContain("users:me {}");
      client.end();
      await openOffline(address, me);
      await expect.element(page.getByText("Not kept on this device").first()).toBeVisible();
      expect(page.getByText(/As of/).elements()).toEqual([]);
      const loading = page
        .getByRole("main")
        .getByRole("status")
        .filter({ hasText: /Loading/ });
      expect(loading.elements()).toEqual([]);
    },
  );

  test("another account sees nothing of it, and leaves nothing of it behind", async () => {
    const before = await visit(MEENA, "Basmati Rice");
    before.end();
    await openOffline("/pendingretail", RAVI);
    await expect.element(page.getByText(/You are offline/)).toBeVisible();
    await expect.poll(() => kept(MEENA._id, `session-${MEENA._id}`)).toEqual([]);
    expect(page.getByText("Basmati Rice").elements()).toHaveLength(0);
  });
});

describe("kept results", () => {
  const results = (...keys: string[]) => new Map(keys.map((key) => [key, { at, value: [key] }]));

  test("are one account's alone", async () => {
    await storedResults.putAll(sessionOf("meena"), results("a", "b"));
    expect(await kept("meena")).toEqual(["a", "b"]);
    expect(await kept("ravi")).toEqual([]);
    await storedResults.putAll(sessionOf("ravi"), new Map());
    expect(await kept("meena")).toEqual([]);
  });

  test("end with a sign-out, in whichever tab, and are not written after it", async () => {
    await storedResults.putAll(sessionOf("meena"), results("a"));
    rememberSignOut({ session: sessionOf("meena").id, ending: null, at: Date.now() });
    expect(await kept("meena")).toEqual([]);
    await storedResults.putAll(sessionOf("meena"), results("b"));
    expect(await kept("meena", "s2")).toEqual([]);
  });

  test("have a newer time without being written again", async () => {
    await storedResults.putAll(sessionOf("meena"), results("a"));
    await storedResults.putAll(
      sessionOf("meena"),
      new Map([
        ["a", { at: at + 5 }],
        ["unknown", { at }],
      ]),
    );
    expect([...(await storedResults.all(sessionOf("meena")))]).toEqual([
      ["a", { at: at + 5, value: ["a"] }],
    ]);
  });

  test("are bounded in number and size, the newest first", async () => {
    const entry = (n: number, bytes = 10) => [`q${n}`, { at: n, bytes }] as const;
    const many = bounded(new Map(Array.from({ length: 100 }, (_, n) => entry(n))), LIMITS);
    expect([many.size, many.has("q99")]).toEqual([LIMITS.max, true]);
    const large = new Map([1, 2, 3].map((n) => entry(n, LIMITS.bytesMax / 2)));
    expect([...bounded(large, LIMITS).keys()]).toEqual(["q2", "q3"]);

    await storedResults.putAll(
      sessionOf("meena"),
      new Map([["a", { at, value: "x".repeat(LIMITS.entryBytesMax) }]]),
    );
    await storedResults.putAll(sessionOf("meena"), new Map([["b", { at, value: 1n }]]));
    expect(await kept("meena")).toEqual([]);
  });
});
