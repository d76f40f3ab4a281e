/** Notices, toasts, dialogs and error boundaries. */
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LONG_HINDI, LONG_WORD } from "../testing/fixtures.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  overflowing,
  show,
  usePhone,
} from "../testing/screen.setup";
import { Button } from "./Button";
import { ConfirmDialog } from "./ConfirmDialog";
import { Dialog } from "./Dialog";
import { ErrorBoundary } from "./ErrorBoundary";
import { ErrorNotice } from "./ErrorNotice";
import { Notice } from "./Notice";
import { type ToastMessage, useToast } from "./Toast";

function Toaster({ toasts }: { toasts: readonly ToastMessage[] }) {
  const toast = useToast();
  return <Button onClick={() => toasts.forEach((each) => toast(each))}>Show</Button>;
}

const isShown = (text: string) => page.getByText(text).elements().length > 0;

beforeEach(() => {
  vi.useRealTimers();
});

test("errors and warnings interrupt, other notices wait", async () => {
  show(
    <>
      <Notice kind="error" message="failed" />
      <Notice kind="warning" message="careful" />
      <Notice kind="success" message="done" />
      <Notice kind="info" message="by the way" />
    </>,
  );
  const main = page.elementLocator(document.body);
  await expect.element(main.getByText("by the way")).toBeVisible();
  const texts = (role: "alert" | "status") =>
    main
      .getByRole(role)
      .elements()
      .map(({ textContent }) => textContent)
      .filter((text) => text !== "");
  expect(texts("alert")).toEqual(["failed", "careful"]);
  expect(texts("status")).toEqual(["done", "by the way"]);
});

test("the notice of a failure retries, and has no button where nothing can be retried", async () => {
  const onRetry = vi.fn();
  show(<ErrorNotice message="failed" onRetry={onRetry} />);
  await page.getByRole("button", { name: "Retry" }).click();
  expect(onRetry).toHaveBeenCalledOnce();
  show(<ErrorNotice message="failed" />);
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});

test("a long message and long buttons stay inside a phone's screen", async () => {
  await usePhone();
  show(
    <Notice
      kind="error"
      title={LONG_WORD}
      message={`${LONG_WORD} ${LONG_HINDI}`}
      onClose={() => undefined}
      actions={
        <>
          <Button>Try it again</Button>
          <Button>Give up this order</Button>
          <Button>Ask somebody else</Button>
        </>
      }
    />,
  );
  await expect.element(page.getByRole("button", { name: "Dismiss" })).toBeInViewport();
  await expectNoSidewaysScroll();
});

test("[NETWORK11] a toast goes after 5 s, and stays while the pointer is on it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  show(<Toaster toasts={[{ kind: "success", message: "added" }]} />);
  await page.getByRole("button", { name: "Show" }).click();
  await expect.element(page.getByText("added")).toBeVisible();
  // Each look at the screen moves the clock by its interval, too.
  vi.advanceTimersByTime(4_000);
  expect(isShown("added")).toBe(true);
  await page.getByText("added").hover();
  vi.advanceTimersByTime(10_000);
  await expect.element(page.getByText("added")).toBeVisible();
  await page.getByRole("button", { name: "Show" }).hover();
  vi.advanceTimersByTime(4_900);
  expect(isShown("added")).toBe(true);
  vi.advanceTimersByTime(200);
  await expect.element(page.getByText("added")).not.toBeInTheDocument();
});

test("a toast that appears under a resting pointer goes like any other", async () => {
  await usePhone();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  show(
    <div className="fixed inset-x-0 bottom-0 flex h-60 flex-col justify-end *:h-full">
      <Toaster toasts={[{ kind: "success", message: "added" }]} />
    </div>,
  );
  await page.getByRole("button", { name: "Show" }).click();
  await expect
    .poll(() => document.querySelector("[role=status] > div:hover")?.textContent)
    .toContain("added");
  vi.advanceTimersByTime(5_000);
  await expect.element(page.getByText("added")).not.toBeInTheDocument();
});

test("a pointer that was left on a toast holds it for half a minute", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  show(<Toaster toasts={[{ kind: "success", message: "added" }]} />);
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByText("added").hover();
  vi.advanceTimersByTime(29_000);
  expect(isShown("added")).toBe(true);
  // React renders between the two times: the end of the hold, and the five seconds after it.
  await expect.poll(() => (vi.advanceTimersByTime(2_000), isShown("added"))).toBe(false);
});

test("a hidden tab holds no toast, wherever its pointer was", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  show(<Toaster toasts={[{ kind: "success", message: "added" }]} />);
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByText("added").hover();
  vi.advanceTimersByTime(10_000);
  expect(isShown("added")).toBe(true);
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(() => (vi.advanceTimersByTime(1_000), isShown("added"))).toBe(false);
});

/** Goes to another page, and shows the toasts before it. */
function Leaver({ toasts, to }: { toasts: readonly ToastMessage[]; to: string }) {
  const toast = useToast();
  const navigate = useNavigate();
  const leave = () => {
    toasts.forEach((each) => toast(each));
    void navigate(to);
  };
  return <Button onClick={leave}>Go to {to}</Button>;
}

