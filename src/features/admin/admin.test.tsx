/** The admin's screens: figures, lists, and what is asked before an account is closed. */
import { ConvexError } from "convex/values";
import type { FunctionReturnType } from "convex/server";
import { describe, expect, test } from "vitest";
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
  order,
  orderLine,
  product,
} from "../../testing/fixtures.setup";
import { testListStates } from "../../testing/listStates.setup";
import {
  clientFor,
  expectColumns,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../testing/screen.setup";

type User = FunctionReturnType<typeof api.admin.users>["page"][number];

const main = page.getByRole("main");

function user(part: Partial<User> = {}): User {
  return {
    _id: idOf("asha"),
    name: ASHA.name,
    email: ASHA.email,
    phone: ASHA.phone,
    role: "distributor",
    companyName: "Banyan Court Wholesale",
    address: ASHA.address,
    createdAt: MARCH_4,
    ...part,
  };
}

function withFigures(client: FakeClient): FakeClient {
  const tops = (name: string, count: number) => [
    { userId: idOf<"users">(name), business: "", isClosed: false, name, count },
  ];
  return client
    .answer(api.admin.counts, {
      users: { retailer: 40, distributor: 8, admin: 1 },
      orders: { pending: 11, accepted: 12, rejected: 13, completed: 14, cancelled: 15 },
    })
    .answer(api.admin.tops, {
      ordersPlaced: tops("Meena Talwari", 31),
      ordersCompleted: tops("Asha Kolhari", 32),
    })
    .answer(api.admin.days, [])
    .answer(api.admin.users, pageOf([user()]))
    .answer(api.admin.orders, ({ status }) =>
      pageOf([{ ...order({ status }), ...orderLine(), photos: [], movedAt: MARCH_4 }]),
    );
}

test("an order of several lines is named by its first product", async () => {
  const photos = ["Basmati rice", "Salt", "Tea"].map((name) => ({ name, imageUrl: null }));
  const row = { ...order(), ...orderLine(), photos, lineCount: 4, movedAt: MARCH_4 };
  await open("/adminhome", withFigures(clientFor(ADMIN)).answer(api.admin.orders, pageOf([row])));
  await expectTexts(page.getByRole("main"), "Basmati rice and 3 more");
  const pictures = page.getByRole("img", { name: "4 products: Basmati rice, Salt and 2 more" });
  await expect.poll(() => pictures.first().element().textContent).toContain("+2");
});

describe("the dashboard", () => {
  test("[ADMIN1] [ADMIN3] shows figures, and who placed and completed most", async () => {
    await open("/adminhome", withFigures(clientFor(ADMIN)));
    const figures = page.getByRole("list", { name: "Figures" });
    for (const [label, figure] of [
      ["Total Users", "49"],
      ["Total Orders", "65"],
      ["Completed", "14"],
      ["Pending", "11"],
      ["Accepted", "12"],
      ["Rejected", "13"],
      ["Max Orders Placed", "31"],
      ["Max Orders Completed", "32"],
    ] as const) {
      const tile = figures
        .getByRole("listitem")
        .filter({ has: page.getByText(label, { exact: true }) });
      await expect.element(tile).toMatchTextContent(figure);
    }
    await expectTexts(figures, "Meena Talwari", "Asha Kolhari");
  });

  test("[ADMIN1] shows users, with N/A for what they have not, and orders by status", async () => {
    await open("/adminhome", withFigures(clientFor(ADMIN)));
    const users = page.getByRole("table", { name: "Users" });
    await expectColumns(users, "Name", "Email", "Phone", "Role", "Shop Name", "Address");
    await expectTexts(users, "Asha Kolhari", "N/A");
    for (const title of [
      "Pending Orders",
      "Accepted Orders",
      "Rejected Orders",
      "Completed Orders",
    ]) {
      await expectColumns(
        page.getByRole("table", { name: title }),
        ...["Product", "Retailer", "Distributor", "Quantity", "Price"],
        ...["Delivery Before", "Message"],
      );
    }
  });

  test("[ADMIN1] [ADMIN2] the side menu leads to the sections", async () => {
    await open("/adminhome", withFigures(clientFor(ADMIN)));
    const menu = page.getByRole("navigation", { name: "Dashboard" });
    for (const [label, id] of [
      ["Users", "users"],
      ["Orders", "orders"],
      ["Settings", "settings"],
    ] as const) {
      const link = menu.getByRole("link", { name: label });
      await expect.element(link).toHaveAttribute("href", `/adminhome#${id}`);
      await link.click();
      await expect.element(page.elementLocator(document.getElementById(id)!)).toBeInViewport();
    }
  });

  test("[FAILURE22] says of each part that it failed, and the others stay", async () => {
    const client = withFigures(clientFor(ADMIN)).answer(api.admin.counts, serverError());
    await open("/adminhome", client);
    await expectTexts(main.getByRole("alert").first(), "Failed to fetch data.");
    await expect.element(page.getByRole("table", { name: "Users" })).toBeVisible();
  });

  test("fits a phone, with long names", async () => {
    await usePhone();
    const long = { name: LONG_WORD, email: LONG_WORD, address: LONG_HINDI };
    const client = withFigures(clientFor(ADMIN)).answer(api.admin.users, pageOf([user(long)]));
    await open("/adminhome", client);
    await expectTexts(main, "Total Users");
    await expectNoSidewaysScroll();
  });
});

describe("users", () => {
  test.each([
    [
      "[ADMIN5] [FAILURE24]",
      "/adminretailerlist",
      "Delete",
      "Are you sure you want to delete this retailer?",
      "Failed to delete the retailer.",
      "An error occurred while trying to delete the retailer.",
    ],
    [
      "[ADMIN7] [FAILURE24]",
      "/admindistributorslist",
      "Remove",
      "Are you sure you want to remove this distributor?",
      "Failed to remove the distributor.",
      "An error occurred while trying to remove the distributor.",
    ],
  ])("%s %s asks before an account is closed, and says when that fails", async (...row) => {
    const [, address, label, question, refused, failed] = row;
    const client = clientFor(ADMIN).answer(api.admin.users, pageOf([user()]));
    await open(address, client);
    await main.getByRole("button", { name: label }).click();
    const dialog = page.getByRole("alertdialog", { name: question });
    await expect.element(dialog).toMatchTextContent("Asha Kolhari (asha@mandi.test)");
    expect(client.calls.filter(({ name }) => name.startsWith("admin:"))).toEqual([]);
    const confirm = dialog.getByRole("button", { name: new RegExp(`^${label} `) });
    client
      .onCall(api.admin.deleteRetailer, serverError)
      .onCall(api.admin.removeDistributor, serverError);
    await confirm.click();
    await expectTexts(dialog, failed);
    const refuse = () => new ConvexError({ code: "NOT_FOUND" });
    client.onCall(api.admin.deleteRetailer, refuse).onCall(api.admin.removeDistributor, refuse);
    await confirm.click();
    await expectTexts(dialog, refused);
  });

  test("[ADMIN5] [ADMIN7] the lists have their columns", async () => {
    await open("/adminretailerlist", clientFor(ADMIN).answer(api.admin.users, pageOf([user()])));
    await expectColumns(
      page,
      ...["Name", "Shop Name", "Email", "Phone", "Registered on", "Delete"],
    );
    await open(
      "/admindistributorslist",
      clientFor(ADMIN).answer(api.admin.users, pageOf([user()])),
    );
    await expectColumns(
      page,
      ...["Name", "Company Name", "Email", "Phone", "Registered on", "Remove"],
    );
  });

  test("a name opens all that is known of the user, beside the list", async () => {
    const found = user();
    await open("/adminretailerlist", clientFor(ADMIN).answer(api.admin.users, pageOf([found])));
    const name = page.getByRole("rowheader").getByRole("button", { name: found.name });
    await name.click();
    const panel = page.getByRole("dialog", { name: "Retailer" });
    await expectTexts(panel, found.name, found.email, "Address", "04 Mar 2026");
    await userEvent.keyboard("{Escape}");
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(name).toHaveFocus();
  });
});

test("[ADMIN10] [ADMIN11] products stand with their distributor's e-mail, and prices with 2 decimals", async () => {
  await open("/adminproductlist", clientFor(ADMIN).answer(api.admin.products, pageOf([product()])));
  await expectColumns(page, "Product", "Distributor", "Type", "Price", "Registered on");
  await expectTexts(main, "Asha Kolhari", ASHA.email, "₹12,34,567.00", "04 Mar 2026");
});

const FEEDBACK: FunctionReturnType<typeof api.feedback.list>["page"][number] = {
  _id: idOf("feedback"),
  name: MEENA.name,
  email: MEENA.email,
  role: "retailer",
  complaint: "Too slow",
  review: "Good rice",
  rating: 2,
  createdAt: MARCH_4,
};

test("[ADMIN12] [ADMIN14] [ADMIN15] the admin reads feedback, long words cut and opened", async () => {
  const complaint =
    "The lane behind the market is too narrow for your trucks, and all the drivers know it well by now: please send carts.";
  const feedback = pageOf([{ ...FEEDBACK, complaint }]);
  await open("/admincomplaints", clientFor(ADMIN).answer(api.feedback.list, feedback));
  await expectTexts(page, "User Feedback Dashboard");
  const card = page.getByRole("article");
  await expectTexts(card, "Meena Talwari", "Retailer", "Complaint", "Review", "04 Mar 2026");
  await expect.element(card).toMatchTextContent("2 out of 5");
  await expect.element(card).toMatchTextContent(`${complaint.slice(0, 100)}…`);
  await card.getByRole("button", { name: "More" }).click();
  await expect.element(card).toMatchTextContent(complaint);
  await card.getByRole("button", { name: "Less" }).click();
  await expect.element(card).not.toMatchTextContent(complaint);
});

const LONG_FEEDBACK = { ...FEEDBACK, name: LONG_WORD, complaint: LONG_WORD, review: LONG_HINDI };

const LONG = {
  name: LONG_WORD,
  email: `${"a".repeat(60)}@${"mandi".repeat(12)}.test`,
  companyName: LONG_HINDI,
  address: LONG_WORD,
};

describe("[FAILURE23] [ADMIN8] [ADMIN13] the list", () => {
  testListStates([
    {
      address: "/adminretailerlist",
      me: ADMIN,
      query: api.admin.users,
      row: user(),
      shown: "Asha Kolhari",
      longRows: [user(LONG)],
      failure: "An error occurred while fetching retailers.",
      empty: "No retailers found.",
      wayOn: "/adminhome",
    },
    {
      address: "/admindistributorslist",
      me: ADMIN,
      query: api.admin.users,
      row: user(),
      shown: "Asha Kolhari",
      longRows: [user(LONG)],
      failure: "An error occurred while fetching distributors.",
      empty: "No distributors found.",
      wayOn: "/adminhome",
    },
    {
      address: "/adminproductlist",
      me: ADMIN,
      query: api.admin.products,
      row: product(),
      shown: "Basmati rice",
      longRows: [product({ name: LONG_WORD, distributorName: LONG_HINDI })],
      failure: "An error occurred while fetching products.",
      empty: "No products found.",
      wayOn: "/adminhome",
    },
    {
      address: "/admincomplaints",
      me: ADMIN,
      query: api.feedback.list,
      row: FEEDBACK,
      shown: "Meena Talwari",
      longRows: [LONG_FEEDBACK],
      failure: "Error fetching feedback. Please try again later.",
      empty: "No feedback found.",
    },
  ]);
});

test("[FAILURE23] users and products that can't be had can be asked for again", async () => {
  const client = clientFor(ADMIN)
    .answer(api.admin.users, serverError())
    .answer(api.admin.products, serverError());
  for (const address of ["/adminretailerlist", "/adminproductlist"]) {
    await open(address, client);
    await expectTexts(main.getByRole("alert"), "Retry");
  }
});
