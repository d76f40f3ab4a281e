/** The control for a date, in a form of its own. */
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "../testing/screen.setup";
import { DayField } from "./DayField";

const BOUNDS = { today: "2026-11-24", min: "2026-08-26", max: "2026-11-24" };
const input = page.getByLabelText("Paid on");

function Form({ first = "2026-11-20" }: { first?: string }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <DayField label="Paid on" value={value} onChange={setValue} bounds={BOUNDS} />
      <output>{value}</output>
      <button onClick={() => setValue("2026-11-01")}>First</button>
    </>
  );
}

test("[DATE1] [DATE2] shows a day as India writes it, and tells it in words as it is typed", async () => {
  show(<Form />);
  await expect.element(input).toHaveValue("20/11/2026");
  await input.fill("5-10");
  await expect.element(page.getByText("Monday, 5 October")).toBeVisible();
  await expect.element(page.getByText("2026-10-05")).toBeVisible();
  await expect.element(input).toHaveValue("5-10");
  await input.fill("soon");
  await expect.element(page.getByText("Day/month/year, or pick a day.")).toBeVisible();
  await expect.element(input).toHaveValue("soon");
  await page.getByRole("button", { name: "First" }).click();
  await expect.element(input).toHaveValue("01/11/2026");
});

test("[DATE4] is picked from a calendar that ends with its bounds", async () => {
  show(<Form />);
  await page.getByRole("button", { name: "Open calendar" }).click();
  const calendar = page.getByRole("dialog", { name: "Calendar" });
  await expect.element(calendar.getByRole("button", { name: /25 November 2026/ })).toBeDisabled();
  await calendar.getByRole("button", { name: / 9 November 2026/ }).click();
  await expect.element(input).toHaveValue("09/11/2026");
  await expect.element(page.getByText("2026-11-09")).toBeVisible();
  await expect.element(calendar).not.toBeInTheDocument();
});
