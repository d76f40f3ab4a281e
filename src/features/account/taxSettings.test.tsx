/** The card of the settings page for tax details. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { ADMIN, ASHA, MEENA } from "../../testing/fixtures.setup";
import { choose, clientFor, expectTexts, open } from "../../testing/screen.setup";

const card = page.getByRole("region", { name: "Tax", exact: true });
const field = (name: string) => card.getByRole("textbox", { name });
const save = card.getByRole("button", { name: "Save tax details" });

test("[TAX1] a distributor gives its GSTIN, and is told its fault", async () => {
  const client = clientFor(ASHA).onCall(api.tax.save, () => null);
  await open("/settings", client);
  await expectTexts(card, "Mandi gives no legal or tax advice.");
  await field("PIN code").fill("411 001");
  await save.click();
  await expectTexts(card, "Please enter your GSTIN.");
  await field("GSTIN").fill("27aapfu0939f1zw");
  await save.click();
  await expectTexts(card, "The last character does not fit the others. Please check each of them.");
  expect(client.argsOf(api.tax.save)).toEqual([]);
  await field("GSTIN").fill("27aapfu0939f1zv");
  await choose(card.getByRole("combobox", { name: "Scheme" }), "Composition");
  await save.click();
  await expect.poll(() => client.argsOf(api.tax.save).length).toBe(1);
  expect(client.argsOf(api.tax.save)).toEqual([
    {
      details: {
        ...{ gstin: "27AAPFU0939F1ZV", stateCode: "27", pincode: "411001" },
        gstScheme: "composition",
      },
    },
  ]);
});

test("[TAX1] a retailer needs no GSTIN, but a State; empty texts forget all", async () => {
  const client = clientFor({ ...MEENA, pincode: "411001" }).onCall(api.tax.save, () => null);
  await open("/settings", client);
  await save.click();
  await expectTexts(card, "Please choose your State.");
  await choose(card.getByRole("combobox", { name: "State" }), "27-Maharashtra");
  await save.click();
  await expect.poll(() => client.argsOf(api.tax.save).length).toBe(1);
  expect(client.argsOf(api.tax.save)).toEqual([
    { details: { stateCode: "27", pincode: "411001" } },
  ]);
  expect(card.getByText("Scheme").elements()).toEqual([]);
});

test.each([ASHA, MEENA])(
  "[TAX1] the State that a GSTIN means is told as it is typed",
  async (me) => {
    const client = clientFor(me).onCall(api.tax.save, () => null);
    await open("/settings", client);
    const gstin = field("GSTIN");
    await gstin.fill("2");
    await expect.element(card.getByText(/^State: /)).not.toBeInTheDocument();
    await gstin.fill("27");
    await expectTexts(card, "State: 27-Maharashtra");
    await gstin.fill(" 29aap");
    await expectTexts(card, "State: 29-Karnataka");
    await gstin.fill("99AAPFU0939F1ZV");
    await expectTexts(card, "The first two digits of this GSTIN are no State code.");
    // A wrong check character says so, and the State stays told.
    await gstin.fill("27AAPFU0939F1ZW");
    await save.click();
    await expectTexts(card, "State: 27-Maharashtra");
    await expectTexts(
      card,
      "The last character does not fit the others. Please check each of them.",
    );
    expect(client.argsOf(api.tax.save)).toEqual([]);
    await gstin.fill("");
    await expect.element(card.getByText(/^State: /)).not.toBeInTheDocument();
  },
);

test("[TAX1] nothing typed says nothing, and admins have no such card", async () => {
  const client = clientFor(ASHA).onCall(api.tax.save, () => null);
  await open("/settings", client);
  await save.click();
  await expect.poll(() => client.argsOf(api.tax.save)).toEqual([{ details: null }]);
  await open("/settings", clientFor(ADMIN));
  await expect.element(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  expect(card.elements()).toEqual([]);
});

test("[TAX6] [TAX7] a distributor chooses prices without GST and whole rupees; composition has no such prices", async () => {
  const details = { gstin: "27AAPFU0939F1ZV", stateCode: "27", pincode: "411001" };
  const client = clientFor({ ...ASHA, ...details }).onCall(api.tax.save, () => null);
  await open("/settings", client);
  await choose(card.getByRole("combobox", { name: "Your prices" }), "Without GST");
  await choose(card.getByRole("combobox", { name: "Sums of invoices" }), "To the whole rupee");
  await save.click();
  await expect
    .poll(() => client.argsOf(api.tax.save))
    .toEqual([{ details: { ...details, pricesExcludeTax: true, roundsToRupee: true } }]);
  await choose(card.getByRole("combobox", { name: "Scheme" }), "Composition");
  await expect.element(card.getByRole("combobox", { name: "Your prices" })).not.toBeInTheDocument();
});
