/** The dots of an order say their step in words, by shape and by colour. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "../testing/screen.setup";
import { OrderDots } from "./OrderDots";

const STEPS = ["Placed", "Answered", "Accepted", "Due", "Completed"];

/** Returns a letter for each dot: done, ended, or ahead. */
function dots(): string {
  return [...document.querySelectorAll("li")]
    .map((step) => {
      const sign = step.querySelector("svg");
      if (sign === null) return "-";
      return sign.classList.contains("lucide-x") ? "x" : "o";
    })
    .join("");
}

test.each([
  [1, undefined, "Step 1 of 5: placed", "o----"],
  [2, undefined, "Step 2 of 5: answered", "oo---"],
  [3, undefined, "Step 3 of 5: accepted", "ooo--"],
  [4, undefined, "Step 4 of 5: due", "oooo-"],
  [5, undefined, "Step 5 of 5: completed", "ooooo"],
  [1, "Rejected", "Ended at step 2 of 5: rejected", "ox---"],
  [3, "Cancelled", "Ended at step 4 of 5: cancelled", "ooox-"],
])("shows %i done steps, ended: %s", async (done, ended, words, shapes) => {
  show(<OrderDots steps={STEPS} done={done} ended={ended} />);
  await expect.element(page.getByRole("img", { name: words })).toBeVisible();
  expect(dots()).toBe(shapes);
});

test.each([
  ["280px", ["Accepted"]],
  ["343px", STEPS],
] as const)("names every step where there is room, else the latest: %s", async (width, shown) => {
  show(
    <div style={{ width }}>
      <OrderDots steps={STEPS} done={3} />
    </div>,
  );
  await expect.element(page.getByRole("img")).toBeVisible();
  const names = STEPS.filter((step) =>
    page
      .getByText(step)
      .elements()
      .some((element) => element.checkVisibility()),
  );
  expect(names).toEqual(shown);
});

test("its lines fill in 200 ms", async () => {
  show(<OrderDots steps={STEPS} done={3} />);
  await expect.element(page.getByRole("img")).toBeVisible();
  const lines = [...document.querySelectorAll(".animate-fill")];
  expect(lines.map((line) => getComputedStyle(line).animationDuration)).toEqual(["0.2s", "0.2s"]);
});
