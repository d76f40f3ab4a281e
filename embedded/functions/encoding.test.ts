import { expect, test } from "vitest";
import { ScopedTextDecoder, scopedAtob } from "./encoding";
import { isolateGlobals } from "./sandbox";

test("[FN6] `atob` forgives whitespace and padding that is too short", () => {
  for (const encoded of ["aGk=", "aGk", " aG\nk=", "aGk=\t"])
    expect(scopedAtob(encoded)).toBe("hi");
  expect(scopedAtob("QQ=")).toBe("A");
  expect(scopedAtob("")).toBe("");
});

test("[FN6] `atob` rejects padding that is too long, and everything else that is no base64", () => {
  for (const encoded of ["aGk==", "QQ===", "=", "aGk-", "a", "aG\u00a0k=", "a=Gk"]) {
    const decode = () => scopedAtob(encoded);
    expect(decode, encoded).toThrow(DOMException);
    expect(decode, encoded).toThrow(expect.objectContaining({ name: "InvalidCharacterError" }));
  }
});

test("[FN6] the decoder of `ascii` is that of windows-1252, and an unknown label is a RangeError", () => {
  const bytes = Uint8Array.of(0x41, 0x80, 0x81, 0x99, 0xe9);
  expect(new ScopedTextDecoder("ascii").decode(bytes)).toBe("A€\u0081™é");
  expect(new ScopedTextDecoder().decode(new TextEncoder().encode("€\u0081"))).toBe("€\u0081");
  const label = () => new ScopedTextDecoder("Foo");
  expect(label).toThrow(new RangeError("The encoding label provided ('Foo') is invalid."));
});

test("[FN6] a request takes a stream as its body, and is a `Request`", async () => {
  const ScopedRequest = isolateGlobals()["Request"] as typeof Request;
  const body = new Blob(["streamed"]).stream();
  const request = new ScopedRequest("http://shop.example/", { method: "POST", body });
  expect(await request.text()).toBe("streamed");
  expect(request).toBeInstanceOf(ScopedRequest);
  expect(new Request("http://shop.example/")).toBeInstanceOf(ScopedRequest);
  expect(new (class extends ScopedRequest {})("http://shop.example/").method).toBe("GET");
});
