import { ConvexError } from "convex/values";
import { describe, expect, it, vi } from "vitest";
import { UserFacingError } from "../live/convexError";
import { type ActionScreen, runServerAction } from "./serverAction";

const FAILURE = "The key could not be revoked.";

function screenOf(isMounted = true) {
  return {
    isMounted: () => isMounted,
    showError: vi.fn<ActionScreen["showError"]>(),
    toast: vi.fn<ActionScreen["toast"]>(),
  };
}
const refuse = () => Promise.reject(new ConvexError({ code: "INVALID_LOGIN" }));

describe("a call to the server", () => {
  it("confirms its success in a toast, worded by its result", async () => {
    const screen = screenOf();
    const onSuccess = vi.fn();
    const rename = (name: string) => Promise.resolve(name.toUpperCase());
    const isDone = await runServerAction(
      rename,
      "meena",
      { failure: FAILURE, success: (result, typed) => `${typed} is ${result}.`, onSuccess },
      screen,
    );
    expect(isDone).toBe(true);
    expect(screen.toast).toHaveBeenCalledExactlyOnceWith({
      kind: "success",
      message: "meena is MEENA.",
    });
    expect(onSuccess).toHaveBeenCalledExactlyOnceWith("MEENA", "meena");
    expect(screen.showError).not.toHaveBeenCalled();
  });

  it.each([
    ["the server's text for its refusal", refuse, "Invalid email, password or role."],
    ["the fallback for a lost call", () => Promise.reject(new TypeError("fetch")), FAILURE],
    ["the message of an error for users", () => Promise.reject(new UserFacingError("No.")), "No."],
  ])("shows %s on its screen", async (_, call, text) => {
    const screen = screenOf();
    expect(await runServerAction(call, undefined, { failure: FAILURE }, screen)).toBe(false);
    expect(screen.showError).toHaveBeenCalledExactlyOnceWith(text);
    expect(screen.toast).not.toHaveBeenCalled();
  });

  it("tells a failure in a toast when its screen was closed meanwhile", async () => {
    const screen = screenOf(false);
    await runServerAction(refuse, undefined, { failure: FAILURE }, screen);
    expect(screen.toast).toHaveBeenCalledExactlyOnceWith({
      kind: "error",
      message: "Invalid email, password or role.",
    });
    expect(screen.showError).not.toHaveBeenCalled();
  });

  it("clears what was stored in any case, and acts on the screen only while it is there", async () => {
    for (const isThere of [true, false]) {
      const [onSuccess, onDone] = [vi.fn(), vi.fn()];
      const screen = screenOf(isThere);
      await runServerAction(
        () => Promise.resolve("saved"),
        1,
        { failure: FAILURE, onSuccess, onDone },
        screen,
      );
      expect(onSuccess).toHaveBeenCalledExactlyOnceWith("saved", 1);
      expect(onDone.mock.calls).toEqual(isThere ? [["saved", 1]] : []);
    }
  });

  it("tells a failure where its caller wants it", async () => {
    const screen = screenOf();
    const onFailure = vi.fn();
    await runServerAction(refuse, undefined, { failure: FAILURE, onFailure }, screen);
    await runServerAction(
      refuse,
      undefined,
      { failure: () => FAILURE, onFailure: "toast" },
      screen,
    );
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(
      "Invalid email, password or role.",
      expect.any(ConvexError),
    );
    expect(screen.toast).toHaveBeenCalledExactlyOnceWith({ kind: "error", message: FAILURE });
    expect(screen.showError).not.toHaveBeenCalled();
  });

  it("shows a change before the server confirms it, and reverts it only after a failure", async () => {
    const log: string[] = [];
    const optimistic = () => {
      log.push("changed");
      return () => log.push("reverted");
    };
    const call = (isTaken: boolean) => {
      log.push("sent");
      return isTaken ? Promise.resolve() : refuse();
    };
    await runServerAction(call, true, { failure: FAILURE, optimistic }, screenOf());
    expect(log).toEqual(["changed", "sent"]);
    await runServerAction(call, false, { failure: FAILURE, optimistic }, screenOf());
    expect(log).toEqual(["changed", "sent", "changed", "sent", "reverted"]);
  });
});
