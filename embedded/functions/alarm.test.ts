import { expect, test, vi } from "vitest";
import { Alarm } from "./alarm";

test("a callback that throws is called again, and does not end the process", async () => {
  const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const ring = vi.fn().mockImplementationOnce(() => {
    throw new Error("The disk could not be read.");
  });
  const alarm = new Alarm(ring);
  alarm.noLaterThan(Date.now());
  await vi.waitFor(() => expect(ring).toHaveBeenCalledTimes(2), { timeout: 5_000 });
  expect(consoleError).toHaveBeenCalledOnce();
  alarm.stop();
  consoleError.mockRestore();
});
