/** The bars around the pages: entries, user menu, phones. */
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import type { FakeClient } from "../../testing/fakeClient.setup";
import {
  ADMIN,
  ASHA,
  LONG_HINDI,
  LONG_WORD,
  MEENA,
  PICTURE_URL,
} from "../../testing/fixtures.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../testing/screen.setup";
// Whoever is signed in has it already: the first test need not wait for it.
import "./memberBars";

type Entries = readonly (readonly [label: string, to: string])[];
type Bar = {
  readonly logo: string;
  readonly groups: Readonly<Record<string, Entries>>;
  readonly links: Entries;
};

const MORE: Entries = [
  ["About", "/about"],
  ["Complaint", "/complaintandreview"],
  ["Daily News", "/newsfeed"],
];

const RETAILER_BAR: Bar = {
  logo: "/homepageretailer",
  groups: {
    Orders: [
      ["Pending Orders", "/pendingretail"],
      ["Accepted Orders", "/acceptedretail"],
      ["Rejected Orders", "/rejectedretail"],
      ["Completed Orders", "/completedretail"],
      ["Invoices", "/invoicepage"],
    ],
    Catalogue: [
      ["All Products", "/productlistall"],
      ["New Product", "/latestproduct"],
    ],
    Network: [
      ["Your Network", "/retailerNetwork"],
      ["Distributors", "/distributorslist"],
    ],
    More: MORE,
  },
  links: [
    ["Basket", "/basket"],
    ["Khata", "/khata"],
    ["Messages", "/chat"],
  ],
};

const DISTRIBUTOR_BAR: Bar = {
  logo: "/homepage",
  groups: {
    Orders: [
      ["Pending Orders", "/pendingorders_dist"],
      ["Accepted Orders", "/accepted_dist"],
      ["Rejected Orders", "/rejected_dist"],
      ["Completed Orders", "/completed_dist"],
    ],
    Catalogue: [
      ["All Products", "/productlist"],
      ["Add Product", "/addproduct"],
    ],
    Network: [
      ["Your Network", "/mynetwork"],
      ["Requests", "/requests"],
      ["Retailers", "/retailerslist"],
    ],
    More: MORE,
  },
  links: [
    ["Khata", "/khata"],
    ["Messages", "/chat"],
  ],
};

const ADMIN_BAR: Bar = {
  logo: "/adminhome",
  groups: {},
  links: [
    ["Retailers", "/adminretailerlist"],
    ["Distributors", "/admindistributorslist"],
    ["Products", "/adminproductlist"],
    ["Complaints!", "/admincomplaints"],
    ["Daily News", "/newsfeed"],
    ["About", "/about"],
  ],
};

const banner = page.getByRole("banner");
const bar = page.getByRole("navigation", { name: "Main" });

/** The logo and every entry lead where the table says; entries with a figure behind them say it after their label. */
async function expectBar({ logo, groups, links }: Bar): Promise<void> {
  await expect.element(bar).toBeVisible();
  await expect.element(banner.getByRole("link").first()).toHaveAttribute("href", logo);
  for (const [group, entries] of Object.entries(groups)) {
    await bar.getByRole("button", { name: group }).click();
    const list = page.getByRole("group", { name: group });
    for (const [label, to] of entries)
      await expect.element(list.getByRole("link", { name: label })).toHaveAttribute("href", to);
    await userEvent.keyboard("{Escape}");
    await expect.element(list).not.toBeInTheDocument();
  }
  for (const [label, to] of links)
    await expect.element(banner.getByRole("link", { name: label })).toHaveAttribute("href", to);
}

async function openUserMenu() {
  await page.getByRole("button", { name: "User menu" }).click();
  return page.getByRole("menu");
}

