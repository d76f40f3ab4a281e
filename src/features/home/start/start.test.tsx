/** The first steps of a new account, at each of them. */
import { LANGUAGES } from "../../../../domain/language/languages";
import type { FunctionReturnType } from "convex/server";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import { type FakeClient, pageOf, serverError } from "../../../testing/fakeClient.setup";
import { ASHA, idOf, LONG_WORD, MARCH_4, MEENA } from "../../../testing/fixtures.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../../testing/screen.setup";

type Start = FunctionReturnType<typeof api.home.start>;
type RetailerStart = Extract<NonNullable<Start>, { role: "retailer" }>;
type DistributorStart = Extract<NonNullable<Start>, { role: "distributor" }>;

const main = page.getByRole("main");
const card = main.getByRole("region", { name: "Start", exact: true });
const steps = card.getByRole("listitem");

const BANYAN: RetailerStart["distributors"][number] = {
  ...{ _id: idOf("asha"), name: "Asha Kolhari", companyName: "Banyan Court Wholesale" },
  ...{ email: "asha@mandi.test", phone: "+91 91234 56780", address: "", imageUrl: null },
  ...{ createdAt: MARCH_4, connection: null },
};
const OTHER = { ...BANYAN, _id: idOf<"users">("charu"), companyName: "Seven Wells" };

const NEW_RETAILER: RetailerStart = {
  ...{ role: "retailer", hasLanguage: true, isConnected: false, hasOrdered: false },
  distributors: [BANYAN, OTHER],
};
const NEW_DISTRIBUTOR: DistributorStart = {
  ...{ role: "distributor", products: 0, hasPayee: false, hasShops: false, hasAccepted: false },
};

async function home(me: typeof MEENA, start: Start | Error): Promise<FakeClient> {
  const client = clientFor(me)
    .answer(api.home.start, start)
    .answer(api.home.offers, { count: 0, rows: [] })
    .answer(api.home.arriving, [])
    .answer(api.home.waiting, { count: 0, hasMore: false, rows: [] })
    .answer(api.home.newProducts, [])
    .answer(api.home.unread, { count: 0, rows: [] })
    .answer(api.home.toAnswer, { count: 0, hasMore: false, rows: [] })
    .answer(api.home.toDeliver, [])
    .answer(api.home.runsLow, { count: 0, rows: [] })
    .answer(api.home.sales, [])
    .answer(api.basket.usual, [])
    .answer(api.khata.money, {
      ...{ openPaise: 0, overduePaise: 0, todayPaise: 0, claims: 0, hasMore: false },
      dues: [],
    })
    .answer(api.network.pending, pageOf([]))
    .answer(api.network.pendingCount, 0);
  await open(me.role === "retailer" ? "/homepageretailer" : "/homepage", client);
  return client;
}

/** Returns the titles of the steps, each with "Done" behind it once it is. */
const titles = () =>
  card
    .getByRole("heading", { level: 3 })
    .elements()
    .map(({ textContent }) => textContent);

test("[START1] [START3] a new retailer connects from the card, and looks at the products until it is answered", async () => {
  const client = await home(MEENA, NEW_RETAILER);
  client.onCall(api.network.request, () => {
    const distributors = [{ ...BANYAN, connection: "pending" as const }, OTHER];
    client.answer(api.home.start, { ...NEW_RETAILER, distributors });
    return { connectionId: idOf<"connections">("connection") };
  });
  await expectTexts(card, "1 of 3", "Banyan Court Wholesale", "Seven Wells");
  await expect
    .poll(titles)
    .toEqual(["Choose your languageDone", "Connect with a distributor", "Place your first order"]);
  await card.getByRole("button", { name: "Connect with Banyan Court Wholesale" }).click();
  await expect.element(card.getByRole("button", { name: "Requested" })).toBeVisible();
  expect(client.argsOf(api.network.request)).toEqual([{ distributorId: "asha" }]);
  const firstName = "Asha";
  await expect
    .element(card.getByRole("status"))
    .toMatchTextContent(`${firstName} has your request; look at the products meanwhile.`);
  await expect
    .element(card.getByRole("link", { name: "look at the products meanwhile" }))
    .toHaveAttribute("href", "/distributor-products/asha%40mandi.test");
  expect(card.getByRole("button", { name: "Connect with Seven Wells" }).elements()).toHaveLength(1);
});

test("[START1] steps tick themselves, and the card folds to a line when the last one has", async () => {
  const client = await home(MEENA, NEW_RETAILER);
  await expectTexts(card, "1 of 3");
  const connected = { ...NEW_RETAILER, isConnected: true, distributors: [] };
  client.answer(api.home.start, connected);
  await expectTexts(card, "2 of 3", "Done");
  await expect
    .poll(titles)
    .toEqual([
      "Choose your languageDone",
      "Connect with a distributorDone",
      "Place your first order",
    ]);
  expect(steps.first().getByRole("link").elements()).toEqual([]);
  await expect
    .element(card.getByRole("link", { name: "Browse products" }))
    .toHaveAttribute("href", "/productlistall");
  client.answer(api.home.start, { ...connected, hasOrdered: true });
  await expectTexts(main, "All 3 first steps are done.");
  expect(card.elements()).toEqual([]);
  // The next visit.
  await home(MEENA, { ...connected, hasOrdered: true });
  await expectTexts(main, "Nothing waits:");
  expect(main.getByText("first steps").elements()).toEqual([]);
});

