/** Parts whose code is fetched on first use, and what is shown where it cannot be fetched. */
import { type ComponentType, Suspense, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectNoSidewaysScroll, expectTexts, show, usePhone } from "../testing/screen.setup";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { Input } from "./Input";
import { lazyBackground, lazyDialog, lazyInline, lazyPart } from "./lazyPart";

const FAILED = "The calendar could not be loaded.";

const network = { isDown: false, fetches: 0 };

beforeEach(() => {
  Object.assign(network, { isDown: true, fetches: 0 });
  // React reports what a boundary catches.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

function fetched<Props>(component: ComponentType<Props>) {
  return () => {
    network.fetches += 1;
    return network.isDown ? Promise.reject(new TypeError("no line")) : Promise.resolve(component);
  };
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const Calendar = ({ month }: { month: string }) => <p>Days of {month}</p>;

test("a part that failed to load says so in its place, and Retry fetches it again", async () => {
  const Part = lazyPart(fetched(Calendar), { message: FAILED });
  show(
    <Dialog onClose={() => undefined} title="Accept" description="An order">
      <Input aria-label="Pieces" />
      <Part month="May" />
    </Dialog>,
  );
  await page.getByLabelText("Pieces").fill("12");
  const dialog = page.getByRole("dialog");
  await expectTexts(dialog, FAILED);
  network.isDown = false;
  await button("Retry").click();
  await expectTexts(dialog, "Days of May");
  await expect.element(page.getByLabelText("Pieces")).toHaveValue("12");
  await expect.element(page.getByText(FAILED)).not.toBeInTheDocument();
  expect(network.fetches).toBe(2);
});

test("a part that fails again offers to reload the page, because a newer version may have replaced its file", async () => {
  const Part = lazyInline(fetched(Calendar), { message: FAILED });
  show(<Part month="May" />);
  await expectTexts(page, FAILED);
  await expect.element(button("Reload page")).not.toBeInTheDocument();
  await button("Retry").click();
  await expect.element(button("Reload page")).toBeVisible();
  await expect.element(button("Retry")).toBeVisible();
});

test("a part that was loaded once is not fetched again", async () => {
  network.isDown = false;
  const Part = lazyPart(fetched(Calendar), { message: FAILED });
  for (const month of ["May", "June"]) {
    show(<Part month={month} />);
    await expectTexts(page, `Days of ${month}`);
  }
  expect(network.fetches).toBe(1);
});

test("a part whose code throws says so in its place, and Retry draws it again", async () => {
  network.isDown = false;
  let isBroken = true;
  function Breaking() {
    if (isBroken) throw new Error("broken");
    return <p>Whole</p>;
  }
  const Part = lazyPart(fetched(Breaking), { message: FAILED });
  show(<Part />);
  await expectTexts(page, FAILED);
  isBroken = false;
  await button("Retry").click();
  await expectTexts(page, "Whole");
  expect(network.fetches).toBe(1);
});

test("what surrounds a part comes with it where that is wanted, and stays while it is fetched again", async () => {
  let arrive: () => void = () => undefined;
  const line = new Promise<void>((resolve) => (arrive = resolve));
  const load = fetched(Calendar);
  const Part = lazyPart(() => (network.isDown ? load() : line.then(load)), {
    ...{ message: FAILED, holdsSurroundings: true },
  });
  show(
    <Suspense fallback={<p>Waiting</p>}>
      <Part month="May" />
      <p>Articles</p>
    </Suspense>,
  );
  await expectTexts(page, FAILED, "Articles");
  network.isDown = false;
  await button("Retry").click();
  // React shows what waits longer than this.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await expectTexts(page, FAILED, "Articles");
  await expect.element(page.getByText("Waiting")).not.toBeInTheDocument();
  arrive();
  await expectTexts(page, "Days of May", "Articles");
});

const Details = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} title="Details" description="Of a product" />
);

function Opener({ part: Part }: { part: ComponentType<{ onClose: () => void }> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <div style={{ height: "200vh" }} />
      {isOpen && <Part onClose={() => setOpen(false)} />}
    </>
  );
}

test("a dialog that failed to load says so in view, is dismissed, and opens when it is asked for again", async () => {
  await usePhone();
  show(<Opener part={lazyDialog(fetched(Details), FAILED)} />);
  await button("Open").click();
  const failure = page.getByRole("alert").filter({ hasText: FAILED });
  await expect.element(failure).toBeInViewport();
  await expectNoSidewaysScroll();
  await button("Dismiss").click();
  await expect.element(page.getByText(FAILED)).not.toBeInTheDocument();
  network.isDown = false;
  await button("Open").click();
  await expect.element(page.getByRole("dialog", { name: "Details" })).toBeVisible();
});

test("a background part keeps its stand-in, and is fetched again when the browser is online", async () => {
  const Part = lazyBackground(fetched(Calendar), <p>Skeleton</p>);
  show(<Part month="May" />);
  await expect.poll(() => network.fetches).toBe(1);
  await expectTexts(page, "Skeleton");
  await expect.element(button("Retry")).not.toBeInTheDocument();
  network.isDown = false;
  await expect
    .poll(() => {
      window.dispatchEvent(new Event("online"));
      return page.getByText("Days of May").elements().length;
    })
    .toBe(1);
  expect(network.fetches).toBe(2);
});
