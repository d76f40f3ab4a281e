import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "../testing/screen.setup";
import { useAddressParams } from "./useAddressParams";

/** Changes the address with the function of its first rendering, as a timer does that was set then. */
function Filters() {
  const [params, change] = useAddressParams();
  const [first] = useState(() => change);
  return (
    <>
      <p>Filters: {params.toString()}</p>
      <button type="button" onClick={() => change(() => ({ type: "Furniture" }))}>
        Type
      </button>
      <button type="button" onClick={() => first(() => ({ search: "rice" }))}>
        Search
      </button>
      <button
        type="button"
        onClick={() => {
          change(() => ({ sort: "latest" }));
          change(() => ({ stock: "low" }));
        }}
      >
        Both
      </button>
      <button type="button" onClick={() => change(() => ({ stock: "" }))}>
        Any stock
      </button>
    </>
  );
}

test("a change keeps what was changed since its function was made, and in the same moment", async () => {
  show(<Filters />);
  await page.getByRole("button", { name: "Type" }).click();
  await expect.element(page.getByText("Filters: type=Furniture", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("button", { name: "Both" }).click();
  const all = "Filters: type=Furniture&search=rice&sort=latest&stock=low";
  await expect.element(page.getByText(all, { exact: true })).toBeVisible();
});

test("an empty value takes its parameter out of the address, and others stay", async () => {
  show(<Filters />);
  await page.getByRole("button", { name: "Both" }).click();
  await page.getByRole("button", { name: "Any stock" }).click();
  await expect.element(page.getByText("Filters: sort=latest", { exact: true })).toBeVisible();
});