test("[START1] a retailer who never chose a language has the list in the first step, and English ticks it, too", async () => {
  const client = await home(MEENA, { ...NEW_RETAILER, hasLanguage: false });
  client.onCall(api.account.chooseLanguage, () => {
    client.answer(api.home.start, NEW_RETAILER);
    return null;
  });
  await expectTexts(card, "0 of 3", "Choose your language");
  const languages = card.getByRole("combobox", { name: "Language" });
  expect([...languages.element().querySelectorAll("option")].map(({ value }) => value)).toEqual([
    ...LANGUAGES,
  ]);
  // A choice of what is chosen is no change of the list: the step has a button for it.
  await card.getByRole("button", { name: "Stay with English" }).click();
  expect(client.argsOf(api.account.chooseLanguage)).toEqual([{ language: "en" }]);
  await expectTexts(card, "1 of 3");
});

test("[START2] a new distributor has the ways to each of four steps, and a filled button for the next", async () => {
  const client = await home(ASHA, NEW_DISTRIBUTOR);
  await expectTexts(card, "0 of 4");
  await expect
    .poll(titles)
    .toEqual([
      ...["List your first 10 products", "Say how shops pay you"],
      ...["Invite your shops", "Accept your first order"],
    ]);
  const filled = () =>
    [...card.element().querySelectorAll("a.bg-accent, button.bg-accent")].map(
      ({ textContent }) => textContent,
    );
  const link = `${location.origin}/auth/signup?role=retailer&distributor=asha`;
  const text = `Banyan Court Wholesale is on Mandi. Register your shop here, and order from us at any hour:\n${link}`;
  for (const [name, to] of [
    ["Import a file", "/import-products"],
    ["Add a product", "/addproduct"],
    ["UPI ID or bank", "/settings#payments"],
    ["WhatsApp", `https://wa.me/?text=${encodeURIComponent(text)}`],
    ["Pending orders", "/pendingorders_dist"],
  ] as const)
    await expect.element(card.getByRole("link", { name })).toHaveAttribute("href", to);
  expect(filled()).toEqual(["Import a file"]);
  client.answer(api.home.start, { ...NEW_DISTRIBUTOR, products: 4 });
  await expectTexts(card, "0 of 4", "4 of 10");
  client.answer(api.home.start, { ...NEW_DISTRIBUTOR, products: 10 });
  await expectTexts(card, "1 of 4");
  expect(filled()).toEqual(["UPI ID or bank"]);
  client.answer(api.home.start, { ...NEW_DISTRIBUTOR, products: 10, hasPayee: true });
  await expect.poll(filled).toEqual(["WhatsApp"]);
  client.answer(api.home.start, {
    ...{ ...NEW_DISTRIBUTOR, products: 10, hasPayee: true, hasShops: true },
  });
  await expect.poll(filled).toEqual(["Pending orders"]);
  await expectTexts(card, "3 of 4");
});

test("[START2] the invitation is a code with its link, which prints alone", async () => {
  await home(ASHA, NEW_DISTRIBUTOR);
  await card.getByRole("button", { name: "QR to print" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite your shops" });
  await expect.element(dialog.getByRole("img", { name: "Code of your invitation" })).toBeVisible();
  const link = `${location.origin}/auth/signup?role=retailer&distributor=asha`;
  await expectTexts(dialog, link, "Copy link");
  const print = vi.spyOn(window, "print").mockReturnValue(undefined);
  await dialog.getByRole("button", { name: "Print" }).click();
  expect(print).toHaveBeenCalledOnce();
  const sheet = document.querySelector("[data-print-alone]")!;
  expect(sheet.textContent).toContain("Order from Banyan Court Wholesale");
  expect(sheet.textContent).toContain(link);
  expect(sheet.querySelectorAll("svg")).toHaveLength(1);
  expect(sheet.checkVisibility()).toBe(false);
  await dialog.getByRole("button", { name: "Close dialog" }).click();
  expect(document.querySelector("[data-print-alone]")).toBeNull();
});

test("[START4] the card is dismissed at a press, and stays where the server refuses", async () => {
  const client = await home(MEENA, NEW_RETAILER);
  client.onCall(api.home.dismissStart, serverError);
  const dismiss = card.getByRole("button", { name: "Dismiss the first steps" });
  await dismiss.click();
  await expectTexts(page, "The first steps could not be dismissed.");
  await expect.element(card).toBeVisible();
  client.onCall(api.home.dismissStart, () => {
    client.answer(api.home.start, null);
    return null;
  });
  await dismiss.click();
  await expect.element(card).not.toBeInTheDocument();
  expect(client.argsOf(api.home.dismissStart)).toEqual([{}, {}]);
});

test("a home page shows its blocks where the first steps could not be loaded", async () => {
  await home(MEENA, serverError());
  await expectTexts(main, "Nothing waits:");
  expect(card.elements()).toEqual([]);
  expect(main.getByRole("alert").elements()).toEqual([]);
});

test("the card fits a phone with long names and with large text", async () => {
  await usePhone();
  const long = {
    ...BANYAN,
    companyName: LONG_WORD,
    name: LONG_WORD,
    connection: "pending" as const,
  };
  await home(MEENA, { ...NEW_RETAILER, distributors: [long, OTHER] });
  await expectTexts(card, "1 of 3", LONG_WORD);
  await expectNoSidewaysScroll();
  document.documentElement.style.fontSize = "32px";
  await expectNoSidewaysScroll();
  await home(ASHA, { ...NEW_DISTRIBUTOR, products: 4 });
  await expectTexts(card, "4 of 10");
  await expectNoSidewaysScroll();
  document.documentElement.style.fontSize = "";
});
