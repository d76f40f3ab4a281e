/** User text that looks like markup, a link or a direction mark is shown as text on every page, and never acts. */
import { type Browser, type Page, expect, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import type { Id } from "../convex/_generated/dataModel";
import { logIn as logInClient, operatorOf, register } from "../testkit/clients";
import { type Market, startMarket } from "../testkit/market";
import { acceptOrder, placeOrder } from "../testkit/orders";
import { PAGES, settled } from "../testkit/browser/pages";
import { PICTURE, type Person } from "../testkit/people";
import { newVisitor, signIn } from "../testkit/browser/people";

/** Sets a flag, opens a dialog and makes a foreign request: any way to run a script sets off one of them. */
const ACT = "globalThis.__acted=1;alert(1);fetch('//evil.test/')";

/** User texts by their labels on the pages; each is followed by its place there. */
const PAYLOADS = [
  `<img src=x onerror="${ACT}">`,
  `<script>${ACT}</script>`,
  `"><svg onload=${ACT}>`,
  `javascript:${ACT}`,
  `</textarea></title><iframe srcdoc="<script>${ACT}</script>">`,
  `{{constructor.constructor("${ACT}")()}}`,
  `[link](javascript:${ACT}) <a href="https://evil.test/">here</a>`,
  `<link rel=prefetch href=//evil.test/><meta http-equiv=refresh content=0;url=//evil.test/>`,
];
const TURNED = "\u202egpj.exe";
/** Padded to the longest allowed name. */
const NAME = `<img src=x onerror=alert(1)>"><svg onload=alert(1)>`;
const words = (where: string) => `${where}: ${PAYLOADS.join(" ")}`.slice(0, 490);
const name = (where: string) => `${where} ${NAME}`;

const PASSWORD = "as typed, not as run";
const contact = { phone: "+919876543210", password: PASSWORD, address: words("Address") };
const RETAILER: Person = {
  ...{ name: name("Buyer"), email: "buyer@markup.test", ...contact },
  ...{ role: "retailer", shopName: name("Shop") },
};
const DISTRIBUTOR: Person = {
  ...{ name: name("Seller"), email: "seller@markup.test", ...contact },
  ...{ role: "distributor", companyName: name("Company") },
};
const ADMIN = { email: "admin@markup.test", name: name("Admin"), password: PASSWORD };
const PAGE = { paginationOpts: { numItems: 10, cursor: null } };

let market: Market;
let productId: Id<"products">;

async function trade(): Promise<void> {
  await register(market, RETAILER);
  await register(market, DISTRIBUTOR);
  const [buyer, seller] = [
    await logInClient(market, RETAILER),
    await logInClient(market, DISTRIBUTOR),
  ];
  const form = new FormData();
  form.append("image", new Blob([PICTURE.buffer], { type: PICTURE.mimeType }), `${NAME}.png`);
  const answer = await fetch(`${market.url}/api/upload/image`, {
    ...{ method: "POST", body: form },
    headers: { Authorization: `Bearer ${seller.token}` },
  });
  const { imageId } = (await answer.json()) as { imageId: Id<"_storage"> };
  await seller.http.action(api.users.saveUpiId, {
    upiId: "seller@bank",
    password: DISTRIBUTOR.password,
  });
  ({ productId } = await seller.http.mutation(api.products.add, {
    ...{ name: name("Product"), type: "Furniture", description: words("Description") },
    ...{ packSize: 1, pricePaise: 12_550, stock: 100, imageId },
  }));
  const [distributor] = (await buyer.http.query(api.users.distributors, PAGE)).page;
  await buyer.http.mutation(api.network.request, { distributorId: distributor!._id });
  const [request] = (await seller.http.query(api.network.pending, PAGE)).page;
  const connectionId = request!._id;
  await seller.http.mutation(api.network.answer, { connectionId, status: "accepted" });
  const place = (lineCount = 1) => {
    const lines = Array.from({ length: lineCount }, () => ({ productId, quantity: 1 }));
    return placeOrder(buyer.http, lines, words("Message"));
  };
  await place();
  const [accepted, completed, rejected, cancelled] = [
    await place(),
    await place(),
    await place(),
    await place(),
  ];
  const several = await place(3);
  const [reason, refused] = [words("Reason"), `${several}-1`];
  await seller.http.mutation(api.orders.reject, { orderIds: [refused], reason });
  for (const orderId of [accepted, completed]) await acceptOrder(seller.http, orderId);
  await seller.http.mutation(api.orders.complete, { orderIds: [completed] });
  await seller.http.mutation(api.orders.reject, { orderIds: [rejected], reason: words("Reason") });
  await buyer.http.mutation(api.orders.cancel, { orderIds: [cancelled], reason: words("Reason") });
  for (const [from, to] of [
    [buyer, DISTRIBUTOR],
    [seller, RETAILER],
  ] as const) {
    const sendKey = crypto.randomUUID();
    await from.http.mutation(api.chat.send, { to: to.email, content: words("Chat"), sendKey });
    await from.http.mutation(api.feedback.submit, {
      ...{ complaint: words("Complaint"), review: words("Review"), rating: 1 },
    });
    await from.http.action(api.developers.createKey, {
      ...{ name: name("Key"), scope: "read" },
      password: RETAILER.password,
    });
  }
}

/** Adds an announcement and an article as the news service sends it, before the market filters it. */
async function announce(): Promise<void> {
  const operator = operatorOf(market);
  await operator.action("admin:upsertAdmin" as never, ADMIN as never);
  const admin = await logInClient(market, { ...ADMIN, role: "admin" });
  await admin.http.mutation(api.news.announce, {
    ...{ title: name("Announcement"), text: words("Text") },
  });
  const article = { title: name("Article"), description: words("News"), source: name("Wire") };
  const articles = [{ ...article, url: "https://wire.test/1", publishedAt: 1 }];
  await operator.mutation("news/keep:articles" as never, { articles } as never);
}

test.beforeAll(async () => {
  test.setTimeout(120_000);
  market = await startMarket(["--empty"]);
  await trade();
  await announce();
});
test.afterAll(() => market.stop());

/** Opens a page and collects dialogs, foreign requests, errors and policy violations. */
async function newWatchedPage(browser: Browser): Promise<{ page: Page; acts: string[] }> {
  const page = await newVisitor(browser, market);
  const acts: string[] = [];
  page.on("dialog", (dialog) => {
    // The app's own dialog, while a mutation is pending.
    if (dialog.type() !== "beforeunload") acts.push(`a dialog: ${dialog.message()}`);
    void dialog.accept();
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    const isOwn = origin === market.url || protocol === "data:" || protocol === "blob:";
    if (!isOwn) acts.push(`a request to ${request.url()}`);
  });
  page.on("pageerror", (error) => acts.push(`an error: ${error.message}`));
  page.on("console", (message) => {
    if (/Content Security Policy|violates/i.test(message.text())) acts.push(message.text());
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ blockedURI }) => {
      console.error(`violates: ${blockedURI}`);
    });
  });
  return { page, acts };
}

