import { describe, expect, it } from "vitest";
import { connectionStatusOf, OFFLINE_AFTER_MS } from "./useConnectionStatus";

describe("the status of the connection", () => {
  it("is offline at once on the browser's event, even with an open socket", () => {
    expect(connectionStatusOf({ browserOnline: false, socketOpen: true, isTimedOut: false })).toBe(
      "offline",
    );
  });
  it("is reconnecting while the socket has been closed for less than 2 s", () => {
    expect(OFFLINE_AFTER_MS).toBe(2_000);
    expect(connectionStatusOf({ browserOnline: true, socketOpen: false, isTimedOut: false })).toBe(
      "reconnecting",
    );
  });
  it("is offline once the socket has been closed for 2 s", () => {
    expect(connectionStatusOf({ browserOnline: true, socketOpen: false, isTimedOut: true })).toBe(
      "offline",
    );
  });
  it("is live with an open socket", () => {
    expect(connectionStatusOf({ browserOnline: true, socketOpen: true, isTimedOut: false })).toBe(
      "live",
    );
  });
});
