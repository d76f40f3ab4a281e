/** The screens of the network: texts, dialogs, and the states of their lists. */
import type { FunctionReturnType } from "convex/server";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { DAY_MS, todayIst } from "../../../domain/dates";
import { weekOf } from "../../../domain/weeks";
import { pageOf, serverError } from "../../testing/fakeClient.setup";
import {
  ASHA,
  distributor,
  idOf,
  LONG_HINDI,
  LONG_WORD,
  MARCH_4,
  MEENA,
  retailer,
  PICTURE_URL,
} from "../../testing/fixtures.setup";
import { testListStates } from "../../testing/listStates.setup";
import { clientFor, expectColumns, expectTexts, open, usePhone } from "../../testing/screen.setup";

type Request = FunctionReturnType<typeof api.network.pending>["page"][number];
type Connection = FunctionReturnType<typeof api.network.ofDistributor>["page"][number] &
  FunctionReturnType<typeof api.network.ofRetailer>["page"][number];

const main = page.getByRole("main");
const cards = page.getByRole("article");
const dialog = page.getByRole("dialog");

function request(part: Partial<Request> = {}): Request {
  return {
    _id: idOf("request"),
    userName: MEENA.name,
    userEmail: MEENA.email,
    shopName: "Peepal Chowk Stores",
    imageUrl: null,
    status: "pending",
    createdAt: MARCH_4,
    ...part,
  };
}

/** A connection with what either side sees of it. */
function connection(part: Partial<Connection> = {}): Connection {
  return {
    _id: idOf("connection"),
    distributorName: ASHA.name,
    distributorEmail: ASHA.email,
    userName: MEENA.name,
    userEmail: MEENA.email,
    status: "accepted",
    createdAt: MARCH_4,
    retailerId: idOf("meena"),
    retailerImageUrl: null,
    distributorId: idOf("asha"),
    distributorImageUrl: null,
    companyName: "Banyan Court Wholesale",
    ...part,
  };
}

describe("retailers, for a distributor", () => {
  test("[NETWORK2] [NETWORK3] a retailer's card opens more info and contact details", async () => {
    await open("/retailerslist", clientFor(ASHA).answer(api.users.retailers, pageOf([retailer()])));
    await expectTexts(cards, "Meena Talwari", "Peepal Chowk Stores");
    await cards.getByRole("button", { name: "More Info" }).click();
    await expectTexts(dialog, "ID", "Name", "Role", "Shop name", "Registered on", "04 Mar 2026");
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await cards.getByRole("button", { name: "Contact Details" }).click();
    await expectTexts(dialog, "Email", "Phone", "Address", MEENA.email, MEENA.phone);
  });
});

describe("distributors, for a retailer", () => {
  test("[NETWORK6] [NETWORK9] the button tells how far the connection has come", async () => {
    const rows = (["accepted", "pending", "rejected", null] as const).map((status) =>
      distributor({ _id: idOf(String(status)), name: `Distributor ${status}`, connection: status }),
    );
    await open("/distributorslist", clientFor(MEENA).answer(api.users.distributors, pageOf(rows)));
    await expectTexts(cards.first(), "Banyan Court Wholesale", "Email", "Phone", "Joined");
    await expectTexts(cards.first(), "04 Mar 2026", "Message");
    for (const [status, label] of [
      ["accepted", "Connected"],
      ["pending", "Requested"],
      ["rejected", "Connect"],
      ["null", "Connect"],
    ] as const) {
      const card = cards.filter({ hasText: `Distributor ${status}` });
      const button = card.getByRole("button", { name: label, exact: true });
      await expect.element(button).toBeVisible();
      const isOpen = button.element().getAttribute("aria-disabled") === null;
      expect(isOpen).toBe(label === "Connect");
    }
  });

  test("[NETWORK7] a request is sent once, and told", async () => {
    const client = clientFor(MEENA).answer(
      api.users.distributors,
      pageOf([distributor({ connection: null })]),
    );
    client.onCall(api.network.request, () => {
      client.answer(api.users.distributors, pageOf([distributor({ connection: "pending" })]));
      return { connectionId: idOf<"connections">("connection") };
    });
    await open("/distributorslist", client);
    await cards.getByRole("button", { name: "Connect" }).click();
    await expectTexts(page, "Asha Kolhari added to your network!");
    await expectTexts(cards, "Requested");
    const requested = cards.getByRole("button", { name: "Requested" });
    await expect.element(requested).toHaveAttribute("aria-disabled", "true");
    (requested.element() as HTMLButtonElement).click();
    expect(client.argsOf(api.network.request)).toEqual([{ distributorId: "asha" }]);
  });

  test("[FAILURE9] a request that fails says so", async () => {
    const client = clientFor(MEENA)
      .answer(api.users.distributors, pageOf([distributor({ connection: null })]))
      .onCall(api.network.request, serverError);
    await open("/distributorslist", client);
    await cards.getByRole("button", { name: "Connect" }).click();
    await expectTexts(page, "An error occurred while adding to the network.");
  });
});