/** Returns elements that user text created. */
function createdElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const made = document.querySelectorAll(
      'iframe, [onerror], [onload], img[src="x"], [href^="javascript:" i], [href*="evil.test"]:not([href^="https://www.google.com/maps/search/?"]), body script:not([src])',
    );
    const acted = "__acted" in globalThis ? ["a script ran"] : [];
    return [...acted, ...Array.from(made, ({ outerHTML }) => outerHTML.slice(0, 100))];
  });
}

/** The texts that each page must show as typed, so that the check is not vacuous. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  "/": ["Product"],
  "/newsfeed": ["Announcement", "Article"],
  "/distributorslist": ["Seller", "Company"],
  "/productlistall": ["Product"],
  "/latestproduct": ["Product"],
  "/distributor-products/seller@markup.test": ["Product"],
  "/retailerNetwork": ["Seller"],
  "/pendingretail": ["Product"],
  "/acceptedretail": ["Product"],
  "/rejectedretail": ["Product", "Reason"],
  "/completedretail": ["Product"],
  "/invoicepage": ["Company", "Shop", "Product"],
  "/chat": ["Chat"],
  "/productlist": ["Product", "Description"],
  "/retailerslist": ["Buyer", "Shop"],
  "/mynetwork": ["Buyer"],
  "/pendingorders_dist": ["Product", "Buyer", "Message"],
  "/accepted_dist": ["Product", "Message"],
  "/rejected_dist": ["Product", "Reason"],
  "/completed_dist": ["Product", "Message"],
  "/adminhome": ["Buyer", "Product", "Message"],
  "/adminretailerlist": ["Buyer"],
  "/admindistributorslist": ["Seller", "Company"],
  "/adminproductlist": ["Product", "Seller"],
  "/admincomplaints": ["Complaint", "Review"],
};
/** The part of the text that every list shows. */
const BEGINNING = "<img src=x onerror=";

