import { expect, test } from "vitest";
import { signatureOf } from "./signature";

/** `printf '%s' '<timestamp>.<body>' | openssl dgst -sha256 -hmac '<secret>'` */
const VECTORS = [
  {
    secret: "whsec_dGhlIHNlY3JldCBvZiBhIHRlc3QgdmVjdG9yIG9mIE1hbmRp",
    timestamp: 1_795_258_800,
    body: '{"id":"k57","type":"order.placed","createdAt":"2026-11-21T11:00:00.000Z","data":{"order":{"msg":"चावल जल्दी"}}}',
    hex: "1ee36254287cf386158378a9e31a5bb82efe7a054d82bb8e30e2990b1edc78d9",
  },
  {
    secret: "whsec_x",
    timestamp: 0,
    body: "",
    hex: "4e8c2621ad6b7e8ee9325e803d12429025d82e5abc79b476cf0efabfaf9a6e57",
  },
];

test("equals openssl's signature of secret, timestamp and body", async () => {
  for (const { secret, timestamp, body, hex } of VECTORS) {
    expect(await signatureOf(secret, timestamp, body)).toBe(`v1=${hex}`);
  }
});

test("differs for another secret, time or body", async () => {
  const signatures = await Promise.all([
    signatureOf("whsec_a", 1, "{}"),
    signatureOf("whsec_b", 1, "{}"),
    signatureOf("whsec_a", 2, "{}"),
    signatureOf("whsec_a", 1, "{ }"),
  ]);
  expect(new Set(signatures).size).toBe(4);
});
