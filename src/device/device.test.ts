import { beforeEach, describe, expect, it, vi } from "vitest";
import { deviceToken } from "./device";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

describe("the device token", () => {
  it("is created once, in the server's format, and differs between browsers", () => {
    const token = deviceToken();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(deviceToken()).toBe(token);
    localStorage.setItem("device", "made up");
    expect(deviceToken()).toMatch(/^[\w-]{43}$/);
    expect(deviceToken()).not.toBe(token);
  });

  it("is empty where storage is unavailable", () => {
    vi.stubGlobal("localStorage", undefined);
    expect(deviceToken()).toBe("");
  });
});