/** Opens conversations, dialogs and folded texts of a page one after the other, and closes each again. */
async function openDetails(page: Page): Promise<void> {
  const conversation = page.getByRole("link", { name: /(Buyer|Seller) <img.*Chat: / });
  if ((await conversation.count()) > 0) {
    await conversation.first().click();
    await expect(page.getByRole("log")).toContainText(words("Chat"));
  }
  const openers = page.getByRole("main").getByRole("button", {
    name: /^(More Info|Contact Details|Details|Edit|Accept|Reject|Cancel|Update Message|More|Read More)\b/,
  });
  for (let n = 0; n < Math.min(await openers.count(), 4); n += 1) {
    // A dialog whose code comes late opens after its Escape, and lies over the next button.
    await expect(async () => {
      try {
        await openers.nth(n).click({ timeout: 1_000 });
      } finally {
        await page.keyboard.press("Escape");
      }
    }).toPass();
  }
}

const ROLES = { visitor: undefined, retailer: RETAILER, distributor: DISTRIBUTOR } as const;

for (const who of ["visitor", "retailer", "distributor", "admin"] as const) {
  test(`[I-24] shows user text as text on the pages of a ${who}`, async ({ browser }) => {
    test.setTimeout(180_000);
    const { page, acts } = await newWatchedPage(browser);
    const login = who === "admin" ? { ...ADMIN, role: who } : ROLES[who];
    if (login !== undefined) await signIn(market, page, login);
    const own = who === "visitor" || who === "retailer" ? [`/orderinfo/${productId}`] : [];
    for (const listed of [...PAGES[who], ...own]) {
      const path = listed.replace("asha@mandi.test", DISTRIBUTOR.email);
      await page.goto(path);
      await settled(page);
      for (const where of SHOWN[path] ?? []) {
        const typed = new RegExp(`${where}:? ${BEGINNING}`);
        const shown = page.getByText(typed).filter({ visible: true });
        await expect(shown.first(), `${where} at ${path}`).toBeVisible();
      }
      await openDetails(page);
      expect.soft(await createdElements(page), path).toEqual([]);
      expect.soft(acts.splice(0), path).toEqual([]);
    }
    await page.context().close();
  });
}

test("requests no picture from a news source", async ({ browser }) => {
  const { page, acts } = await newWatchedPage(browser);
  const article = { title: "Tracked", description: "", source: "Wire", publishedAt: 2 };
  const [url, imageUrl] = ["https://wire.test/2", "https://tracker.test/p.png"];
  const articles = [{ ...article, url, imageUrl }];
  await operatorOf(market).mutation("news/keep:articles" as never, { articles } as never);
  await page.goto("/newsfeed");
  const tracked = page.getByRole("article").filter({ hasText: "Tracked" });
  await expect(tracked.getByRole("link")).toHaveAttribute("rel", /noreferrer/);
  await page.waitForLoadState("networkidle");
  expect(acts).toEqual([]);
  await page.context().close();
});

test("rejects a direction mark in a product's name", async () => {
  const { http } = await logInClient(market, DISTRIBUTOR);
  const edit = http.mutation(api.products.edit, { productId, changes: { name: TURNED } });
  await expect(edit).rejects.toMatchObject({ data: { code: "BAD_PRODUCT" } });
});
