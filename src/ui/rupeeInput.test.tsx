/** The control for a sum of rupees. */
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { typedRupees } from "../../domain/typedNumber";
import { show } from "../testing/screen.setup";
import { RupeeInput } from "./RupeeInput";

const input = page.getByLabelText("Amount");

function Form({ first = "" }: { first?: string }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <RupeeInput
        aria-label="Amount"
        value={value}
        onChange={({ target }) => setValue(target.value)}
      />
      <output>{typedRupees(value) ?? "none"}</output>
    </>
  );
}

async function caret(): Promise<number | null> {
  return ((await input.findElement()) as HTMLInputElement).selectionStart;
}

test("groups digits as they are typed, and reads them", async () => {
  show(<Form />);
  await userEvent.type(input, "123456.5");
  await expect.element(input).toHaveValue("1,23,456.5");
  await expect.element(page.getByText("12345650", { exact: true })).toBeVisible();
});

test("shows a stored sum in groups", async () => {
  show(<Form first="1000000.00" />);
  await expect.element(input).toHaveValue("10,00,000.00");
});

test("keeps the caret behind the digit at which somebody types or deletes", async () => {
  show(<Form first="123456" />);
  await userEvent.click(input);
  await userEvent.keyboard("{Home}{ArrowRight}9");
  await expect.element(input).toHaveValue("19,23,456");
  expect(await caret()).toBe(2);
  await userEvent.keyboard("{Backspace}{Backspace}");
  await expect.element(input).toHaveValue("23,456");
  expect(await caret()).toBe(0);
  await userEvent.keyboard("{End}{Backspace}{Backspace}{Backspace}");
  await expect.element(input).toHaveValue("23");
});

test("leaves a comma that somebody types where it is, since it may mean decimals", async () => {
  show(<Form />);
  await userEvent.type(input, "1,50");
  await expect.element(input).toHaveValue("1,50");
  await expect.element(page.getByText("none")).toBeVisible();
  await userEvent.keyboard("{Backspace}{Backspace}{Backspace}000");
  await expect.element(input).toHaveValue("1,000");
});

test.each(["₹1,00,000", "1,00,000", "100000", "100,000", "Rs 100000", "1,00,000/-"])(
  "reads %s, pasted, as one lakh",
  async (text) => {
    show(<Form />);
    await input.fill(text);
    await expect.element(page.getByText("10000000", { exact: true })).toBeVisible();
  },
);
