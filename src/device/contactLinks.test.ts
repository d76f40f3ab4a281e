import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, test } from "vitest";
import { mailtoHref, mapHref, telHref, whatsAppHref, whatsAppShareHref } from "./contactLinks";

describe("a phone number", () => {
  it.each([
    ["+91 98765 43210", "tel:+919876543210"],
    ["9876543210", "tel:+919876543210"],
    ["098765-43210", "tel:+919876543210"],
    ["0044 20 7946 0000", "tel:+442079460000"],
    ["1800 22", "tel:1800%2022"],
    ["112;ext=1", "tel:112%3Bext%3D1"],
  ])("[CONTACT1] written as %j is called by %s", (phone, href) => {
    expect(telHref(phone)).toBe(href);
  });

  it("a text without a number is for whomever one chooses in WhatsApp", () => {
    expect(whatsAppShareHref("Register & order")).toBe(
      "https://wa.me/?text=Register%20%26%20order",
    );
  });

  it("[CONTACT3] opens WhatsApp with the text written, unless it is of no country", () => {
    expect(whatsAppHref("98765 43210", "₹1,716.00 & more")).toBe(
      "https://wa.me/919876543210?text=%E2%82%B91%2C716.00%20%26%20more",
    );
    expect(whatsAppHref("1800", "Hello")).toBeNull();
  });
});

it("[CONTACT2] a postal address is looked for on a map as one line, and adds no parameter of its own", () => {
  const address = "12 Station Road,\nPune 411001 &hl=xx#";
  const { origin, pathname, searchParams, hash } = new URL(mapHref(address));
  expect([origin, pathname, hash]).toEqual(["https://www.google.com", "/maps/search/", ""]);
  expect(Object.fromEntries(searchParams)).toEqual({
    api: "1",
    query: "12 Station Road, Pune 411001 &hl=xx#",
  });
});

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
    (file) => /\.tsx?$/.test(file) && !file.startsWith(path.join("device", "contactLinks")),
  );
  expect(files.length).toBeGreaterThan(100);
  const byHand = files.filter((file) =>
    readFileSync(path.join(root, file), "utf8").includes("mailto:$"),
  );
  expect(byHand).toEqual([]);
});
