/** Answers uploads of pictures without a server; apart from the fake client, which also runs outside of Vitest. */
import { vi } from "vitest";

/** Answers uploads from now on; a number is the status of a proxy's error page. Returns the number of uploads so far. */
export function answerUploads(answer: number | Promise<void> = Promise.resolve()): () => number {
  const fetched = vi.spyOn(window, "fetch").mockImplementation(async () => {
    if (typeof answer === "number") return new Response("Bad gateway", { status: answer });
    await answer;
    return Response.json({ url: "/api/storage/picture", imageId: "picture" });
  });
  return () => fetched.mock.calls.length;
}
