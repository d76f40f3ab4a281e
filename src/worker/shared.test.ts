import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { IMAGE_BYTES_MAX, ORDER_TEXT_MAX } from "../../domain/limits";
import { orderTextIn } from "./sharedText";
import { claimShared, discardShared, receiveShare } from "./shared";

/** The browser's caches, which give out a new answer each time. */
class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>();
  isFull = false;

  open = (name: string) => {
    const files = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, files);
    const match = (key: string) => Promise.resolve(files.get(key)?.clone());
    const put = (key: string, response: Response) => {
      if (this.isFull) return Promise.reject(new Error("No room."));
      files.set(key, response);
      return Promise.resolve();
    };
    return Promise.resolve({ match, put } as unknown as Cache);
  };
  delete = (name: string) => Promise.resolve(this.all.delete(name));
}

const MEENA = "meena|s1";
const HOUR_MS = 60 * 60_000;

let caches: FakeCaches;
beforeEach(() => {
  caches = new FakeCaches();
});
afterEach(() => void vi.useRealTimers());

function file(text: string, type = "image/png"): File {
  return new File([text], "shared", { type });
}

/** Shares files with the app; returns where the browser is led. */
async function share(...files: File[]): Promise<string | null> {
  const form = new FormData();
  for (const each of files) form.append("picture", each);
  const request = new Request("https://mandi.test/share", { method: "POST", body: form });
  const response = await receiveShare(request, caches);
  expect(response.status).toBe(303);
  return response.headers.get("Location");
}

type Origin = { readonly referrer?: string; readonly site?: string; readonly destination?: string };

/** Shares a picture as a browser says it was: no script can set a request's referrer of another site, or these headers. */
async function shareFrom({ referrer = "", site, destination = "document" }: Origin) {
  const form = new FormData();
  form.append("picture", file("planted"));
  const request = new Request("https://mandi.test/share", { method: "POST", body: form });
  const headers = new Headers(request.headers);
  if (site !== undefined) headers.set("Sec-Fetch-Site", site);
  for (const [name, value] of Object.entries({ referrer, destination, headers }))
    Object.defineProperty(request, name, { value });
  return (await receiveShare(request, caches)).headers.get("Location");
}

const textFor = async (session: string) => (await claimShared(session, caches))?.text();

/** Shares a text with the app; returns where the browser is led. */
async function shareText(text: string): Promise<string> {
  const form = new FormData();
  form.append("text", text);
  const request = new Request("https://mandi.test/share", { method: "POST", body: form });
  return (await receiveShare(request, caches)).headers.get("Location") ?? "";
}

describe("[TEXT6] a shared text", () => {
  it("leads to the basket with it, behind the # that no server sees", async () => {
    const address = await shareText("5 ctn साबुन & 2 peti\nmaggi #1");
    expect(address.startsWith("/basket#")).toBe(true);
    expect(orderTextIn(new URL(address, "https://mandi.test").hash)).toBe(
      "5 ctn साबुन & 2 peti\r\nmaggi #1",
    );
    expect(caches.all.size).toBe(0);
  });

  it("that is too long is cut behind what the basket refuses", async () => {
    const address = await shareText("a".repeat(1_000_000));
    expect(orderTextIn(new URL(address, "https://mandi.test").hash)).toHaveLength(
      ORDER_TEXT_MAX + 1,
    );
  });

  it("without a letter is nothing that can be sent", async () => {
    expect(await shareText("  ")).toBe("/chat?shared=refused");
  });
});

describe("[PWA7] a shared picture", () => {
  it.each(["image/jpeg", "image/png", "image/webp"])("of type %s is kept", async (type) => {
    expect(await share(file("picture", type))).toBe("/chat?shared=picture");
    const picture = await claimShared(MEENA, caches);
    expect(picture?.type).toBe(type);
    expect(await picture?.text()).toBe("picture");
  });

  it.each([
    ["another type", [file("x", "image/gif")]],
    ["no picture", [file("x", "text/html")]],
    ["nothing in it", [file("")]],
    ["more than 5 MB", [file("x".repeat(IMAGE_BYTES_MAX + 1))]],
    ["another beside it", [file("one"), file("two")]],
    ["no file", []],
  ])("with %s is refused, and no earlier one is left", async (_, files) => {
    await share(file("earlier"));
    expect(await share(...files)).toBe("/chat?shared=refused");
    expect(await claimShared(MEENA, caches)).toBeNull();
  });

  it("is refused where the browser has no room for it, or sends no form", async () => {
    const request = new Request("https://mandi.test/share", { method: "POST", body: "x" });
    const response = await receiveShare(request, caches);
    expect(response.headers.get("Location")).toBe("/chat?shared=refused");
    caches.isFull = true;
    expect(await share(file("picture"))).toBe("/chat?shared=refused");
  });

  it("takes the place of the one before", async () => {
    await share(file("one"));
    expect(await textFor(MEENA)).toBe("one");
    await share(file("two"));
    expect(await textFor(MEENA)).toBe("two");
    expect([...caches.all.values()].map((files) => files.size)).toEqual([1]);
  });

  it("belongs to the session that sees it first, as often as it looks; another one ends it", async () => {
    await share(file("picture"));
    expect(await textFor(MEENA)).toBe("picture");
    expect(await textFor(MEENA)).toBe("picture");
    expect(await textFor("ravi|s2")).toBeUndefined();
    expect(await textFor(MEENA)).toBeUndefined();
  });

  it("is gone once it is discarded, and after a day", async () => {
    vi.useFakeTimers();
    await share(file("picture"));
    vi.advanceTimersByTime(23 * HOUR_MS);
    expect(await textFor(MEENA)).toBe("picture");
    vi.advanceTimersByTime(2 * HOUR_MS);
    expect(await textFor(MEENA)).toBeUndefined();
    await share(file("picture"));
    await discardShared(caches);
    expect(caches.all.size).toBe(0);
  });

  it.each([
    ["the page of another site", { referrer: "https://evil.test/page" }],
    ["a site that only looks alike", { referrer: "https://mandi.test.evil.test/" }],
    ["another port", { referrer: "https://mandi.test:8443/" }],
    ["a referrer that is no address", { referrer: "mandi.test" }],
    ["another site without its address", { site: "cross-site" }],
    ["another site of the same domain", { site: "same-site" }],
    ["a frame", { destination: "iframe" }],
  ] as const)("from %s is not taken, and an earlier one stays", async (_, origin) => {
    await share(file("earlier"));
    expect(await shareFrom(origin)).toBe("/chat?shared=foreign");
    expect(await textFor(MEENA)).toBe("earlier");
  });

  it.each([
    ["the share menu", { referrer: "", site: "none", destination: "document" }],
    ["an own page", { referrer: "https://mandi.test/chat", site: "same-origin" }],
  ] as const)("from %s is taken", async (_, origin) => {
    expect(await shareFrom(origin)).toBe("/chat?shared=picture");
  });
});
