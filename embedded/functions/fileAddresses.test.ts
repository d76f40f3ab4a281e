import { describe, expect, test, vi } from "vitest";
import { ADDRESS_SIGNATURE_BYTES, FileAddresses, endOfDay } from "./fileAddresses";
import { Signing } from "./secrets";

const SECRET = new Uint8Array(32).fill(7);
const addresses = new FileAddresses(
  new Signing(SECRET, "addresses of files", ADDRESS_SIGNATURE_BYTES),
);
const UUID = "5e1f3a9e-7f43-4c5f-9a3b-0d6f3f1e2a77";
const OTHER = "5e1f3a9e-7f43-4c5f-9a3b-0d6f3f1e2a78";
const NOON = Date.UTC(2026, 10, 23, 12);
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The path as in a request. */
function expiryOf(address: string, now = NOON): number | null {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  return addresses.getExpiry(pathname.slice("/api/storage/".length), searchParams, now);
}

const address = addresses.make(UUID, "", NOON);
const [, expires = "", signature = ""] = /e=(.*)&s=(.*)$/.exec(address) ?? [];
const of = (uuid: string, query: string) => `/api/storage/${uuid}?${query}`;

describe("[FILE5] an address", () => {
  test("is valid until seven days after the end of its UTC day, and not a millisecond longer", () => {
    const end = Date.UTC(2026, 11, 1);
    expect(expiryOf(address)).toBe(end);
    expect(expiryOf(address, end - 1)).toBe(end);
    expect(expiryOf(address, end)).toBeNull();
  });

  test("is rejected when signed by another deployment or for another purpose", () => {
    for (const signing of [
      new Signing(new Uint8Array(32).fill(8), "addresses of files"),
      new Signing(SECRET, "tokens"),
    ]) {
      expect(expiryOf(new FileAddresses(signing).make(UUID, "", NOON))).toBeNull();
    }
  });

  test("is rejected when a character was changed, removed or added", () => {
    const variants = Array.from({ length: address.length - "/api/storage/".length }, (_, i) => {
      const at = "/api/storage/".length + i;
      const [before, after] = [address.slice(0, at), address.slice(at + 1)];
      const other = address[at] === "0" ? "1" : "0";
      return [
        before,
        before + after,
        before + other + after,
        `${before}${other}${address.slice(at)}`,
      ];
    }).flat();
    expect(variants.length).toBeGreaterThan(250);
    for (const each of [...variants, `${address}0`, `${address}=`, `${address}%00`])
      expect(expiryOf(each), each).toBeNull();
  });

  test.each([
    ["another file", of(OTHER, `e=${expires}&s=${signature}`)],
    ["a later time", of(UUID, `e=${Number(expires) + 1}&s=${signature}`)],
    ["another spelling of its time", of(UUID, `e=0${expires}&s=${signature}`)],
    ["a signed time behind one that is not", of(UUID, `e=9e9&${address.split("?")[1]!}`)],
    ["a time behind the signed one", `${address}&e=9999999999`],
    ["two signatures", `${address}&s=${signature}`],
    ["an empty signature beside it", `${address}&s=`],
    ["no signature", of(UUID, `e=${expires}`)],
    ["an empty signature", of(UUID, `e=${expires}&s=`)],
    ["no time", of(UUID, `s=${signature}`)],
    ["names in capitals", of(UUID, `Expires=${expires}&Signature=${signature}`)],
    ["the signature in other letters", of(UUID, `e=${expires}&s=${signature.toLowerCase()}`)],
    ["the signature padded", `${address}=`],
    ["the file in capitals", address.replace(UUID, UUID.toUpperCase())],
    ["parts moved between file and time", of(`${UUID}%3Fe=1`, `e=${expires}&s=${signature}`)],
    ["nothing at all", of(UUID, "")],
  ])("is rejected with %s", (_, changed) => {
    expect(expiryOf(changed)).toBeNull();
    expect(expiryOf(address)).not.toBeNull();
  });
});

describe("[FILE5] an address of a component's file", () => {
  const ofComponent = addresses.make(UUID, "shop/stock", NOON);

  test("names the component, and is rejected with another one", () => {
    expect(ofComponent).toContain(`${UUID}?component=shop%2Fstock&`);
    expect(expiryOf(ofComponent)).toBe(Date.UTC(2026, 11, 1));
    expect(expiryOf(ofComponent.replace("stock", "other"))).toBeNull();
    expect(expiryOf(ofComponent.replace("component=shop%2Fstock&", ""))).toBeNull();
    expect(expiryOf(`${address}&component=shop`)).toBeNull();
  });
});

describe("[FILE6] all calls of a UTC day get", () => {
  test("one address, and another on the next day", () => {
    const [first, next] = [Date.UTC(2026, 10, 23), Date.UTC(2026, 10, 24)];
    expect(addresses.make(UUID, "", first)).toBe(address);
    expect(addresses.make(UUID, "", next - 1)).toBe(address);
    expect(addresses.make(UUID, "", next)).not.toBe(address);
    expect(endOfDay(first)).toBe(next);
    expect(endOfDay(next - 1)).toBe(next);
    expect(endOfDay(next)).toBe(next + DAY_MS);
  });

  test("a different address for each file", () => {
    expect(addresses.make(OTHER, "", NOON).split("s=")[1]).not.toBe(signature);
  });
});

test("[FILE6] an address is signed once a day", () => {
  const signing = new Signing(SECRET, "addresses of files", ADDRESS_SIGNATURE_BYTES);
  const sign = vi.spyOn(signing, "sign");
  const signed = new FileAddresses(signing);
  expect(signed.make(UUID, "", NOON)).toBe(address);
  expect(signed.make(UUID, "", NOON + 1)).toBe(address);
  expect(sign).toHaveBeenCalledTimes(1);
  const others = [
    signed.make(UUID, "", NOON + DAY_MS),
    signed.make(UUID, "shop", NOON),
    signed.make(OTHER, "", NOON),
  ];
  expect(new Set([address, ...others]).size).toBe(4);
});
