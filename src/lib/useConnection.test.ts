import { describe, expect, it } from "vitest";
import { connectionOf, PATIENCE_MS } from "./useConnection";

describe("what the bar says of the line", () => {
  it("is offline at once when the browser says so, even with an open socket", () => {
    expect(connectionOf({ browserOnline: false, socketOpen: true, patienceOver: false })).toBe(
      "offline",
    );
  });
  it("is reconnecting while the socket has been away for less than 2 s", () => {
    expect(PATIENCE_MS).toBe(2_000);
    expect(connectionOf({ browserOnline: true, socketOpen: false, patienceOver: false })).toBe(
      "reconnecting",
    );
  });
  it("is offline after that", () => {
    expect(connectionOf({ browserOnline: true, socketOpen: false, patienceOver: true })).toBe(
      "offline",
    );
  });
  it("is live with an open socket", () => {
    expect(connectionOf({ browserOnline: true, socketOpen: true, patienceOver: false })).toBe(
      "live",
    );
  });
});
