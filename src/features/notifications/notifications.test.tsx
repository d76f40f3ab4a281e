/** The bell, its list in the bar and on its page, and what reads notifications. */
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { type FakeClient, pageOf, serverError } from "../../testing/fakeClient.setup";
import {
  ADMIN,
  ASHA,
  idOf,
  LONG_HINDI,
  LONG_WORD,
  MARCH_4,
  MEENA,
  PICTURE_URL,
} from "../../testing/fixtures.setup";
import { testListStates } from "../../testing/listStates.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../testing/screen.setup";
// Whoever is signed in has them already: the first test need not wait for them.
import "../../app/bar/memberBars";
import "./NotificationPanel";
import type { NotificationItem } from "./NotificationRow";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const banner = page.getByRole("banner");
const main = page.getByRole("main");
const panel = page.getByRole("dialog", { name: "Notifications" });
const bell = (name = "Notifications") => banner.getByRole("button", { name, exact: true });
const row = (text: string) => page.getByRole("link", { name: text });
const tab = (name: string) => page.getByRole("tab", { name, exact: true });

function notification(part: Partial<NotificationItem> = {}): NotificationItem {
  return {
    id: idOf("order"),
    kind: "orderPlaced",
    at: MARCH_4 - 3 * MINUTE,
    partnerName: "Peepal Chowk Stores",
    productName: "Basmati rice",
    picture: PICTURE_URL,
    lineCount: 1,
    paise: 84_000,
    path: "/pendingorders_dist",
    isRead: false,
    ...part,
  };
}

const PAYMENT = notification({
  ...{ id: idOf<"notifications">("payment"), kind: "paymentClaimed", paise: 200_000 },
  ...{ at: MARCH_4 - 2 * HOUR, partnerName: "Lake Traders", path: "/khata/lake", isRead: true },
  ...{ productName: undefined, picture: null },
});

/** Answers both lists: those of all, and of them what is to do. */
function withNotifications(
  client: FakeClient,
  all: NotificationItem[],
  toDo = all.filter(({ kind }) => kind === "orderPlaced"),
): FakeClient {
  return client
    .answer(api.notifications.unread, all.filter(({ isRead }) => !isRead).length)
    .answer(api.notifications.list, ({ filter }) => pageOf(filter === "all" ? all : toDo))
    .onCall(api.notifications.readPath, () => null)
    .onCall(api.notifications.markRead, () => null)
    .onCall(api.notifications.markAllRead, () => null);
}

function atNoon(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: MARCH_4 });
}

/** A row of the list with the name by which the list states know it. */
function listed(id: string, part: Partial<NotificationItem> = {}) {
  return { ...notification({ id: idOf(id), ...part }), _id: id };
}

testListStates([
  {
    address: "/notifications",
    me: ASHA,
    query: api.notifications.list,
    row: listed("order"),
    shown: "Order · Basmati rice",
    longRows: [
      listed("a", { partnerName: LONG_WORD, productName: LONG_WORD }),
      listed("b", { partnerName: LONG_HINDI, productName: LONG_HINDI }),
    ],
    failure: "The notifications could not be loaded.",
    empty: "Nothing new",
  },
]);

