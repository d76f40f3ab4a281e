/** Ends an HTTP action once its response has been sent. */
import type { ActionCall } from "./actionCall";
import { runIn } from "./scope";

/** Convex's limit. */
const MOST_ANSWER_BYTES = 20 * 2 ** 20;

/** @returns the answer, whose call ends with its body: read to its end, broken, or no longer wanted. */
export function closingAtEnd(response: Response, call: ActionCall): Response {
  if (response.body === null) {
    call.close();
    return response;
  }
  const { status, statusText, headers } = response;
  const reader = response.body.getReader();
  let sent = 0;
  let isWanted = true;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        // The app's stream may call functions as it goes on.
        const { done, value } = await runIn(call, () => reader.read());
        sent += value?.length ?? 0;
        if (sent > MOST_ANSWER_BYTES) {
          await runIn(call, () => reader.cancel());
          throw new Error("HttpResponseTooLarge: HTTP actions support responses up to 20 MiB");
        }
        if (!done) {
          controller.enqueue(value);
          return;
        }
        controller.close();
      } catch (error) {
        // The answer has begun, so that nobody else could be told.
        if (isWanted) console.error(`${call.name} broke its answer off:`, error);
        controller.error(error);
      }
      call.close();
    },
    async cancel(reason) {
      isWanted = false;
      call.close();
      await runIn(call, () => reader.cancel(reason));
    },
  });
  return new Response(body, { status, statusText, headers });
}