test("toasts of a page end on the next one; failures, news of no page and the result of what led there do not", async () => {
  const shown: ToastMessage[] = [
    { kind: "success", message: "saved here" },
    { kind: "error", message: "failed here" },
    { kind: "success", message: "the order was placed", isOfNoPage: true },
  ];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let now = 10_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  show(
    <>
      <Toaster toasts={shown} />
      <Leaver to="/next" toasts={[{ kind: "success", message: "done and left" }]} />
      <Leaver to="/next?sorted=1" toasts={[]} />
      <Leaver to="/last" toasts={[]} />
    </>,
  );
  await page.getByRole("button", { name: "Show" }).click();
  await expectTexts(page, "saved here", "failed here", "the order was placed");
  now += 2_000;
  await page.getByRole("button", { name: "Go to /next", exact: true }).click();
  await expect.element(page.getByText("saved here")).not.toBeInTheDocument();
  await expectTexts(page, "failed here", "the order was placed", "done and left");
  now += 2_000;
  // The same page in another order.
  await page.getByRole("button", { name: "Go to /next?sorted=1" }).click();
  await expectTexts(page, "done and left");
  await page.getByRole("button", { name: "Go to /last" }).click();
  await expect.element(page.getByText("done and left")).not.toBeInTheDocument();
  await expectTexts(page, "failed here", "the order was placed");
});

test("at most four toasts are shown, a failure in the assertive region", async () => {
  const toasts = [1, 2, 3, 4, 5].map((each): ToastMessage => {
    return { kind: each === 5 ? "error" : "success", message: `toast ${each}` };
  });
  show(<Toaster toasts={toasts} />);
  await page.getByRole("button", { name: "Show" }).click();
  await expectTexts(page, "toast 2", "toast 3", "toast 4");
  expect(isShown("toast 1")).toBe(false);
  const assertive = page.elementLocator(document.querySelector("[aria-live=assertive]")!);
  await expect.element(assertive).toMatchTextContent("toast 5");
  expect(assertive.element().textContent).not.toContain("toast 4");
});

function Opener({ children }: { children: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && (
        <Dialog onClose={() => setOpen(false)} title="More Info" description={LONG_WORD}>
          {children}
        </Dialog>
      )}
    </>
  );
}

test("a dialog takes the focus, gives it back, and closes by Escape", async () => {
  show(<Opener>content</Opener>);
  const opener = page.getByRole("button", { name: "Open" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "More Info" });
  await expect.element(dialog).toBeVisible();
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("a dialog that is too high scrolls inside, and is no wider than a phone", async () => {
  await usePhone();
  show(<Opener>{`${LONG_WORD} ${LONG_HINDI} `.repeat(40)}</Opener>);
  await page.getByRole("button", { name: "Open" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Close dialog" })).toBeInViewport();
  const { top, bottom, right } = dialog.element().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThanOrEqual(800 + 1);
  expect(right).toBeLessThanOrEqual(375);
  expect(overflowing(dialog.element())).toEqual([]);
  const content = dialog.getByText(LONG_HINDI).last().element();
  expect(content.scrollHeight).toBeGreaterThan(content.clientHeight);
  content.scrollTo(0, content.scrollHeight);
  expect(content.scrollTop).toBeGreaterThan(0);
});

test("a question waits for its answer, and stays open with the failure of the action", async () => {
  const onConfirm = vi.fn();
  const client = clientFor(null);
  const question = (busy: boolean, error: string | null) => (
    <ConfirmDialog
      onClose={() => undefined}
      title="Delete it?"
      description="It leaves the market."
      confirmLabel="Delete product"
      danger
      {...{ busy, error, onConfirm }}
    />
  );
  show(question(true, null), client);
  await expect.element(page.getByRole("button", { name: "Delete product" })).toBeDisabled();
  await expect.element(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
  // Without a connection that may last, so the page can be had back; to cancel would be too late.
  client.goOffline();
  await expect.element(page.getByRole("button", { name: "Close" })).toBeEnabled();
  client.goOnline();
  show(question(false, "It did not work."), client);
  const dialog = page.getByRole("alertdialog", { name: "Delete it?" });
  await expectTexts(dialog, "It leaves the market.", "It did not work.");
  await dialog.getByRole("button", { name: "Delete product" }).click();
  expect(onConfirm).toHaveBeenCalledOnce();
});

test("a component that throws is replaced by the sentence, until it is tried again or the page changes", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let isBroken = true;
  function Page() {
    if (isBroken) throw new Error("broken");
    return <p>content</p>;
  }
  show(
    <ErrorBoundary message="This page could not be shown.">
      <Page />
    </ErrorBoundary>,
  );
  await expectTexts(page.getByRole("alert"), "This page could not be shown.");
  isBroken = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await expectTexts(page, "content");
});
