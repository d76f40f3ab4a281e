/** Convex's components that write and find texts, as published; the language models are mocks. */
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../testkit/project";
import { RealBackend } from "../testkit/realBackend";

let backend: RealBackend;
let client: ConvexClient;

beforeAll(async () => {
  backend = await RealBackend.start("assistant");
  client = new ConvexClient(backend.url, { logger: false, unsavedChangesWarning: false });
}, 60_000);

afterAll(async () => {
  await client.close();
  await backend.stop();
});

describe("[COMP6] persistent-text-streaming", () => {
  interface Body {
    readonly text: string;
    readonly status: string;
  }
  const body = makeFunctionReference<"query", { streamId: string }, Body>("texts:body");

  test("[HTTP4] streams to its caller while another client watches the stored text grow", async () => {
    const streamId = await backend.mutation<string>("texts:create");
    const bodies: Body[] = [];
    const unwatch = client.onUpdate(body, { streamId }, (value) => bodies.push(value));
    const post = () =>
      fetch(`${backend.url}/write`, { method: "POST", body: JSON.stringify({ streamId }) });
    const answer = await post();
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let read = "";
    while (read !== "Tea is ready. ") read += (await reader.read()).value ?? "";
    await eventually(() =>
      expect(bodies.at(-1)).toEqual({ text: "Tea is ready. ", status: "streaming" }),
    );
    expect((await post()).status).toBe(205);
    await backend.mutation("gates:open", { name: streamId });
    for (let part = await reader.read(); !part.done; part = await reader.read()) read += part.value;
    expect(read).toBe("Tea is ready. Salt is not.");
    await eventually(() => expect(bodies.at(-1)).toEqual({ text: read, status: "done" }));
    unwatch();
    await backend.crash();
    expect(await backend.query("texts:body", { streamId })).toEqual({ text: read, status: "done" });
    await backend.mutation("texts:remove", { streamId });
    await expect(backend.query("texts:body", { streamId })).rejects.toThrow("Stream not found");
  });
});

describe("[COMP6] agent", () => {
  interface Message {
    readonly text?: string;
    readonly tool: boolean;
    readonly message?: { readonly role: string };
    readonly status: string;
  }
  let threadId: string;

  beforeAll(async () => {
    threadId = await backend.mutation<string>("chat:open", { userId: "asha" });
  });

  async function messages(): Promise<Message[]> {
    const paginationOpts = { numItems: 100, cursor: null };
    const { page } = await backend.query<{ page: Message[] }>("chat:messages", {
      threadId,
      paginationOpts,
    });
    return page.reverse();
  }

  test("answers a message and keeps both in the thread", async () => {
    for (const prompt of ["Do you have tea?", "And salt?"])
      expect(await backend.action("chat:ask", { threadId, prompt })).toBe("Of course.");
    expect((await messages()).map(({ message, text }) => [message?.role, text])).toEqual([
      ["user", "Do you have tea?"],
      ["assistant", "Of course."],
      ["user", "And salt?"],
      ["assistant", "Of course."],
    ]);
  });

  test("[SEARCH3] [VEC1] finds messages by their words and by their vectors", async () => {
    const search = (text: string, by: string) =>
      backend.action<string[]>("chat:search", { threadId, text, by });
    expect(await search("salt", "text")).toEqual(["And salt?"]);
    expect(await search("where is the tea", "vector")).toEqual(["Do you have tea?"]);
    expect(await search("rice", "vector")).toEqual([]);
  });

  test("calls a tool and answers with its result", async () => {
    const before = (await messages()).length;
    expect(await backend.action("chat:weighed", { threadId })).toBe("It weighs 3 kg.");
    const added = (await messages()).slice(before);
    expect(added.map(({ message, tool }) => [message?.role, tool])).toEqual([
      ["user", false],
      ["assistant", true],
      ["tool", true],
      ["assistant", false],
    ]);
    expect(JSON.stringify(added[2])).toContain("rice: 3 kg");
  });

  test("[SUB1] a second client sees the words of an answer while it is written", async () => {
    interface Streams {
      readonly kind: string;
      readonly messages?: readonly { readonly streamId: string; readonly status: string }[];
      readonly deltas?: readonly { readonly parts: readonly { readonly delta?: string }[] }[];
    }
    const streams = makeFunctionReference<
      "query",
      { threadId: string; streamArgs: object },
      Streams
    >("chat:streams");
    let streamId: string | undefined;
    client.onUpdate(streams, { threadId, streamArgs: { kind: "list" } }, (list) => {
      streamId = list.messages?.[0]?.streamId;
    });
    const telling = backend.action("chat:tell", { threadId, gate: "story" });
    await eventually(() => expect(streamId).toBeDefined());
    const streamArgs = { kind: "deltas", cursors: [{ streamId, cursor: 0 }] };
    let words = "";
    client.onUpdate(streams, { threadId, streamArgs }, ({ deltas = [] }) => {
      words = deltas.flatMap(({ parts }) => parts.map(({ delta = "" }) => delta)).join("");
    });
    await eventually(() => expect(words).toContain("Once"));
    expect(words).not.toContain("a time.");
    expect((await messages()).at(-1)).toMatchObject({ status: "pending" });
    await backend.mutation("gates:open", { name: "story" });
    expect(await telling).toBe("Once upon a time.");
    await backend.crash();
    expect((await messages()).at(-1)).toMatchObject({
      text: "Once upon a time.",
      status: "success",
    });
  });
});