describe("on a desktop", () => {
  test("[NAV1] [NAV2] [NAV8] [NAV9] the bar of a retailer offers every page of theirs", async () => {
    await open("/about", clientFor(MEENA));
    await expectBar(RETAILER_BAR);
    const menu = await openUserMenu();
    await expectTexts(menu, "Meena Talwari", MEENA.email, "Peepal Chowk Stores", "Retailer");
    await expectTexts(menu, "Your Profile", "Settings", "Sign out");
  });

  test("[NAV3] [NAV4] [NAV9] the bar of a distributor offers every page of theirs", async () => {
    await open("/about", clientFor(ASHA));
    await expectBar(DISTRIBUTOR_BAR);
    const menu = await openUserMenu();
    await expectTexts(menu, "Asha Kolhari", ASHA.email, "Banyan Court Wholesale", "Distributor");
  });

  test("[MONTH1] the menu of a distributor with a GSTIN leads to the month's end", async () => {
    for (const [me, count] of [
      [{ ...ASHA, gstin: "27AAPFU0939F1ZV" }, 1],
      [ASHA, 0],
      [{ ...MEENA, gstin: "27AAPFU0939F1ZV" }, 0],
    ] as const) {
      await open("/about", clientFor(me));
      const menu = await openUserMenu();
      await expectTexts(menu, "Settings");
      const entry = menu.getByRole("menuitem", { name: "Month's end" });
      expect(entry.elements()).toHaveLength(count);
    }
  });

  test("[NAV5] [NAV6] the bar of an admin offers every page of theirs, and greets with the role", async () => {
    await open("/about", clientFor(ADMIN));
    await expectBar(ADMIN_BAR);
    await expectTexts(page, "Hello, Admin");
    await expectTexts(await openUserMenu(), "Mandi Admin", ADMIN.email, "Sign out");
  });

  test("entries tell how much waits behind them", async () => {
    const client: FakeClient = clientFor(ASHA)
      .answer(api.orders.pendingCount, 120)
      .answer(api.network.pendingCount, 3)
      .answer(api.chat.unreadCount, 0);
    await open("/about", client);
    await expect.element(bar.getByRole("button", { name: "Orders 99+ waiting" })).toBeVisible();
    await expect.element(bar.getByRole("button", { name: "Network 3 waiting" })).toBeVisible();
    await expect.element(bar.getByRole("link", { name: "Messages", exact: true })).toBeVisible();
  });

  test("the Orders menu and the strip above the lists count what is pending and accepted", async () => {
    const client = clientFor(MEENA).answer(api.orders.openCounts, { pending: 2, accepted: 100 });
    await open("/acceptedretail", client);
    const strip = page.getByRole("navigation", { name: "Lists of orders" });
    await expect.element(strip.getByRole("link", { name: "Pending 2 orders" })).toBeVisible();
    const accepted = strip.getByRole("link", { name: "Accepted 99+ orders" });
    await expect.element(accepted).toHaveAttribute("aria-current", "page");
    for (const [label, to] of [
      ["Rejected", "/rejectedretail"],
      ["Completed", "/completedretail"],
      ["Invoices", "/invoicepage"],
    ] as const)
      await expect.element(strip.getByRole("link", { name: label })).toHaveAttribute("href", to);
    expect(strip.element().getBoundingClientRect().height).toBe(41);
    await bar.getByRole("button", { name: "Orders" }).click();
    const menu = page.getByRole("group", { name: "Orders" });
    await expect.element(menu.getByRole("link", { name: "Pending Orders 2 orders" })).toBeVisible();
    await usePhone();
    await expectNoSidewaysScroll();
    await open("/about", client);
    await expect.element(strip).not.toBeInTheDocument();
  });

  test("the khata stands among the Orders between 768 and 1023 px", async () => {
    await open("/about", clientFor(ASHA));
    await page.viewport(1000, 800);
    await expect.element(bar.getByRole("link", { name: "Khata" })).not.toBeInTheDocument();
    await bar.getByRole("button", { name: "Orders" }).click();
    const menu = page.getByRole("group", { name: "Orders" });
    await expect.element(menu.getByRole("link", { name: "Khata" })).toBeVisible();
  });

  test("a lost connection has its word, a live one a dot alone", async () => {
    const client = clientFor(MEENA);
    await open("/about", client);
    const word = () =>
      banner
        .getByText(/^(Live|Reconnecting|Offline)$/)
        .elements()
        .map((element) => [element.textContent, element.getBoundingClientRect().width > 1]);
    await expect.poll(word).toEqual([["Live", false]]);
    window.dispatchEvent(new Event("offline"));
    await expect.poll(word).toEqual([["Offline", true]]);
    window.dispatchEvent(new Event("online"));
    await expect.poll(word).toEqual([["Live", false]]);
  });

  test.each([MEENA, ASHA])(
    "a lost connection leaves each part of the bar its place at 768 px ($role)",
    async (me) => {
      await open("/about", clientFor(me));
      await page.viewport(768, 800);
      window.dispatchEvent(new Event("offline"));
      await expect.element(banner.getByText("Offline", { exact: true })).toBeInTheDocument();
      const more = bar.getByRole("button", { name: "More" }).element().getBoundingClientRect();
      const search = banner.getByRole("button", { name: "Search" }).element();
      expect(more.right).toBeLessThanOrEqual(search.getBoundingClientRect().left);
      window.dispatchEvent(new Event("online"));
    },
  );

  test("[NAV10] [NAV11] the avatar is a picture, else a letter, else a question mark, and nobody is a guest", async () => {
    const avatar = page.getByRole("button", { name: "User menu" });
    await open("/about", clientFor({ ...MEENA, imageUrl: PICTURE_URL }));
    await expect.poll(() => avatar.element().querySelector("img")).not.toBeNull();
    await open("/about", clientFor(MEENA));
    await expect.element(avatar).toMatchTextContent("M");
    await open("/about", clientFor({ ...ADMIN, name: "", email: "" }));
    await expect.element(avatar).toMatchTextContent("?");
    await expectTexts(await openUserMenu(), "Guest", "No email");
  });

  test("a long name and shop stay inside the menu", async () => {
    await open("/about", clientFor({ ...MEENA, name: LONG_WORD, shopName: LONG_HINDI }));
    const menu = await openUserMenu();
    await expect.element(menu).toBeVisible();
    const { right } = menu.element().getBoundingClientRect();
    for (const line of menu.element().querySelectorAll("p, span"))
      expect(line.getBoundingClientRect().right).toBeLessThanOrEqual(right);
    await expectNoSidewaysScroll();
  });

  test("[NAV14] shared pages stand under the bar of whoever looks", async () => {
    for (const [me, home] of [
      [MEENA, "/homepageretailer"],
      [ASHA, "/homepage"],
      [ADMIN, "/adminhome"],
    ] as const) {
      for (const shared of ["/about", "/complaintandreview", "/invoicepage", "/chat"]) {
        await open(shared, clientFor(me));
        await expect.element(bar).toBeVisible();
        await expect.element(banner.getByRole("link").first()).toHaveAttribute("href", home);
      }
    }
    await open("/about", clientFor(null));
    await expect.element(banner.getByRole("link", { name: "Login" })).toBeVisible();
  });
});

