import { expect, it } from "vitest";
import { internal } from "../_generated/api";
import { everything, joinRetailer, openMarket } from "../market.setup";
import { ask, refused } from "./rest.setup";

it("runs nothing of an input that does not fit, even if its refusal is none that we know", async () => {
  const t = openMarket();
  const { client } = await joinRetailer(t);
  const before = await everything(t);
  const args = {
    call: "POST /api/feedback",
    caller: { isOwnScreen: true },
    input: JSON.stringify({ body: { complaint: "", review: "Quick.", rating: 5 } }),
    misfit: { code: "NO_SUCH_CODE" },
  };
  await expect(client.mutation(internal.rest.run.mutation, args)).rejects.toThrow("BAD_REQUEST");
  expect(await everything(t)).toBe(before);
});

it("refuses a request without credentials before its body is read", async () => {
  const t = openMarket();
  const body = new ReadableStream<Uint8Array>({
    pull: () => Promise.reject(new Error("The body was read.")),
  });
  const headers = { "Content-Type": "application/json", "Content-Length": "100" };
  const sent = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  const response = await t.fetch("/api/feedback", sent);
  expect({ status: response.status, body: (await response.json()) as unknown }).toMatchObject(
    refused(401, "UNAUTHENTICATED", "Please log in to continue."),
  );
  expect((await ask(t, "POST /api/feedback", { body: [] })).status).toBe(401);
});
