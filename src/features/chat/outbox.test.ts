import { ConvexError } from "convex/values";
import { describe, expect, it, vi } from "vitest";
import { Outbox, type LetterStore, type Post } from "./outbox";

/** A line that answers when the test says so. */
function line() {
  const posted: { key: string; content: string; answer: () => void; refuse: () => void }[] = [];
  const post: Post = ({ key, content }) =>
    new Promise((resolve, reject) => {
      posted.push({
        key,
        content,
        answer: () => resolve(null),
        refuse: () => reject(new Error("refused")),
      });
    });
  return { posted, post };
}

function store(): LetterStore & { text: string | null } {
  return {
    text: null,
    read() {
      return this.text;
    },
    write(text) {
      this.text = text;
    },
  };
}

const HELLO = { senderId: "meena", to: "asha@mandi.test", content: "Hello" };

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("a letter", () => {
  it("is kept before it goes out, and gone when it is answered", async () => {
    const { posted, post } = line();
    const kept = store();
    const keptWhenPosted: unknown[] = [];
    const outbox = new Outbox((letter) => {
      keptWhenPosted.push(kept.text === null ? null : JSON.parse(kept.text));
      return post(letter);
    }, kept);
    outbox.write(HELLO, 1);
    expect(keptWhenPosted).toEqual([
      [{ ...HELLO, key: posted[0]!.key, writtenAt: 1, hasFailed: false }],
    ]);
    expect(outbox.letters()).toHaveLength(1);
    posted[0]!.answer();
    await settled();
    expect(outbox.letters()).toEqual([]);
    expect(kept.text).toBe("[]");
  });

  it("goes out in the order of writing, each under a key of its own", () => {
    const { posted, post } = line();
    const outbox = new Outbox(post, store());
    for (const content of ["one", "two", "three"]) outbox.write({ ...HELLO, content }, 1);
    expect(posted.map(({ content }) => content)).toEqual(["one", "two", "three"]);
    expect(new Set(posted.map(({ key }) => key)).size).toBe(3);
  });

  it("that was refused stays, and goes out again under the same key when it is retried", async () => {
    const { posted, post } = line();
    const outbox = new Outbox(post, store());
    outbox.write(HELLO, 1);
    posted[0]!.refuse();
    await settled();
    expect(outbox.letters()).toMatchObject([{ hasFailed: true }]);
    outbox.retry(posted[0]!.key);
    expect(outbox.letters()).toMatchObject([{ hasFailed: false }]);
    expect(posted.map(({ key }) => key)).toEqual([posted[0]!.key, posted[0]!.key]);
    posted[1]!.answer();
    await settled();
    expect(outbox.letters()).toEqual([]);
  });

  it("is put away only when it failed: what is under way may have arrived", async () => {
    const { posted, post } = line();
    const outbox = new Outbox(post, store());
    outbox.write(HELLO, 1);
    outbox.discard(posted[0]!.key);
    expect(outbox.letters()).toHaveLength(1);
    posted[0]!.refuse();
    await settled();
    outbox.discard(posted[0]!.key);
    expect(outbox.letters()).toEqual([]);
  });

  it("is not retried while it is under way", () => {
    const { posted, post } = line();
    const outbox = new Outbox(post, store());
    outbox.write(HELLO, 1);
    outbox.retry(posted[0]!.key);
    expect(posted).toHaveLength(1);
  });
});

describe("after a reload", () => {
  async function reloaded() {
    const kept = store();
    const before = line();
    const earlier = new Outbox(before.post, kept);
    earlier.write(HELLO, 1);
    earlier.write({ ...HELLO, senderId: "ravi" }, 2);
    earlier.write({ ...HELLO, content: "Failed" }, 3);
    before.posted[2]!.refuse();
    await settled();
    const after = line();
    return { before, after, outbox: new Outbox(after.post, kept) };
  }

  it("what was not answered goes out again, under its key, once", async () => {
    const { before, after, outbox } = await reloaded();
    outbox.resume("meena");
    outbox.resume("meena");
    expect(after.posted.map(({ key }) => key)).toEqual([before.posted[0]!.key]);
  });

  it("another account's letters stay where they are", async () => {
    const { before, after, outbox } = await reloaded();
    outbox.resume("ravi");
    expect(after.posted.map(({ key }) => key)).toEqual([before.posted[1]!.key]);
  });

  it("a failed one waits for its reader", async () => {
    const { after, outbox } = await reloaded();
    expect(outbox.letters().filter((letter) => letter.hasFailed)).toHaveLength(1);
    outbox.resume("meena");
    expect(after.posted.map(({ content }) => content)).not.toContain("Failed");
  });
});

it("whoever listens hears of every change, until they stop", async () => {
  const { posted, post } = line();
  const outbox = new Outbox(post, store());
  const heard: number[] = [];
  const stop = outbox.subscribe(() => heard.push(outbox.letters().length));
  outbox.write(HELLO, 1);
  posted[0]!.answer();
  await settled();
  stop();
  outbox.write(HELLO, 2);
  expect(heard).toEqual([1, 0]);
});

describe("a letter that came too soon", () => {
  it("stays under way, and goes out again under its key when it may", async () => {
    vi.useFakeTimers();
    try {
      const sent: string[] = [];
      const outbox = new Outbox(({ key }) => {
        sent.push(key);
        return sent.length === 1
          ? Promise.reject(new ConvexError({ code: "TOO_MANY", retryAfterMs: 3_000 }))
          : Promise.resolve(null);
      }, store());
      outbox.write(HELLO, 1);
      await vi.advanceTimersByTimeAsync(2_999);
      expect(sent).toHaveLength(1);
      expect(outbox.letters()).toMatchObject([{ hasFailed: false }]);
      outbox.resume(HELLO.senderId);
      expect(sent).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(sent).toEqual([sent[0], sent[0]]);
      expect(outbox.letters()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});
