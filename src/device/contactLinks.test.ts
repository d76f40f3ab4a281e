import { describe, expect, it } from "vitest";
import { mapHref, telHref, whatsAppHref } from "./contactLinks";

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
