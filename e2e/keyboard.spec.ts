/** Every task by keyboard alone, with a visible focus at every step. */
import { type ElementHandle, type Locator, type Page, expect, test } from "@playwright/test";
import { pressEscape } from "../testkit/browser/escape";
import { type Market, startMarket } from "../testkit/market";
import { placeSingleLine } from "../testkit/orders";
import { LOGINS } from "../testkit/people";
import { settled } from "../testkit/browser/pages";
import { DEMO_PASSWORD, PICTURE } from "../testkit/people";
import { newVisitor } from "../testkit/browser/people";

/** The upper bound of focus stops between the start of a page and any control. */
const STOPS_MAX = 120;

// Many steps each; a busy machine takes its time.
test.describe.configure({ timeout: 180_000 });

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

type Stop = { readonly isTarget: boolean; readonly problem: string | null };

/**
 * Runs in the page. Reports the active element: the target or not, and a missing or stale focus ring (an outline of 2 px on the
 * element or its frame).
 */
function lookAtStop(target: Node | null): Stop {
  const element = document.activeElement;
  // After a page's last stop the focus goes to the browser's own bar.
  if (element === null || element === document.body) return { isTarget: false, problem: null };
  const isRinged = (node: Element): boolean => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(node);
    const isSeen = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    return isSeen && !/^rgba\(.*, 0\)$|transparent/.test(outlineColor);
  };
  const frames = [element, element.parentElement, element.parentElement?.parentElement ?? null];
  const ringed = frames.find((frame) => frame !== null && isRinged(frame)) ?? null;
  const memory = window as unknown as { lastRinged?: Element | null };
  const last = memory.lastRinged ?? null;
  memory.lastRinged = ringed;
  const words = (element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 60);
  const name = `${element.tagName.toLowerCase()} “${words}”`;
  const isTarget = element === target;
  if (ringed === null) return { isTarget, problem: `${name} shows no focus` };
  if (last !== null && last !== ringed && last.isConnected && isRinged(last))
    return { isTarget, problem: `the stop before ${name} looks as if it had the focus` };
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const isInView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  return { isTarget, problem: isInView ? null : `${name} is out of view` };
}

async function expectSeen(page: Page, target: ElementHandle | null = null): Promise<boolean> {
  const stop = await page.evaluate(lookAtStop, target);
  expect(stop.problem, page.url()).toBeNull();
  return stop.isTarget;
}

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    await page.keyboard.press("Tab");
    // Looked up at each stop, because a loaded list replaces the one before.
    const handle = await target.first().elementHandle();
    if (await expectSeen(page, handle)) return;
  }
  throw new Error(`Tab never reaches ${target.toString()}`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** Opens an entry of the bar; the heading of its page then has the focus. */
async function goTo(page: Page, group: string, entry: string): Promise<void> {
  const main = page.getByRole("navigation", { name: "Main" });
  await press(page, main.getByRole("button", { name: group }));
  await press(page, page.getByRole("group", { name: group }).getByRole("link", { name: entry }));
  await expect(page.locator("h1")).toBeFocused();
}

/** Replaces the text of the focused field. */
async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+A");
  if (text === "") await page.keyboard.press("Delete");
  else await page.keyboard.type(text);
}

/** Expects the field to be focused, marked as invalid, and described by this error text. */
async function expectProblem(field: Locator, sentence: string): Promise<void> {
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
}

/** Expects Tab to stay in the dialog, which has a name and a description. */
async function expectTrapped(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  await expect(dialog).toHaveAccessibleName(/\w/);
  await expect(dialog).toHaveAccessibleDescription(/\w/);
  for (let stops = 0; stops < 8; stops += 1) {
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press(stops < 6 ? "Tab" : "Shift+Tab");
    await expectSeen(page);
  }
}

async function logInByKeyboard(page: Page, who: "retailer" | "distributor"): Promise<void> {
  const { email } = LOGINS[who]!;
  await page.goto("/auth/login");
  await settled(page);
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  const password = page.getByLabel("Password", { exact: true });
  await expectProblem(password, "Please enter your password.");
  await page.keyboard.type(DEMO_PASSWORD);
  await tabTo(page, page.getByLabel("Role"));
  await page.keyboard.press("Enter");
  await page.keyboard.type(who.slice(0, 3));
  await page.keyboard.press("Enter");
  await press(page, page.getByRole("button", { name: "Log in" }));
  await page.waitForURL((url) => !url.pathname.startsWith("/auth/"));
  await settled(page);
}

