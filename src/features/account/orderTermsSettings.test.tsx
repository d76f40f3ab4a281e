/** The card of the settings page for the terms on which a distributor takes orders. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { DEFAULT_ORDER_TERMS } from "../../../domain/orderTerms";
import { ASHA } from "../../testing/fixtures.setup";
import { clientFor, expectTexts, open } from "../../testing/screen.setup";

const field = (name: string) => page.getByLabelText(name);
const save = page.getByRole("button", { name: "Save limits" });

test("[KHATA15] order limits mark each wrong field, and read a minimum as people write it", async () => {
  const client = clientFor(ASHA).onCall(api.orders.saveTerms, () => null);
  await open("/settings", client);
  await field("Minimum order").fill("two");
  await field("Days to answer").fill("91");
  await field("Others: % of a product").fill("");
  await field("Others: orders").fill("");
  await save.click();
  for (const wrong of ["Minimum order", "Days to answer", "Others: % of a product"])
    await expect.element(field(wrong)).toHaveAttribute("aria-invalid", "true");
  for (const right of ["Others: orders", "Connected: orders", "Connected: % of a product"])
    await expect.element(field(right)).not.toHaveAttribute("aria-invalid");
  await expectTexts(page, "Please enter a whole number from 1 to 90.");
  await expectTexts(page, "Please enter rupees up to ₹9,99,99,999.99, such as 2,000.");
  expect(client.argsOf(api.orders.saveTerms)).toEqual([]);
  await field("Minimum order").fill("₹2,000");
  await field("Days to answer").fill("7");
  await field("Others: % of a product").fill("10");
  await save.click();
  const { connected } = DEFAULT_ORDER_TERMS;
  await expect
    .poll(() => client.argsOf(api.orders.saveTerms))
    .toEqual([
      {
        terms: {
          ...{ minOrderPaise: 2_000_00, connected, answerDays: 7 },
          newcomer: { sharePercent: 10, orders: null },
        },
      },
    ]);
});
