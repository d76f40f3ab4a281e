import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { saveFile } from "./saveFile";

const link = { href: "", download: "", click: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { createElement: () => link });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("keeps a file's address while a browser may still be fetching it, and no longer", () => {
  const revoke = vi.spyOn(URL, "revokeObjectURL");
  saveFile(new File(["text"], "khata.pdf"));
  expect(link).toMatchObject({ download: "khata.pdf" });
  expect(link.click).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  expect(revoke).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(revoke).toHaveBeenCalledExactlyOnceWith(link.href);
});
