/** The dialog of exports in all its states, with the real worker. */
import { ConvexProvider } from "convex/react";
import { getFunctionName } from "convex/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { FakeClient } from "../../testing/fakeClient.setup";
import { ASHA, MARCH_4 } from "../../testing/fixtures.setup";
import {
  clientFor,
  expectFields,
  expectNoSidewaysScroll,
  expectOptions,
  expectTexts,
  show,
  usePhone,
} from "../../testing/screen.setup";
import { ExportDialog } from "./ExportDialog";
import type { Subject } from "./tables";

vi.setConfig({ testTimeout: 90_000 });

const saved: File[] = [];
vi.mock("../saveFile", () => ({ saveFile: (file: File) => saved.push(file) }));

beforeEach(() => {
  saved.length = 0;
  vi.useFakeTimers({ now: MARCH_4, toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

const dialog = page.getByRole("dialog", { name: "Export" });
const button = (name: string) => dialog.getByRole("button", { name, exact: true });

const order = (n: number) => ({
  ...{ lineId: `order${n}`, orderId: `order${n}`, placedAt: MARCH_4, status: "pending" },
  ...{ productName: "बासमती चावल", quantity: n, pricePaise: 100_00 },
  ...{ partnerName: "Meena", partnerEmail: "meena@mandi.test" },
});

type Page = { page: object[]; isDone: boolean; continueCursor: string };
type Asked = { readonly name: string; readonly args: Record<string, unknown> };
type Answer = (cursor: string | null) => Page | Error | Promise<Page>;

const only = (...rows: object[]): Page => ({ page: rows, isDone: true, continueCursor: "" });
/** A worker is fetched file by file here, the first one by a server that has not compiled it yet. */
const WORKER_MS = 60_000;

/** Waits for the dialog's word on rows that the worker has written. */
function expectWritten(text: string): Promise<void> {
  const isShown = () => dialog.getByText(text, { exact: true }).elements().length > 0;
  return expect.poll(isShown, { message: `“${text}” is not shown`, timeout: WORKER_MS }).toBe(true);
}

/** A page that never comes. */
const never = () => new Promise<Page>(() => undefined);

function openDialog(answer: Answer, role: "retailer" | "distributor" = "distributor") {
  const client: FakeClient = clientFor(ASHA);
  const asked: Asked[] = [];
  const query = (reference: never, args: { paginationOpts: { cursor: string | null } }) => {
    asked.push({ name: getFunctionName(reference), args });
    const answered = answer(args.paginationOpts.cursor);
    return answered instanceof Error ? Promise.reject(answered) : Promise.resolve(answered);
  };
  Object.assign(client, { query });
  const onClose = vi.fn();
  const mount = (subject: Subject) =>
    show(
      <ConvexProvider client={client}>
        <ExportDialog role={role} subject={subject} onClose={onClose} />
      </ConvexProvider>,
    );
  mount("orders");
  return { client, asked, mount, onClose };
}

describe("[EXPORT1] the dialog of exports", () => {
  test("offers what the role has, and asks for nothing before a file is wanted", async () => {
    const { asked, mount } = openDialog(() => only());
    const what = dialog.getByLabelText("What");
    await expectOptions(what, ["Orders", "Invoices", "Khata entries", "Products"]);
    await expectFields(dialog, "From", "To");
    mount("products");
    await expect.element(what).toHaveDisplayValue("Products");
    await expectTexts(dialog, "All products that are on sale now.");
    await expect.element(dialog.getByLabelText("From")).not.toBeInTheDocument();
    expect(asked).toEqual([]);
  });

  test("offers a retailer no products", async () => {
    openDialog(() => only(), "retailer");
    await expectOptions(dialog.getByLabelText("What"), ["Orders", "Invoices", "Khata entries"]);
  });

  test("[EXPORT2] takes the offered periods, and days of one's own that are a period", async () => {
    openDialog(() => only());
    const [from, to] = [
      dialog.getByLabelText("From"),
      dialog.getByLabelText("To", { exact: true }),
    ];
    await expect.element(from).toHaveValue("01/03/2026");
    await button("Last month").click();
    await expect.element(to).toHaveValue("28/02/2026");
    await button("This financial year").click();
    await expect.element(from).toHaveValue("01/04/2025");
    await expect.element(to).toHaveValue("04/03/2026");
    await from.fill("2024-03-01");
    await expectTexts(dialog, "Please choose a period of at most a year.");
    for (const name of ["CSV", "Excel"]) await expect.element(button(name)).toBeDisabled();
    await button("This month").click();
    await expect.element(button("This month")).toHaveAttribute("aria-pressed", "true");
    await expect.element(button("CSV")).toBeEnabled();
  });
});

describe("[EXPORT4] a file", () => {
  test("has the rows of every page, asked for one after the other", async () => {
    const pages = [order(1), order(2), order(3)];
    const { asked } = openDialog((cursor) => {
      const at = Number(cursor ?? 0);
      const isDone = at === pages.length - 1;
      return { page: [pages[at]!], isDone, continueCursor: String(at + 1) };
    });
    await button("Last month").click();
    await button("CSV").click();
    await expectWritten("3 rows saved.");
    const [file] = saved as [File];
    expect(file.name).toBe("orders-2026-02-01-2026-02-28.csv");
    const lines = (await file.text()).split("\r\n");
    expect(lines).toHaveLength(5);
    expect(lines.slice(1, 4).map((line) => line.split(",")[3])).toEqual(["1", "2", "3"]);
    expect(lines[1]).toContain('2026-03-04,"Pending","बासमती चावल"');
    const period = { from: "2026-02-01", to: "2026-02-28" };
    expect(asked.map(({ args }) => args)).toEqual(
      [null, "1", "2"].map((cursor) => ({
        ...period,
        paginationOpts: { numItems: 500, cursor },
      })),
    );
    expect(asked[0]?.name).toBe("exports:orders");
  });

  test("[EXPORT5] is an Excel file where that is wanted", async () => {
    openDialog(() => only(order(1)));
    await button("Excel").click();
    await expectWritten("1 row saved.");
    const [file] = saved as [File];
    expect(file.name).toBe("orders-2026-03-01-2026-03-04.xlsx");
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect([...bytes.subarray(0, 2)]).toEqual([0x50, 0x4b]);
  });
});

describe("[EXPORT7] while a file is written, the dialog", () => {
  test("counts the rows, and cancels", async () => {
    openDialog((cursor) =>
      cursor === null ? { page: [order(1)], isDone: false, continueCursor: "1" } : never(),
    );
    await button("CSV").click();
    await expectWritten("Writing: 1 row");
    await expect.element(button("CSV")).toBeDisabled();
    await expect.element(button("Cancel")).toHaveFocus();
    await button("Cancel").click();
    await expect.element(button("Cancel")).not.toBeInTheDocument();
    await expect.element(button("CSV")).toHaveFocus();
    expect(saved).toEqual([]);
  });

  test("says that there is nothing", async () => {
    const { mount } = openDialog(() => only());
    await button("CSV").click();
    await expectTexts(dialog, "Nothing in this period.");
    expect(saved).toEqual([]);
    await button("Last month").click();
    await expect.element(dialog.getByText("Nothing in this period.")).not.toBeInTheDocument();
    mount("products");
    await button("Excel").click();
    await expectTexts(dialog, "You have no products on sale.");
  });

  test("says what failed, and tries again", async () => {
    let fails = true;
    openDialog(() => (fails ? new Error("down") : only(order(1))));
    await button("CSV").click();
    await expectTexts(dialog, "The file could not be made. Please try again.");
    expect(saved).toEqual([]);
    fails = false;
    await button("Retry").click();
    await expectWritten("1 row saved.");
  });

  test("waits for the connection", async () => {
    const { client } = openDialog(() => never());
    await button("CSV").click();
    client.goOffline();
    await expectTexts(dialog, "Waiting for the connection…");
    await expect.element(button("Cancel")).toBeEnabled();
  });

  test("is closed with Escape, and saves nothing then", async () => {
    let give: (answer: Page) => void = () => undefined;
    const { onClose } = openDialog(() => new Promise((resolve) => (give = resolve)));
    await button("CSV").click();
    await expect.element(button("Cancel")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalled();
    show(<p>Closed</p>);
    await expectTexts(page, "Closed");
    give(only(order(1)));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(saved).toEqual([]);
  });

  test("fits a phone", async () => {
    await usePhone();
    openDialog(() => only());
    await expect.element(button("Excel")).toBeVisible();
    await expectNoSidewaysScroll();
  });
});
