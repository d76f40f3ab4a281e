/** The statement of a khata, and the reminder that a distributor sends by hand. */
import { ConvexProvider } from "convex/react";
import { getFunctionName } from "convex/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ageingOf } from "../../../../domain/ageing";
import type { FakeClient } from "../../../testing/fakeClient.setup";
import { ASHA, idOf, MARCH_4, MEENA } from "../../../testing/fixtures.setup";
import {
  clientFor,
  expectFields,
  expectNoSidewaysScroll,
  expectTexts,
  show,
  usePhone,
} from "../../../testing/screen.setup";
import { StatementButton } from "./StatementButton";
import { WhatsAppReminder } from "./WhatsAppReminder";
import { entriesOf } from "./statement.setup";

const saved: File[] = [];
vi.mock("../../../files/saveFile", () => ({ saveFile: (file: File) => saved.push(file) }));

beforeEach(() => {
  saved.length = 0;
  vi.useFakeTimers({ now: MARCH_4, toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

const dialog = page.getByRole("dialog", { name: "Statement" });
const button = (name: string) => dialog.getByRole("button", { name, exact: true });

/** The calls that the client received, by function. */
type Asked = { readonly name: string; readonly args: unknown };

function withKhata(answerOf?: (name: string) => unknown): { client: FakeClient; asked: Asked[] } {
  const client = clientFor(MEENA);
  const asked: Asked[] = [];
  const answers: Record<string, unknown> = {
    "users:me": MEENA,
    "khata:account": {
      ...{ business: "Banyan Court Wholesale", partnerName: ASHA.name },
      ...{ partnerPhone: ASHA.phone, partnerEmail: ASHA.email },
    },
    "khata:statement": { openingPaise: 0, closingPaise: 5_148_00 },
    "khata:statementEntries": { page: entriesOf(2, 0), isDone: true, continueCursor: "" },
  };
  const query = (reference: never, args: unknown) => {
    const name = getFunctionName(reference);
    asked.push({ name, args });
    const answer = answerOf?.(name) ?? answers[name];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  Object.assign(client, { query });
  return { client, asked };
}

async function openDialog(client: FakeClient): Promise<void> {
  show(
    <ConvexProvider client={client}>
      <StatementButton partnerId="asha" />
    </ConvexProvider>,
  );
  await page.getByRole("button", { name: "Statement" }).click();
}

describe("the statement's dialog", () => {
  test("[STATEMENT1] offers this month, last month, the financial year and days of one's own", async () => {
    const { client, asked } = withKhata();
    await openDialog(client);
    await expectFields(dialog, "From", "To");
    const [from, to] = [
      dialog.getByLabelText("From"),
      dialog.getByLabelText("To", { exact: true }),
    ];
    await expect.element(from).toHaveValue("01/03/2026");
    await expect.element(to).toHaveValue("04/03/2026");
    await expect.element(button("This month")).toHaveAttribute("aria-pressed", "true");
    await button("Last month").click();
    await expect.element(to).toHaveValue("28/02/2026");
    await expectTexts(dialog, "Sunday, 1 February", "Saturday, 28 February");
    await button("This financial year").click();
    await expect.element(from).toHaveValue("01/04/2025");
    await from.fill("10-2-2026");
    await expect.element(button("This financial year")).toHaveAttribute("aria-pressed", "false");
    // Nothing is read before a file is wanted.
    expect(asked).toEqual([]);
  });

  test("[STATEMENT1] makes no file of days that are no period, and says why", async () => {
    await openDialog(withKhata().client);
    await dialog.getByLabelText("From").fill("31/02/2026");
    await expectTexts(dialog, "Date input not valid.");
    for (const name of ["PDF", "CSV"]) await expect.element(button(name)).toBeDisabled();
    await dialog.getByLabelText("From").fill("5/3/26");
    await expectTexts(dialog, "The first day is after the last.");
    for (const name of ["PDF", "CSV"]) await expect.element(button(name)).toBeDisabled();
    await dialog.getByLabelText("From").fill("2024-03-01");
    await expectTexts(dialog, "Please choose a period of at most a year.");
  });

  test("[STATEMENT3] saves the chosen period as CSV", async () => {
    const { client, asked } = withKhata();
    await openDialog(client);
    await button("Last month").click();
    await button("CSV").click();
    await expect
      .poll(() => saved.map(({ name }) => name))
      .toEqual(["statement-Banyan-Court-Wholesale-2026-02-01-2026-02-28.csv"]);
    expect(await saved[0]!.text()).toContain('2026-04-15,"Invoice","SWD/26-27/10001","",1716.00');
    const period = { partnerId: "asha", from: "2026-02-01", to: "2026-02-28" };
    expect(asked).toContainEqual({ name: "khata:statement", args: period });
  });

  test("[STATEMENT2] saves it as a PDF, also with names in Devanagari", async () => {
    const { client } = withKhata((name) =>
      name === "users:me" ? { ...MEENA, shopName: "पीपल चौक किराना" } : undefined,
    );
    await openDialog(client);
    await button("PDF").click();
    await expect.poll(() => saved.length, { timeout: 10_000 }).toBe(1);
    const [file] = saved as [File];
    expect(file.type).toBe("application/pdf");
    const text = await file.text();
    expect(text.startsWith("%PDF-")).toBe(true);
    // The name is drawn as outlines.
    expect(text).toContain("/Subtype /Form");
    expect(text).not.toContain("/Subtype /Image");
  });

  test("says that no file could be made, and tries again", async () => {
    let fails = true;
    const { client } = withKhata((name) =>
      name === "khata:statement" && fails ? new Error("down") : undefined,
    );
    await openDialog(client);
    await button("CSV").click();
    await expectTexts(dialog, "The statement could not be made. Please try again.");
    fails = false;
    await button("Retry").click();
    await expect.poll(() => saved.length).toBe(1);
  });

  test("fits a phone", async () => {
    await usePhone();
    await openDialog(withKhata().client);
    await expect.element(button("PDF")).toBeVisible();
    await expectNoSidewaysScroll();
  });
});

describe("the reminder on WhatsApp", () => {
  const dues = [
    { _id: idOf<"dues">("due"), dueOn: "2026-03-01", totalPaise: 500_00, openPaise: 400_00 },
  ];
  const aged = { ageing: ageingOf(dues, "2026-03-04"), dues };
  const account = { partnerPhone: "98765 43210", company: "Banyan Court", balancePaise: 400_00 };
  const link = page.getByRole("link", { name: "Remind on WhatsApp" });

  test("[REMINDER3] opens WhatsApp in a tab of its own, with the text written", async () => {
    show(<WhatsAppReminder account={account} aged={aged} today="2026-03-04" />);
    await expect.element(link).toHaveAttribute("target", "_blank");
    await expect.element(link).toHaveAttribute("rel", "noreferrer noopener");
    const text = "A reminder from Banyan Court: ₹400.00 was due on 01 Mar 2026. Thank you.";
    await expect
      .element(link)
      .toHaveAttribute("href", `https://wa.me/919876543210?text=${encodeURIComponent(text)}`);
  });

  test.each([{ partnerPhone: "" }, { balancePaise: 0 }])("is not there with %o", async (part) => {
    show(
      <>
        <WhatsAppReminder account={{ ...account, ...part }} aged={aged} today="2026-03-04" />
        <p>Here</p>
      </>,
    );
    await expectTexts(page, "Here");
    await expect.element(link).not.toBeInTheDocument();
  });
});
