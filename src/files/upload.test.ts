import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fittingSize, pictureProblem, uploadPicture } from "./upload";

const PNG = { type: "image/png", size: 1000 };
const FIVE_MB = 5 * 1024 * 1024;

describe("a chosen picture", () => {
  it("is required", () => {
    expect(pictureProblem(null)).toBe("Please select an image file");
  });
  it("must be an image file", () => {
    expect(pictureProblem({ type: "application/pdf", size: 10 })).toBe(
      "Please upload an image file (JPEG, PNG, GIF)",
    );
  });
  it("[PRODUCT7] may have at most 5 MB", () => {
    expect(pictureProblem({ ...PNG, size: FIVE_MB })).toBeNull();
    expect(pictureProblem({ ...PNG, size: FIVE_MB + 1 })).toBe(
      "Image file must be smaller than 5MB",
    );
  });
  it("is shrunk to 1600 px on its longest side, in the same proportions", () => {
    expect(fittingSize(4000, 3000)).toEqual({ width: 1600, height: 1200 });
    expect(fittingSize(3000, 4000)).toEqual({ width: 1200, height: 1600 });
    expect(fittingSize(1600, 900)).toEqual({ width: 1600, height: 900 });
    expect(fittingSize(8000, 1)).toEqual({ width: 1600, height: 1 });
  });
});

describe("an upload", () => {
  const file = new File([new Uint8Array(8)], "sign.png", { type: "image/png" });
  const fetched = vi.fn<typeof fetch>();

  beforeEach(() => {
    vi.stubGlobal("fetch", fetched);
    vi.stubGlobal("createImageBitmap", () =>
      Promise.resolve({ width: 10, height: 10, close: () => undefined }),
    );
  });
  afterEach(() => void vi.unstubAllGlobals());

  function answer(status: number, body: unknown) {
    fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
  }

  it("is authorized by the session's token of a signed-in user", async () => {
    answer(200, { url: "/api/storage/1", imageId: "img1" });
    await expect(uploadPicture(file, "image", { token: "t" })).resolves.toEqual({
      url: "/api/storage/1",
      imageId: "img1",
    });
    expect(fetched.mock.lastCall?.[0]).toBe("/api/upload/image");
    expect(fetched.mock.lastCall?.[1]?.headers).toEqual({ Authorization: "Bearer t" });
  });

  it("is authorized by the sign-up ticket of a visitor", async () => {
    answer(200, { url: "/api/storage/1", imageId: "img1" });
    await uploadPicture(file, "image", { ticket: "k" });
    expect(fetched.mock.lastCall?.[1]?.headers).toEqual({ "X-Signup-Ticket": "k" });
  });

  it("shows the server's own text for a refusal", async () => {
    answer(413, { error: "Image file must be smaller than 5MB" });
    await expect(uploadPicture(file, "image", { token: "t" })).rejects.toThrow(
      "Image file must be smaller than 5MB",
    );
  });

  it("falls back to the specification's text", async () => {
    answer(500, null);
    await expect(uploadPicture(file, "image", { token: "t" })).rejects.toThrow(
      "Failed to upload image",
    );
    answer(500, null);
    await expect(uploadPicture(file, "qr-code", { token: "t" })).rejects.toThrow(
      "Failed to upload QR code",
    );
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await expect(uploadPicture(file, "qr-code", { token: "t" })).rejects.toThrow(
      "Failed to upload QR code",
    );
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await expect(uploadPicture(file, "image", { token: "t" })).rejects.toThrow(
      "An error occurred while uploading the image",
    );
  });

  it("rejects a file that the browser cannot decode, without sending it", async () => {
    fetched.mockClear();
    vi.stubGlobal("createImageBitmap", () =>
      Promise.reject(new DOMException("bad", "InvalidStateError")),
    );
    await expect(uploadPicture(file, "image", { token: "t" })).rejects.toThrow(
      "Please upload an image file (JPEG, PNG, GIF)",
    );
    expect(fetched).not.toHaveBeenCalled();
  });
});