async function openUserMenu(page: Page): Promise<void> {
  await press(page, page.getByRole("button", { name: "User menu" }));
  await expect(page.getByRole("menu")).toBeVisible();
}

test("completes a retailer's tasks by keyboard", async ({ browser }) => {
  const page = await newVisitor(browser, market);

  await test.step("skips the bar with the first stop of a page", async () => {
    await page.goto("/about");
    await settled(page);
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Enter");
    await expect(page.locator("#main")).toBeFocused();
    await page.keyboard.press("Tab");
    await expectSeen(page);
    expect(await page.evaluate(() => document.activeElement?.closest("header") === null)).toBe(
      true,
    );
  });

  await test.step("logs in", () => logInByKeyboard(page, "retailer"));

  await test.step("searches a product, opens its details, and returns the focus", async () => {
    await goTo(page, "Catalogue", "All Products");
    await tabTo(page, page.getByRole("searchbox"));
    await page.keyboard.type("rice");
    await page.waitForURL("**/productlistall?search=rice");
    await press(page, page.getByRole("combobox", { name: "Sort by" }));
    await expect(page.getByRole("option", { name: "Sort: In Stock" })).toBeVisible();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/productlistall?search=rice&sort=inStock");
    // Until the sorted list has come, the cards are those of before.
    await settled(page);
    const opener = page.getByRole("article").first().getByRole("button", { name: "More Info" });
    await press(page, opener);
    await expectTrapped(page, page.getByRole("dialog"));
    await pressEscape(page);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(opener).toBeFocused();
    await press(page, page.getByRole("article").first().getByRole("link", { name: "Order" }));
    await page.waitForURL("**/orderinfo/*");
  });

  await test.step("places an order after an error that focuses the missing field", async () => {
    await settled(page);
    await press(page, page.getByRole("button", { name: "Place Order" }));
    await expect(page.getByText("Missing Information")).toBeVisible();
    await expectProblem(page.getByLabel("Message"), "Please leave a message.");
    await page.keyboard.type("By keyboard alone");
    await press(page, page.getByRole("button", { name: "Place Order" }));
    await expect(page.getByText("Your order has been placed successfully!")).toBeVisible();
  });

  await test.step("chooses a rating with the arrow keys", async () => {
    await goTo(page, "More", "Complaint");
    await press(page, page.getByRole("button", { name: "Submit Feedback" }));
    await expect(page.getByRole("radio").first()).toBeFocused();
    await expect(page.getByRole("group", { name: "Rating" })).toHaveAccessibleDescription(
      "Please choose a rating of 1 to 5 stars.",
    );
    await page.keyboard.press("Space");
    for (const stars of [2, 3, 4]) {
      await page.keyboard.press("ArrowRight");
      await expect(page.getByRole("radio", { name: `${stars} stars` })).toBeChecked();
      await expectSeen(page);
    }
    await press(page, page.getByRole("button", { name: "Submit Feedback" }));
    await expect(page.getByText("Feedback submitted successfully!")).toBeVisible();
  });

  await test.step("changes the profile", async () => {
    await openUserMenu(page);
    await expectSeen(page);
    await page.keyboard.type("your");
    await expect(page.getByRole("menuitem", { name: "Your Profile" })).toBeFocused();
    await expectSeen(page);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/profile");
    await expect(page.getByRole("heading", { name: "Your Profile" })).toBeFocused();
    const name = page.getByLabel("Name", { exact: true });
    await tabTo(page, name);
    await retype(page, "");
    await page.keyboard.press("Enter");
    await expectProblem(name, "Please enter your name.");
    await retype(page, "Meena K. Talwari");
    await press(page, page.getByRole("button", { name: "Save" }));
    await expect(page.getByText("Your profile was saved.")).toBeVisible();
  });

  await test.step("logs out through the menu", async () => {
    await openUserMenu(page);
    await page.keyboard.press("End");
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeFocused();
    await expectSeen(page);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/auth/login");
  });
});

