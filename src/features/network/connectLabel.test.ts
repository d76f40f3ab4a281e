import { describe, expect, it } from "vitest";
import { connectLabel, mayConnect } from "./useConnect";

describe("the Connect button of a distributor", () => {
  it.each([
    [null, "Connect", true],
    ["pending", "Requested", false],
    ["accepted", "Connected", false],
    ["rejected", "Connect", true],
  ] as const)("[NETWORK10] on a connection that is %s reads %s", (connection, label, clickable) => {
    expect(connectLabel(connection)).toBe(label);
    expect(mayConnect(connection)).toBe(clickable);
  });
});
