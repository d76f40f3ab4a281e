import { homeOf } from "../../domain/links";
import { describe, expect, it } from "vitest";
import { ROLES, type Role } from "../../domain/roles";
import { groupsFor, bottomBarItemsFor, userMenuFor } from "./navigation";
import { PAGES } from "./pages";

const isPage = (address: string) => PAGES.some(({ path }) => path === address);

describe("the navigation bars", () => {
  it.each(ROLES)("offer a %s only existing pages with access", (role) => {
    for (const item of groupsFor(role).flatMap((group) => group.items)) {
      const page = PAGES.find(({ path }) => path === item.to);
      expect(page, item.label).toBeDefined();
      const trader = role === "admin" ? [] : ["trader"];
      expect(["public", "member", role, ...trader], item.label).toContain(page?.access);
    }
  });

  it("link a retailer to network, distributors, products, orders and invoices", () => {
    const targets = groupsFor("retailer").flatMap((group) => group.items.map((item) => item.to));
    expect(targets).toEqual(
      expect.arrayContaining([
        "/retailerNetwork",
        "/distributorslist",
        "/productlistall",
        "/pendingretail",
        "/acceptedretail",
        "/rejectedretail",
        "/completedretail",
        "/invoicepage",
        "/about",
      ]),
    );
  });

  it("count a distributor's pending orders, requests and unread messages", () => {
    const badges = groupsFor("distributor").flatMap((group) =>
      group.items.flatMap((item) => (item.badge === undefined ? [] : [[item.to, item.badge]])),
    );
    expect(badges).toEqual([
      ["/pendingorders_dist", "pendingOrders"],
      ["/requests", "requests"],
      ["/chat", "unread"],
    ]);
  });

  it("show the home and the most used pages in the bottom bar", () => {
    const labels = (role: Role) => bottomBarItemsFor(role).map(({ shortLabel }) => shortLabel);
    expect(labels("retailer")).toEqual(["Home", "Products", "Basket", "Orders", "Khata"]);
    expect(labels("distributor")).toEqual(["Home", "Orders", "Products", "Khata", "Messages"]);
    expect(labels("admin")).toEqual(["Dashboard", "Retailers", "Distributors", "Complaints"]);
    for (const role of ROLES) {
      expect(bottomBarItemsFor(role)[0]?.to).toBe(homeOf(role));
      for (const item of bottomBarItemsFor(role)) expect(isPage(item.to), item.label).toBe(true);
    }
  });

  it("have an entry that stands in the bar from 1024 px on inside another group below that", () => {
    for (const role of ROLES) {
      const groups = groupsFor(role);
      const wide = groups.filter(({ isWideOnly }) => isWideOnly === true);
      const narrow = groups.flatMap(({ narrowItems = [] }) => narrowItems);
      expect(narrow).toEqual(wide.flatMap(({ items }) => items));
    }
  });

  it("leave out empty groups", () => {
    for (const role of ROLES)
      for (const group of groupsFor(role)) expect(group.items.length).toBeGreaterThan(0);
  });

  it("lead to pages from the menu of whoever is signed in", () => {
    const items = userMenuFor({ hasMonthEnd: true });
    for (const item of items) expect(isPage(item.to), item.label).toBe(true);
  });
});

describe("the home of a role", () => {
  it("is the specification's", () => {
    expect(homeOf("retailer")).toBe("/homepageretailer");
    expect(homeOf("distributor")).toBe("/homepage");
  });
  it.each(ROLES)("exists and is accessible to a %s", (role) => {
    const page = PAGES.find(({ path }) => path === homeOf(role));
    expect([role, "member"]).toContain(page?.access);
  });
});

describe("the list of pages", () => {
  it("has unique paths, each with a title", () => {
    expect(new Set(PAGES.map(({ path }) => path)).size).toBe(PAGES.length);
    for (const page of PAGES) expect(page.title).not.toBe("");
  });
});
