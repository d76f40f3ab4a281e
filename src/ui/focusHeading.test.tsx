/** The focus after a change of page. */
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "../testing/screen.setup";
import { focusHeadingOnceThere } from "./focusHeading";
import { PageHeader } from "./PageHeader";
import { Skeleton } from "./Skeleton";

function LatePage() {
  const [isThere, setThere] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setThere(true)}>
        Arrive
      </button>
      <button type="button">Elsewhere</button>
      <main tabIndex={-1}>{isThere ? <PageHeader title="Orders" /> : <Skeleton />}</main>
    </>
  );
}

/** Lets the page come without moving the focus, as a click would. */
function arrive(): void {
  (page.getByRole("button", { name: "Arrive" }).element() as HTMLElement).click();
}

test("goes to the heading of a page that was still a skeleton", async () => {
  show(<LatePage />);
  await expect.element(page.getByRole("main")).toBeInTheDocument();
  focusHeadingOnceThere();
  await expect.element(page.getByRole("main")).toHaveFocus();
  arrive();
  await expect.element(page.getByRole("heading", { name: "Orders" })).toHaveFocus();
});

test("stays where it was moved meanwhile, and where the next page came first", async () => {
  show(<LatePage />);
  const elsewhere = page.getByRole("button", { name: "Elsewhere" });
  await expect.element(elsewhere).toBeVisible();
  focusHeadingOnceThere();
  (elsewhere.element() as HTMLElement).focus();
  arrive();
  await expect.element(page.getByRole("heading", { name: "Orders" })).toBeVisible();
  await expect.element(elsewhere).toHaveFocus();

  show(<LatePage />);
  await expect.element(elsewhere).toBeVisible();
  const stop = focusHeadingOnceThere();
  stop();
  arrive();
  await expect.element(page.getByRole("heading", { name: "Orders" })).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Orders" })).not.toHaveFocus();
});