describe("on a phone", () => {
  test("[NAV7] [NAV15] [NAV16] the bar folds below 768 px, and its menu opens in 0.2 s", async () => {
    await open("/about", clientFor(MEENA));
    const unfold = page.getByRole("button", { name: "Navigation" });
    await page.viewport(768, 800);
    await expect.element(bar).toBeVisible();
    await expect.element(unfold).not.toBeInTheDocument();
    await page.viewport(767, 800);
    await expect.element(unfold).toBeVisible();
    await expect.element(bar).not.toBeInTheDocument();
    await unfold.click();
    const menu = page.getByRole("navigation", { name: "Menu" });
    await expect.element(menu.getByRole("link", { name: "Invoices" })).toBeVisible();
    const { animationDuration } = getComputedStyle(menu.element().parentElement!);
    expect(animationDuration).toBe("0.2s");
  });

  test("the top bar has search, messages and menu of 44 px, the bottom bar the basket", async () => {
    await usePhone();
    const client = clientFor(MEENA).answer(api.chat.unreadCount, 4);
    await open("/about", client);
    for (const control of [
      banner.getByRole("button", { name: "Search" }),
      banner.getByRole("link", { name: "Messages 4 waiting" }),
      banner.getByRole("button", { name: "Navigation" }),
    ]) {
      await expect.element(control).toBeVisible();
      const { width, height } = control.element().getBoundingClientRect();
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    const thumbs = page.getByRole("navigation", { name: "Most used" });
    await expect.element(thumbs.getByRole("link", { name: "Basket" })).toBeVisible();
    await expectNoSidewaysScroll();
  });

  test("[NAV7] the menu of an admin has Retailers alone", async () => {
    await usePhone();
    await open("/about", clientFor(ADMIN));
    await page.getByRole("button", { name: "Navigation" }).click();
    const menu = page.getByRole("navigation", { name: "Menu" });
    await expect
      .element(menu.getByRole("link", { name: "Retailers" }))
      .toHaveAttribute("href", "/adminretailerlist");
    expect(menu.getByRole("link").elements()).toHaveLength(1);
  });
});
