/** Ends an HTTP action once its response has been sent. */
import type { HttpAnswer } from "../contracts";
import type { ActionCall } from "./actionCall";
import { runIn } from "./scope";

/** Convex's limit. */
const ANSWER_BYTES_MAX = 20 * 2 ** 20;
/** An answer that is complete at once, and no longer, is sent in one piece: nearly every one is. */
const WHOLE_MAX = 256 * 2 ** 10;

type Piece = ReadableStreamReadResult<Uint8Array>;
type Read = () => Promise<Piece>;

/** @returns the answer, whose call ends with its body: read to its end, broken, or no longer wanted. */
export async function closingAtEnd(response: Response, call: ActionCall): Promise<HttpAnswer> {
  const { status, headers } = response;
  if (response.body === null) {
    call.close();
    return { status, headers, body: null };
  }
  const reader = response.body.getReader();
  // The app's stream may call functions as it goes on.
  const begun = readBeginning(() => runIn(call, () => reader.read()));
  const whole = await Promise.race([wholeIn(begun), soon()]);
  if (whole === undefined) return { status, headers, body: streamed(reader, begun, call) };
  call.close();
  return { status, headers, body: whole };
}

/** Resolves when the stream of a text has ended. */
function soon(): Promise<undefined> {
  return new Promise((resolve) => {
    setImmediate(() => resolve(undefined));
  });
}

/** The first two reads: a short text is the first, and the second finds its end. */
function readBeginning(read: Read): Promise<Piece>[] {
  const first = read();
  const second = first.then(read);
  // Whoever reads the first one hears of a failure.
  second.catch(() => undefined);
  return [first, second];
}

/** The bytes of a body that ends with its first piece; undefined for any other. */
async function wholeIn([first, second]: readonly Promise<Piece>[]): Promise<
  Uint8Array | undefined
> {
  try {
    const piece = await first;
    const end = await second;
    if (piece === undefined || end?.done !== true) return undefined;
    const bytes = piece.value ?? new Uint8Array();
    return bytes.length <= WHOLE_MAX ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function streamed(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  begun: Promise<Piece>[],
  call: ActionCall,
): ReadableStream<Uint8Array> {
  let sent = 0;
  let isWanted = true;
  /** @throws Error beyond the limit, and whatever the app's stream fails with. */
  const next = async (): Promise<Piece> => {
    const piece = await (begun.shift() ?? runIn(call, () => reader.read()));
    sent += piece.value?.length ?? 0;
    if (sent <= ANSWER_BYTES_MAX) return piece;
    await runIn(call, () => reader.cancel());
    throw new Error("HttpResponseTooLarge: HTTP actions support responses up to 20 MiB");
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await next();
        // What is left is read by `goOn`.
        if (!isWanted) return;
        if (!done) {
          controller.enqueue(value);
          return;
        }
        controller.close();
      } catch (error) {
        if (!isWanted) return;
        // The answer has begun, so that nobody else could be told.
        console.error(`${call.name} broke its answer off:`, error);
        controller.error(error);
      }
      call.close();
    },
    cancel() {
      isWanted = false;
      void goOn(next, call);
    },
  });
}

/** Answers that go on although their clients are gone: a stranger may open and leave as many as it likes. */
const ABANDONED_MAX = 256;
const ABANDONED_MS_MAX = 10 * 60 * 1_000;
let abandoned = 0;

/** As on Convex, an action writes its answer to the end, whoever is still there to read it. */
async function goOn(next: Read, call: ActionCall): Promise<void> {
  if (abandoned === ABANDONED_MAX) {
    call.close();
    return;
  }
  abandoned += 1;
  const deadline = { isOver: false };
  const late = setTimeout(() => {
    deadline.isOver = true;
    call.close();
  }, ABANDONED_MS_MAX);
  late.unref();
  try {
    while (!deadline.isOver && !(await next()).done);
  } catch (error) {
    console.error(`${call.name} broke off an answer that nobody reads:`, error);
  } finally {
    clearTimeout(late);
    abandoned -= 1;
    call.close();
  }
}