describe("the bell", () => {
  test.each([
    [0, "Notifications", ""],
    [3, "Notifications, 3 unread", "3"],
    [99, "Notifications, 99 unread", "99"],
    [100, "Notifications, 99+ unread", "99+"],
  ])("[BELL1] with %s unread is “%s”", async (unread, name, figure) => {
    await open("/about", clientFor(MEENA).answer(api.notifications.unread, unread));
    await expect.element(bell(name)).toBeVisible();
    expect(bell(name).element().textContent).toBe(figure);
  });

  test("[BELL1] leads to the page of notifications on phones and tablets", async () => {
    const client = withNotifications(clientFor(ASHA), [notification(), PAYMENT]);
    await usePhone();
    await open("/about", client);
    const link = banner.getByRole("link", { name: "Notifications, 1 unread", exact: true });
    await expectNoSidewaysScroll();
    await link.click();
    await expect.element(main.getByRole("heading", { name: "Notifications" })).toBeVisible();
    await expect.element(main.getByRole("link", { name: "Order · " })).toBeVisible();
    expect(panel.elements()).toEqual([]);
    await page.viewport(1023, 800);
    await expect.element(link).toBeVisible();
    await page.viewport(1024, 800);
    await expect.element(link).not.toBeInTheDocument();
    await expect.element(bell("Notifications, 1 unread")).toBeVisible();
  });

  test("[BELL1] is not there for admins", async () => {
    await open("/about", clientFor(ADMIN).answer(api.notifications.unread, 3));
    await expect.element(banner.getByRole("button", { name: "User menu" })).toBeVisible();
    expect(banner.getByRole("button", { name: "Notifications" }).elements()).toEqual([]);
  });

  test("[BELL2] opens a list with what happened, its age and what is unread", async () => {
    atNoon();
    await open("/about", withNotifications(clientFor(ASHA), [notification(), PAYMENT]));
    await bell("Notifications, 1 unread").click();
    await expectTexts(panel, "Peepal Chowk Stores", "Order · Basmati rice", "₹840.00", "3 m");
    await expectTexts(panel, "Lake Traders", "Payment · To be confirmed", "2 h", "All", "To do");
    const order = row("Peepal Chowk Stores Order · Basmati rice ₹840.00");
    await expect.element(order).toMatchTextContent("Unread");
    await expect
      .element(row("Lake Traders Payment · To be confirmed ₹2,000.00"))
      .not.toMatchTextContent("Unread");
    const size = ({ width, height }: DOMRect) => [width, height];
    const shape = () => size(panel.element().getBoundingClientRect());
    await expect.poll(() => shape()[0]).toBe(400);
    expect(shape()[1]).toBeLessThanOrEqual(560);
    expect(order.element().getBoundingClientRect().height).toBe(56);
  });

  test("[BELL2] has the days as heads, and pictures of products and partners", async () => {
    atNoon();
    const earlier = [13, 24, 37].map((hours) =>
      notification({ id: idOf(`${hours}`), at: MARCH_4 - hours * HOUR }),
    );
    const client = withNotifications(clientFor(ASHA), [notification(), PAYMENT, ...earlier]);
    await usePhone();
    await open("/notifications", client);
    const rowsOf = (day: string) =>
      main.getByRole("region", { name: day, exact: true }).getByRole("link").elements();
    await expect.poll(() => rowsOf("Today")).toHaveLength(2);
    expect(rowsOf("Yesterday")).toHaveLength(2);
    expect(rowsOf("02 Mar 2026")).toHaveLength(1);
    expect(rowsOf("Yesterday")[0]?.querySelector("time")?.textContent).toContain("11:00 pm");
    const [order, payment] = rowsOf("Today");
    const picture = order?.querySelector("img");
    expect(picture?.src).toBe(PICTURE_URL);
    expect(picture?.getBoundingClientRect()).toMatchObject({ width: 40, height: 40 });
    expect(payment?.querySelector("img")).toBeNull();
    expect(payment?.textContent).toMatch(/^L/);
  });

  test("[BELL2] keeps its height with a hundred rows, which scroll", async () => {
    const many = Array.from({ length: 100 }, (_, n) => notification({ id: idOf(`order ${n}`) }));
    await open("/about", withNotifications(clientFor(ASHA), many));
    await bell("Notifications, 99+ unread").click();
    await expect.poll(() => row("Order · ").elements().length).toBe(100);
    await expect.poll(() => panel.element().getBoundingClientRect().height).toBe(560);
    await expect.element(panel.getByRole("button", { name: "Mark all read" })).toBeVisible();
  });

  test("[BELL3] has its skeleton, its failure with Retry and its empty lists in the popover", async () => {
    const client = clientFor(ASHA).answer(api.notifications.unread, 0);
    await open("/about", client);
    await bell().click();
    await expectTexts(panel, "Loading notifications...");
    let first: number | undefined;
    client.answer(api.notifications.list, ({ paginationOpts: { id } }) => {
      first ??= id;
      return id === first ? serverError() : pageOf([]);
    });
    await expectTexts(panel, "The notifications could not be loaded.");
    await panel.getByRole("button", { name: "Retry" }).click();
    await expectTexts(panel, "Nothing new");
    await tab("To do").click();
    await expectTexts(panel, "All answered");
  });

  test("[BELL3] keeps its rows without a connection", async () => {
    const client = withNotifications(clientFor(ASHA), [notification()]);
    await open("/about", client);
    await bell("Notifications, 1 unread").click();
    await expect.element(row("Order · ")).toBeVisible();
    client.goOffline();
    await expect.element(page.getByText(/^You are offline\./)).toBeVisible();
    await expect.element(row("Order · ")).toBeVisible();
  });
});

