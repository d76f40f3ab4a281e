import { describe, expect, it, vi } from "vitest";
import { Connection, connectionStateOf, OFFLINE_AFTER_MS } from "./connection";

describe("the state of the connection", () => {
  const well = { wentOffline: false, socketOpen: true, isTimedOut: false };

  it.each([
    [well, { status: "live", canSend: true }],
    [
      { ...well, wentOffline: true },
      { status: "offline", canSend: false },
    ],
    [
      { ...well, socketOpen: false },
      { status: "reconnecting", canSend: false },
    ],
    [
      { ...well, socketOpen: false, isTimedOut: true },
      { status: "offline", canSend: false },
    ],
  ])("follows from %j", (inputs, state) => {
    expect(connectionStateOf(inputs)).toEqual(state);
  });
});

/** A client and a browser whose connection the test sets. */
function connected() {
  const browser = new EventTarget();
  let tell: (state: { isWebSocketConnected: boolean }) => void = () => undefined;
  const connection = new Connection(
    {
      connectionState: () => ({ isWebSocketConnected: true }),
      subscribeToConnectionState: (listener: typeof tell) => {
        tell = listener;
        return () => undefined;
      },
    } as unknown as ConstructorParameters<typeof Connection>[0],
    browser as Window,
  );
  const socket = (isWebSocketConnected: boolean) => tell({ isWebSocketConnected });
  return { connection, socket, event: (name: string) => browser.dispatchEvent(new Event(name)) };
}

describe("a connection", () => {
  it("is offline between the browser's events, even with an open socket", () => {
    const { connection, event } = connected();
    event("offline");
    expect(connection.state()).toEqual({ status: "offline", canSend: false });
    event("online");
    expect(connection.state()).toEqual({ status: "live", canSend: true });
  });

  it("is offline 2 s after its socket closed, counted from the first report", () => {
    vi.useFakeTimers();
    try {
      const { connection, socket } = connected();
      expect(OFFLINE_AFTER_MS).toBe(2_000);
      socket(false);
      expect(connection.state().status).toBe("reconnecting");
      vi.advanceTimersByTime(1_500);
      socket(false);
      vi.advanceTimersByTime(500);
      expect(connection.state().status).toBe("offline");
      socket(true);
      socket(false);
      socket(false);
      socket(true);
      vi.advanceTimersByTime(OFFLINE_AFTER_MS);
      socket(false);
      expect(connection.state().status).toBe("reconnecting");
    } finally {
      vi.useRealTimers();
    }
  });

  it("notifies of each change once, with one object per state", () => {
    const { connection, socket } = connected();
    const seen: unknown[] = [];
    connection.subscribe(() => seen.push(connection.state()));
    socket(true);
    socket(false);
    socket(false);
    expect(seen).toEqual([{ status: "reconnecting", canSend: false }]);
    expect(connection.state()).toBe(seen[0]);
  });
});
