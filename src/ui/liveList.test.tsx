import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "../testing/screen.setup";
import { LiveList } from "./LiveList";

test("rows that are about to be replaced stay as legible as they were, below a line that moves", async () => {
  const list = {
    results: [{ _id: "rice" }],
    status: "Exhausted",
    loadMore: () => undefined,
    isStale: true,
  } as const;
  show(
    <LiveList list={list} empty={null} errorMessage="">
      {() => <p>Rice</p>}
    </LiveList>,
  );
  const row = page.getByText("Rice");
  await expect.element(row).toBeVisible();
  const opacities: string[] = [];
  for (let at: Element | null = row.element(); at !== null; at = at.parentElement)
    opacities.push(getComputedStyle(at).opacity);
  expect(new Set(opacities)).toEqual(new Set(["1"]));
  const busy = row.element().closest("[aria-busy=true]")!;
  const { height, animationName } = getComputedStyle(busy, "::before");
  expect({ height, animationName }).toEqual({ height: "2px", animationName: "pulse-soft" });
});
