/** Commands of the reference, and their buttons. */
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectTexts, show } from "../../testing/screen.setup";
import { Command } from "./CallDetails";

test("a command is copied", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  show(<Command label="The address">curl http://market.test</Command>);
  await page.getByRole("button", { name: "Copy: The address" }).click();
  await expect.element(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(write).toHaveBeenCalledExactlyOnceWith("curl http://market.test");
});

test("on plain http, where there is no clipboard, the reader is told to copy it by hand", async () => {
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as never);
  show(<Command label="The address">curl http://market.test</Command>);
  await page.getByRole("button", { name: "Copy: The address" }).click();
  await expectTexts(page, "Your browser does not let pages copy. Please select and copy it.");
});