describe("the rows", () => {
  test("[BELL4] lead to what they are about and are read by the click", async () => {
    const client = withNotifications(clientFor(ASHA), [notification(), PAYMENT]);
    await open("/about", client);
    await bell("Notifications, 1 unread").click();
    await row("Order · ").click();
    // The page's code is loaded by the click.
    const heading = main.getByRole("heading", { name: "Pending Orders" });
    await expect.element(heading, { timeout: 10_000 }).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
    expect(client.argsOf(api.notifications.markRead)).toEqual([{ id: "order" }]);
  });

  test("[BELL4] close the list also when they lead to the open page, and ask nothing if they are read", async () => {
    const client = withNotifications(clientFor(ASHA), [
      notification({ path: "/about", isRead: true }),
    ]);
    await open("/about", client);
    await bell().click();
    await row("Order · ").click();
    await expect.element(panel).not.toBeInTheDocument();
    expect(client.argsOf(api.notifications.markRead)).toEqual([]);
  });

  test("[BELL4] “To do” has those alone that wait for an answer, and “Mark all read” reads all", async () => {
    const client = withNotifications(clientFor(ASHA), [notification(), PAYMENT]);
    await open("/notifications", client);
    await expect.element(row("Payment · ")).toBeVisible();
    await tab("To do").click();
    await expect.element(row("Payment · ")).not.toBeInTheDocument();
    await expect.element(row("Order · ")).toBeVisible();
    const readAll = main.getByRole("button", { name: "Mark all read" });
    await readAll.click();
    await expect.poll(() => client.argsOf(api.notifications.markAllRead)).toEqual([{}]);
    client.answer(api.notifications.unread, 0);
    await expect.element(readAll).toBeDisabled();
    await expect
      .element(main.getByRole("link", { name: "Settings" }))
      .toHaveAttribute("href", "/settings#notifications");
  });

  test("[BELL4] stay unread with a word if the server refuses", async () => {
    const client = withNotifications(clientFor(ASHA), [notification()])
      .onCall(api.notifications.markAllRead, () => serverError())
      .onCall(api.notifications.markRead, () => serverError());
    await open("/notifications", client);
    await main.getByRole("button", { name: "Mark all read" }).click();
    await expectTexts(page, "The notifications could not be marked as read.");
    await row("Order · ").click();
    await expectTexts(page, "The notification could not be marked as read.");
  });
});

describe("the page", () => {
  test("[BELL14] has this device's sound and pushes beside the list where there is room for both", async () => {
    const client = withNotifications(clientFor(ASHA), [notification(), PAYMENT]);
    await open("/notifications", client);
    const device = main.getByRole("region", { name: "This device", exact: true });
    await expect.element(device.getByRole("region", { name: "Sound" })).toBeVisible();
    const boxOf = (locator: typeof device) => locator.element().getBoundingClientRect();
    const list = boxOf(main.getByRole("tabpanel"));
    expect(boxOf(device).left).toBeGreaterThan(list.right);
    expect(boxOf(device).right - list.left).toBeGreaterThan(0.9 * window.innerWidth);
    await usePhone();
    await expect.element(device).not.toBeInTheDocument();
    await expectTexts(main, "Peepal Chowk Stores");
    await expectNoSidewaysScroll();
  });
});

describe("the keyboard", () => {
  test("[BELL5] reaches rows and tabs with the arrows, and Escape returns to the bell", async () => {
    await open("/about", withNotifications(clientFor(ASHA), [notification(), PAYMENT]));
    const opener = bell("Notifications, 1 unread");
    await expect.element(opener).toBeVisible();
    opener.element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(row("Order · ")).toBeVisible();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(row("Order · ")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(row("Payment · ")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(row("Payment · ")).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(row("Order · ")).toHaveFocus();
    tab("All").element().focus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(tab("To do")).toHaveFocus();
    await expect.element(tab("To do")).toHaveAttribute("aria-selected", "true");
    await expect.element(row("Payment · ")).not.toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });
});

describe("an open page", () => {
  const read = (client: FakeClient) => client.argsOf(api.notifications.readPath);

  test("[BELL6] reads what leads to it once, and again when more has come", async () => {
    const client = withNotifications(clientFor(ASHA), [notification()]);
    await open("/pendingorders_dist", client);
    await expect.poll(() => read(client)).toEqual([{ path: "/pendingorders_dist" }]);
    client.answer(api.notifications.unread, 0);
    await expect.element(bell()).toBeVisible();
    client.answer(api.notifications.unread, 1);
    await expect.poll(() => read(client).length).toBe(2);
    // Fewer are left: nothing came.
    client.answer(api.notifications.unread, 5);
    await expect.poll(() => read(client).length).toBe(3);
    client.answer(api.notifications.unread, 4);
    await expect.element(bell("Notifications, 4 unread")).toBeVisible();
    expect(read(client).length).toBe(3);
  });

  test("[BELL6] with one order reads what leads to that order alone", async () => {
    const client = withNotifications(clientFor(ASHA), [notification()]);
    await open("/pendingorders_dist?order=k17", client);
    await expect.poll(() => read(client)).toEqual([{ path: "/pendingorders_dist?order=k17" }]);
  });

  test("[BELL6] asks nothing while nothing is unread, without a connection, and in a hidden tab", async () => {
    const client = clientFor(ASHA).answer(api.notifications.unread, 0);
    const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    await open("/chat?with=Meena@mandi.test", client);
    await expect.element(bell()).toBeVisible();
    client.answer(api.notifications.unread, 1);
    await expect.element(bell("Notifications, 1 unread")).toBeVisible();
    client.goOffline();
    hidden.mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    await expect.element(page.getByText(/^You are offline\./)).toBeVisible();
    expect(read(client)).toEqual([]);
    client.goOnline();
    await expect.poll(() => read(client)).toEqual([{ path: "/chat?with=meena%40mandi.test" }]);
  });
});
