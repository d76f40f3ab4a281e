import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { mailtoHref } from "./mailtoHref";

test.each([
  "meena@mandi.test",
  "a?bcc=x@mandi.test",
  "a&body=y@mandi.test",
  "a#b@mandi.test",
  "a+b=c@mandi.test",
  "दुकान@उदाहरण.भारत",
])("keeps %s as the only recipient of its link", (email) => {
  const url = new URL(mailtoHref(email));
  expect(decodeURIComponent(url.pathname)).toBe(email);
  expect([url.search, url.hash]).toEqual(["", ""]);
});

test("every mail link of the screens is built by mailtoHref", () => {
  const root = path.resolve(import.meta.dirname, "..");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith(path.join("device", "mailtoHref")),
  );
  expect(files.length).toBeGreaterThan(100);
  const byHand = files.filter((file) =>
    readFileSync(path.join(root, file), "utf8").includes("mailto:$"),
  );
  expect(byHand).toEqual([]);
});
