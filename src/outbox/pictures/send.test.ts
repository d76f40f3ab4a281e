import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TryAgainError, UserFacingError } from "../../live/convexError";
import type { MarketClient } from "../../live/convexClient";
import { openTab, tokenFor } from "../../device/storage.setup";
import type { TokenSession } from "../../session/tokens";
import { UploadError } from "../../files/upload";
import { sendPictureMessage } from "./send";

const kept = vi.hoisted(() => new Map<string, Blob>());
vi.mock("./kept", () => ({
  outboxPictures: {
    get: ({ accountId }: TokenSession, id: string) =>
      Promise.resolve(kept.get(`${accountId} ${id}`) ?? null),
  },
}));

const URL = "http://mandi.test";
const MESSAGE = {
  kind: "message",
  to: "asha@mandi.test",
  content: "The box",
  picture: { id: "p1", bytes: 7 },
} as const;

const fetched = vi.fn<typeof fetch>();
const mutation = vi.fn();
const client = {
  ...{ url: URL, accountId: "meena", session: { accountId: "meena", id: "meena|s1" } },
  mutation,
} as unknown as MarketClient;

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status, headers }));
}

const send = () => sendPictureMessage(client, MESSAGE, "k1");
const failure = () =>
  send().then(
    () => null,
    (error: unknown) => error,
  );

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal("fetch", fetched);
  openTab().localStorage.setItem("__convexAuthJWT_httpmanditest", tokenFor("meena", "s1"));
  kept.clear();
  kept.set("meena p1", new Blob(["picture"], { type: "image/webp" }));
});
afterEach(() => void vi.unstubAllGlobals());

describe("[CHAT11] a message with a picture", () => {
  it("is sent after its picture, both under its key", async () => {
    answer(200, { url: "/api/storage/1", imageId: "img1" });
    await send();
    const [path, init] = fetched.mock.lastCall!;
    expect(path).toBe("/api/upload/image");
    const headers = init!.headers as Record<string, string>;
    expect(headers["Idempotency-Key"]).toBe("k1");
    expect(headers["Authorization"]).toMatch(/^Bearer /);
    const sent = (init!.body as FormData).get("image") as File;
    expect([sent.name, sent.type, await sent.text()]).toEqual([
      ...["picture.webp", "image/webp", "picture"],
    ]);
    expect(mutation).toHaveBeenCalledTimes(1);
    const { to, content } = MESSAGE;
    expect(mutation.mock.lastCall?.[1]).toEqual({ to, content, imageId: "img1", sendKey: "k1" });
  });

  it.each([401, 408, 429, 500, 503])(
    "goes out again after an upload that answered %d",
    async (status) => {
      answer(status, { error: "Later" });
      expect(await failure()).toBeInstanceOf(TryAgainError);
      expect(mutation).not.toHaveBeenCalled();
    },
  );

  it("goes out again after an upload without an answer, and when the server says", async () => {
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    expect(await failure()).toBeInstanceOf(TryAgainError);
    answer(429, {}, { "Retry-After": "7" });
    expect(await failure()).toMatchObject({ afterMs: 7_000 });
  });

  it("waits while the browser has no token of its session", async () => {
    openTab().localStorage.setItem("__convexAuthJWT_httpmanditest", tokenFor("ravi", "s2"));
    expect(await failure()).toBeInstanceOf(TryAgainError);
    expect(fetched).not.toHaveBeenCalled();
  });

  it("is refused with the server's words, or when its picture is gone", async () => {
    answer(415, { error: "Please upload an image file (JPEG, PNG, GIF)" });
    const refusal = await failure();
    expect(refusal).toBeInstanceOf(UploadError);
    expect(refusal).not.toBeInstanceOf(TryAgainError);
    kept.clear();
    expect(await failure()).toBeInstanceOf(UserFacingError);
    expect(mutation).not.toHaveBeenCalled();
  });
});