describe("requests", () => {
  test.each([
    ["Accept", "Request accepted successfully."],
    ["Reject", "Request rejected successfully."],
  ])("[NETWORK12] [NETWORK13] %s answers a request, which leaves the list", async (label, said) => {
    const client = clientFor(ASHA).answer(api.network.pending, pageOf([request()]));
    client.onCall(api.network.answer, () => {
      client.answer(api.network.pending, pageOf([]));
      return null;
    });
    await open("/requests", client);
    await expectColumns(page, "Retailer", "Email", "Requested on", "Status", "Answer");
    await expectTexts(main, "Meena Talwari", MEENA.email, "04 Mar 2026", "Pending");
    await main.getByRole("button", { name: label }).click();
    await expectTexts(page, said);
    await expect.element(main.getByText("Meena Talwari")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect.element(page.getByText(said)).not.toBeInTheDocument();
  });

  test.each([
    ["Accept", "An error occurred while accepting the request."],
    ["Reject", "An error occurred while rejecting the request."],
  ])("[FAILURE9] %s says when it fails", async (label, said) => {
    const client = clientFor(ASHA)
      .answer(api.network.pending, pageOf([request()]))
      .onCall(api.network.answer, serverError);
    await open("/requests", client);
    await main.getByRole("button", { name: label }).click();
    await expectTexts(page, said);
  });
});

describe("one's own network", () => {
  test("[NETWORK14] [NETWORK16] a distributor removes a retailer after a question", async () => {
    const client = clientFor(ASHA)
      .answer(api.network.ofDistributor, pageOf([connection()]))
      .onCall(api.network.remove, () => null);
    await open("/mynetwork", client);
    await expectTexts(cards, "with Asha Kolhari", "Accepted", "Your Email", "Retailer Name");
    await expectTexts(cards, "Retailer Email", "Connected Since", "04 Mar 2026");
    await cards.getByTitle("Remove from network").click();
    const question = page.getByRole("alertdialog", { name: "Remove from network" });
    await expect.element(question).toBeVisible();
    expect(client.argsOf(api.network.remove)).toEqual([]);
    await question.getByRole("button", { name: "Remove retailer" }).click();
    await expect
      .poll(() => client.argsOf(api.network.remove))
      .toEqual([{ connectionId: "connection" }]);
  });

  test("[NETWORK17] [NETWORK19] [NETWORK20] a retailer looks a distributor up, and closes the window in two ways", async () => {
    const client = clientFor(MEENA)
      .answer(api.network.ofRetailer, pageOf([connection()]))
      .answer(api.users.distributor, distributor({ imageUrl: PICTURE_URL }));
    await open("/retailerNetwork", client);
    await expectTexts(cards, "Asha Kolhari", "Accepted", "Retailer Info", "Name", "Email", "Since");
    await expect
      .element(cards.getByRole("link", { name: "All Products" }))
      .toHaveAttribute("href", "/distributor-products/asha%40mandi.test");
    const info = page.getByRole("dialog", { name: "Asha Kolhari" });
    for (const close of ["Close dialog", "Close"]) {
      await cards.getByRole("button", { name: "More Info" }).click();
      await expectTexts(info, "Name", "Email", "Phone", "Company", "Address", "Registered on");
      expect(info.element().querySelector("img")).not.toBeNull();
      await info.getByRole("button", { name: close, exact: true }).click();
      await expect.element(info).not.toBeInTheDocument();
    }
  });
});

describe("the facts of a card", () => {
  const facts = (part: Partial<NonNullable<FunctionReturnType<typeof api.khata.facts>>> = {}) => ({
    balancePaise: 1_291_200,
    lastOrderAt: MARCH_4 - 366 * DAY_MS,
    weeks: [{ week: weekOf(todayIst(Date.now())), sum: 500_000 }],
    ...part,
  });

  test("[NETWORK21] are the last order, what is due, and twelve weeks of orders", async () => {
    const client = clientFor(ASHA)
      .answer(api.network.ofDistributor, pageOf([connection()]))
      .answer(api.khata.facts, ({ partnerId }) => (partnerId === "meena" ? facts() : null));
    await open("/mynetwork", client);
    const text = "Last order 03 Mar 2025 · ₹12,912.00 due";
    await expect.poll(() => cards.element().textContent).toContain(text);
    const words = "12 weeks, ₹5,000.00 this week, most ₹5,000.00";
    await expect.element(cards.getByRole("img", { name: words })).toBeVisible();
  });

  test("[NETWORK21] name an advance, and say where nothing was ordered yet", async () => {
    const strangers = [retailer(), retailer({ _id: idOf("second"), name: "Ravi Sanghral" })];
    const client = clientFor(ASHA)
      .answer(api.users.retailers, pageOf(strangers))
      .answer(api.khata.facts, ({ partnerId }) =>
        partnerId === "second"
          ? facts({ balancePaise: 0, lastOrderAt: null, weeks: [] })
          : facts({ balancePaise: -50_000 }),
      );
    await open("/retailerslist", client);
    await expectTexts(cards.first(), "₹500.00 advance");
    const stranger = cards.filter({ hasText: "Ravi Sanghral" });
    await expectTexts(stranger, "No orders yet");
    expect(stranger.element().querySelector("[role=img]")).toBeNull();
    expect(stranger.element().textContent).not.toContain("₹");
  });

  test("[NETWORK22] stay on phones, where the details fold", async () => {
    await usePhone();
    const client = clientFor(ASHA)
      .answer(api.network.ofDistributor, pageOf([connection()]))
      .answer(api.khata.facts, facts());
    await open("/mynetwork", client);
    await expectTexts(cards, "₹12,912.00 due");
    const details = cards.getByRole("button", { name: "Details of Meena Talwari" });
    await expect.element(details).toHaveAttribute("aria-expanded", "false");
    await expect.element(cards.getByText("Your Email")).not.toBeVisible();
    await details.click();
    await expectTexts(cards, "Your Email", "Retailer Name", "Connected Since", "Accepted");
    await expect.element(cards.getByTitle("Remove from network")).toBeVisible();
  });
});

const LONG = {
  name: LONG_HINDI,
  email: `${"a".repeat(60)}@${"mandi".repeat(12)}.test`,
  companyName: LONG_WORD,
  shopName: LONG_WORD,
  address: LONG_WORD,
};
const LONG_CONNECTION = {
  distributorName: LONG_WORD,
  distributorEmail: LONG.email,
  userName: LONG_HINDI,
  userEmail: LONG.email,
  companyName: LONG_WORD,
  shopName: LONG_WORD,
};

describe("[FAILURE8] [NETWORK5] [NETWORK15] [NETWORK18] the list", () => {
  testListStates([
    {
      address: "/retailerslist",
      me: ASHA,
      query: api.users.retailers,
      row: retailer(),
      shown: "Meena Talwari",
      longRows: [retailer(LONG), retailer({ ...LONG, _id: idOf("second"), name: LONG_WORD })],
      failure: "An error occurred while fetching retailers.",
      empty: "No retailers found.",
    },
    {
      address: "/distributorslist",
      me: MEENA,
      query: api.users.distributors,
      row: distributor(),
      shown: "Asha Kolhari",
      longRows: [distributor(LONG), distributor({ ...LONG, _id: idOf("second"), name: LONG_WORD })],
      failure: "An error occurred while fetching distributors.",
      empty: "No distributors found.",
      wayOn: "/productlistall",
    },
    {
      address: "/requests",
      me: ASHA,
      query: api.network.pending,
      row: request(),
      shown: "Meena Talwari",
      longRows: [request(LONG_CONNECTION)],
      failure: "An error occurred while fetching requests.",
      empty: "No pending requests.",
      wayOn: "/mynetwork",
    },
    {
      address: "/mynetwork",
      me: ASHA,
      query: api.network.ofDistributor,
      row: connection(),
      shown: "Meena Talwari",
      longRows: [connection(LONG_CONNECTION)],
      failure: "An error occurred while fetching accepted requests.",
      empty: "No accepted network requests found.",
      wayOn: "/requests",
    },
    {
      address: "/retailerNetwork",
      me: MEENA,
      query: api.network.ofRetailer,
      row: connection(),
      shown: "Asha Kolhari",
      longRows: [connection(LONG_CONNECTION)],
      failure: "Failed to fetch accepted requests.",
      empty: "No accepted network requests found.",
    },
  ]);
});

test("[NETWORK1] [NETWORK4] while somebody is on the way the lists say so", async () => {
  await open("/distributorslist", clientFor(MEENA));
  await expectTexts(main, "Loading distributors...");
  await open("/retailerslist", clientFor(ASHA));
  await expectTexts(main, "Loading retailers...");
});

test("[FAILURE8] retailers that can't be had can be asked for again", async () => {
  await open("/retailerslist", clientFor(ASHA).answer(api.users.retailers, serverError()));
  const alert = main.getByRole("alert");
  await expectTexts(alert, "An error occurred while fetching retailers.", "Retry");
});
