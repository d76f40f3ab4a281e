import { describe, expect, it, vi } from "vitest";
import type { ActionCall } from "./actionCall";
import { closingAtEnd } from "./httpAnswer";

const utf8 = new TextEncoder();

function newCall() {
  const close = vi.fn();
  const call = { name: "GET /", close, ran: () => undefined } as unknown as ActionCall;
  return { call, close };
}

async function textOf(body: ReadableStream<Uint8Array> | Uint8Array | null): Promise<string> {
  return new Response(body as BodyInit | null).text();
}

it("gives a text as its bytes, and ends the call", async () => {
  const { call, close } = newCall();
  const response = new Response("Hello", { status: 201, headers: { "X-One": "1" } });
  const answer = await closingAtEnd(response, call);
  expect(answer.body).toEqual(utf8.encode("Hello"));
  expect([answer.status, answer.headers.get("X-One")]).toEqual([201, "1"]);
  expect(close).toHaveBeenCalledOnce();
});

it("streams the first piece of a body that goes on, before the next one is there", async () => {
  const { call, close } = newCall();
  let end: () => void = () => undefined;
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(utf8.encode("first,"));
      end = () => {
        controller.enqueue(utf8.encode("last"));
        controller.close();
      };
    },
  });
  const { body } = await closingAtEnd(new Response(source), call);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  expect((await reader.read()).value).toEqual(utf8.encode("first,"));
  expect(close).not.toHaveBeenCalled();
  end();
  expect((await reader.read()).value).toEqual(utf8.encode("last"));
  expect((await reader.read()).done).toBe(true);
  expect(close).toHaveBeenCalledOnce();
});

it("answers before the first piece of a body is there", async () => {
  const { call } = newCall();
  const { body } = await closingAtEnd(new Response(new ReadableStream()), call);
  expect(body).toBeInstanceOf(ReadableStream);
});

it("streams several pieces in their order", async () => {
  const { call } = newCall();
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of ["a", "b", "c"]) controller.enqueue(utf8.encode(piece));
      controller.close();
    },
  });
  expect(await textOf((await closingAtEnd(new Response(source), call)).body)).toBe("abc");
});

it("breaks off an answer whose body fails", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { call, close } = newCall();
  const source = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error("broken")),
  });
  const { body } = await closingAtEnd(new Response(source), call);
  await expect(textOf(body)).rejects.toThrow("broken");
  expect(close).toHaveBeenCalledOnce();
  expect(logged).toHaveBeenCalledOnce();
});

describe("[HTTP4] an answer whose client is gone", () => {
  function endless() {
    const { call, close } = newCall();
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    const pulled = vi.fn();
    const source = new ReadableStream<Uint8Array>({
      start: (its) => {
        controller = its;
        controller.enqueue(utf8.encode("first"));
      },
      pull: pulled,
    });
    return { call, close, source, end: () => controller.close() };
  }

  async function abandonedAnswer() {
    const { call, close, source, end } = endless();
    const { body } = await closingAtEnd(new Response(source), call);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    return { close, end };
  }

  it("goes on to its end, and its call with it", async () => {
    const { close, end } = await abandonedAnswer();
    await new Promise(setImmediate);
    expect(close).not.toHaveBeenCalled();
    end();
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  });

  it("ends after ten minutes", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { close, end } = await abandonedAnswer();
    vi.advanceTimersByTime(10 * 60 * 1_000 - 1);
    expect(close).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(close).toHaveBeenCalled();
    vi.useRealTimers();
    end();
  });

  it("ends at once when 256 others go on", async () => {
    const others = await Promise.all(Array.from({ length: 256 }, abandonedAnswer));
    const { close } = await abandonedAnswer();
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
    for (const { close: closeOther, end } of others) {
      expect(closeOther).not.toHaveBeenCalled();
      end();
    }
    await vi.waitFor(() => {
      for (const { close: closeOther } of others) expect(closeOther).toHaveBeenCalledOnce();
    });
  });
});
