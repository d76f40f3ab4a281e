import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "../testing/screen.setup";
import { useAddressParams } from "./useAddressParams";

function put(name: string, value: string) {
  return (now: URLSearchParams) => {
    now.set(name, value);
    return now;
  };
}

/** Changes the address with the function of its first rendering, as a timer does that was set then. */
function Filters() {
  const [params, change] = useAddressParams();
  const [first] = useState(() => change);
  return (
    <>
      <p>Filters: {params.toString()}</p>
      <button type="button" onClick={() => change(put("type", "Furniture"))}>
        Type
      </button>
      <button type="button" onClick={() => first(put("search", "rice"))}>
        Search
      </button>
      <button
        type="button"
        onClick={() => {
          change(put("sort", "latest"));
          change(put("stock", "low"));
        }}
      >
        Both
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