test("completes a distributor's tasks by keyboard", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  const dialog = page.getByRole("dialog");
  const orders = page.getByRole("article");
  const heading = page.locator("h1");
  await test.step("logs in", () => logInByKeyboard(page, "distributor"));

  await test.step("accepts an order with a day and a payment code", async () => {
    await placeSingleLine(market, "One, by keyboard.");
    const placed = orders.filter({ hasText: "One, by keyboard." });
    await goTo(page, "Orders", "Pending Orders");
    await expect(placed).toBeVisible();
    const count = await orders.count();
    await press(page, placed.getByRole("button", { name: "Accept" }));
    const date = dialog.getByRole("textbox", { name: "Delivery date" });
    await expect(date).toBeFocused();
    await expectTrapped(page, dialog);
    await pressEscape(page);
    await expect(placed.getByRole("button", { name: "Accept" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expectProblem(date, "Please select a delivery date.");
    await page.keyboard.type(`12/31/${new Date().getFullYear() + 1}`);
    await tabTo(page, dialog.getByLabel("QR code"));
    await page.locator(":focus").setInputFiles(PICTURE);
    await expect(dialog.getByAltText("The QR code you chose")).toBeVisible();
    await press(page, dialog.getByRole("button", { name: "Submit" }));
    await expect(dialog).toHaveCount(0);
    await expect(placed).toHaveCount(0);
    await expect(orders).toHaveCount(count - 1);
    // The button that opened the dialog is gone with its order.
    await expect(heading).toBeFocused();
  });

  await test.step("rejects one with a reason", async () => {
    await press(page, orders.first().getByRole("button", { name: "Reject" }));
    const reason = dialog.getByRole("textbox");
    await expect(reason).toBeFocused();
    await press(page, dialog.getByRole("button", { name: "Submit" }));
    await expectProblem(reason, "Please provide a reason for rejection.");
    await page.keyboard.type("Out of season");
    await press(page, dialog.getByRole("button", { name: "Submit" }));
    await expect(dialog).toHaveCount(0);
    await expect(heading).toBeFocused();
  });

  await test.step("completes one", async () => {
    await goTo(page, "Orders", "Accepted Orders");
    const card = orders.filter({ has: page.getByText("Accepted", { exact: true }) }).first();
    await press(page, card.getByRole("button", { name: "Mark as Completed" }));
    await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
    await expectSeen(page);
  });

  await test.step("answers a retailer", async () => {
    const main = page.getByRole("navigation", { name: "Main" });
    await press(page, main.getByRole("link", { name: "Messages" }));
    await expect(heading).toBeFocused();
    await press(page, page.getByRole("link", { name: /Meena/ }));
    await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
    await page.keyboard.type("The truck left at nine.");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("log").getByText("The truck left at nine.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
  });

  await test.step("adds a product", async () => {
    await goTo(page, "Catalogue", "Add Product");
    await press(page, page.getByRole("button", { name: "Add Product" }));
    await expectProblem(page.getByLabel("Product image"), "Please select an image file");
    await page.locator(":focus").setInputFiles(PICTURE);
    await tabTo(page, page.getByLabel("Product type"));
    await page.keyboard.press("Enter");
    await page.keyboard.type("food");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Product type")).toHaveValue("Food and Beverage");
    for (const [label, text] of [
      ["Product name", "Jaggery, typed"],
      ["Description", "In blocks of a kilo."],
      ["Quantity", "12"],
      ["Price", "540.50"],
      ["Stock", "40"],
    ] as const) {
      await tabTo(page, page.getByLabel(label));
      await page.keyboard.type(text);
    }
    await press(page, page.getByRole("button", { name: "Add Product" }));
    await expect(page.getByText("Product added successfully!")).toBeVisible();
  });
});

/** Holds timers without a delay back until the returned function runs them; returns how many it ran. */
async function holdZeroTimers(page: Page): Promise<() => Promise<number>> {
  const held = await page.evaluateHandle(() => {
    const works: (() => void)[] = [];
    const setTimer = window.setTimeout.bind(window);
    const hold = (work: () => void, ms = 0) => (ms === 0 ? works.push(work) : setTimer(work, ms));
    window.setTimeout = hold as typeof window.setTimeout;
    return works;
  });
  return () =>
    held.evaluate((works) => {
      const due = works.splice(0);
      for (const work of due) work();
      return due.length;
    });
}

test("keeps the focus on the new page's heading when a menu closes late", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  await logInByKeyboard(page, "retailer");
  // Both menus return the focus in a timer without a delay, which is late on a busy phone.
  const runHeldTimers = await holdZeroTimers(page);
  await goTo(page, "Catalogue", "All Products");
  expect(await runHeldTimers()).toBeGreaterThan(0);
  await expect(page.locator("h1")).toBeFocused();
  await page.getByRole("button", { name: "User menu" }).press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.type("your");
  await expect(page.getByRole("menuitem", { name: "Your Profile" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/profile");
  await expect(page.locator("h1")).toBeFocused();
  expect(await runHeldTimers()).toBeGreaterThan(0);
  await expect(page.locator("h1")).toBeFocused();
});
