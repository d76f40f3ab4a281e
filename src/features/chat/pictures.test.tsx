/** Pictures in the chat: choosing, sending, waiting, and one that was shared with the app. */
import type { FunctionReturnType } from "convex/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { draftNames as draftNamesOf } from "../../accountStore/drafts";
import { PICTURES_MAX } from "../../outbox/entry";
import { type FakeClient, pageOf } from "../../testing/fakeClient.setup";
import { ASHA, idOf, MARCH_4, MEENA, PICTURE_URL, pictureFile } from "../../testing/fixtures.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../testing/screen.setup";
import { storedKeys } from "../../testing/storedKeys.setup";
import { discardShared, receiveShare } from "../../worker/shared";

type Conversation = NonNullable<FunctionReturnType<typeof api.chat.conversation>>;
type Message = FunctionReturnType<typeof api.chat.messages>["page"][number];

const ADDRESS = "/chat?with=asha@mandi.test";
const list = page.getByRole("navigation", { name: "Conversations" });
const log = page.getByRole("log");
const box = page.getByRole("textbox", { name: "Message" });
const sendButton = page.getByRole("button", { name: "Send", exact: true });
const preview = page.getByRole("img", { name: "The picture to send" });
const chooser = page.getByLabelText("Picture", { exact: true });

function talking(row: Partial<Conversation> = {}, ...messages: Partial<Message>[]): FakeClient {
  const conversation: Conversation = {
    ...{ conversationId: idOf<"conversations">("conversation"), name: ASHA.name, business: "B" },
    ...{ email: ASHA.email, imageUrl: null, unread: 0, mayWrite: true, ...row },
  };
  const rows = messages.map((message, n): Message => ({
    ...{ _id: idOf<"messages">(`m${n}`), content: "", status: "read", createdAt: MARCH_4 },
    ...message,
  }));
  return clientFor(MEENA)
    .answer(api.chat.conversations, ({ part }) => pageOf(part === "talking" ? [conversation] : []))
    .answer(api.chat.conversation, conversation)
    .answer(api.chat.messages, pageOf(rows));
}

/** Answers uploads, once the promise is resolved; returns the keys under which they came. */
function uploads(until?: Promise<void>): string[] {
  const keys: string[] = [];
  const real = window.fetch.bind(window);
  vi.spyOn(window, "fetch").mockImplementation((input, init) => {
    if (input !== "/api/upload/image") return real(input, init);
    keys.push(new Headers(init?.headers).get("Idempotency-Key") ?? "");
    const answer = () => Response.json({ url: "/api/storage/1", imageId: "img1" });
    return Promise.resolve(until).then(answer);
  });
  return keys;
}

/** Holds the keeping of prepared pictures, as a slow disk does, until the returned function is called. */
function stallKeeping(): () => void {
  let end: () => void = () => undefined;
  const stalled = new Promise<void>((resolve) => (end = resolve));
  const real = Object.getOwnPropertyDescriptor(Blob.prototype, "arrayBuffer")!
    .value as Blob["arrayBuffer"];
  vi.spyOn(Blob.prototype, "arrayBuffer").mockImplementation(async function (this: Blob) {
    if (!(this instanceof File)) await stalled;
    return real.call(this);
  });
  return end;
}

/** The names of Meena's drafts in this tab. */
const draftNames = () => draftNamesOf(MEENA._id);

/** Chooses a file as the file dialog does. */
async function choose(file: File): Promise<void> {
  await expect.element(page.getByRole("button", { name: "Add a picture" })).toBeVisible();
  await userEvent.upload(chooser, file);
}

afterEach(() => discardShared(caches));

describe("a picture for the next message", () => {
  test("[CHAT11] is shown before it is sent, needs no text, and goes out with the message's key", async () => {
    const keys = uploads();
    const client = talking();
    await open(ADDRESS, client);
    await expect.element(sendButton).toHaveAttribute("aria-disabled", "true");
    await choose(await pictureFile());
    await expect.element(preview).toBeVisible();
    await expect.element(sendButton).not.toHaveAttribute("aria-disabled");
    await sendButton.click();
    await expect.element(preview).not.toBeInTheDocument();
    await expect.element(log.getByRole("img", { name: "Picture from you" })).toBeVisible();
    await expect.poll(() => client.argsOf(api.chat.send)).toHaveLength(1);
    const [sent] = client.argsOf(api.chat.send);
    expect(sent).toMatchObject({ to: ASHA.email, content: "", imageId: "img1" });
    expect(keys).toEqual([sent!.sendKey]);
  });

  test("[CHAT11] goes with the text, and can be removed", async () => {
    uploads();
    const client = talking();
    await open(ADDRESS, client);
    await choose(await pictureFile());
    await page.getByRole("button", { name: "Remove the picture" }).click();
    await expect.element(preview).not.toBeInTheDocument();
    await choose(await pictureFile());
    await expect.element(preview).toBeVisible();
    await box.fill("The broken box");
    await userEvent.keyboard("{Enter}");
    await expect.element(box).toHaveValue("");
    await expect
      .poll(() => client.argsOf(api.chat.send))
      .toMatchObject([{ content: "The broken box", imageId: "img1" }]);
  });

  test.each([
    ["behind it", "The broken box, and the lid", ", and the lid"],
    ["in its place", "Where is the lid?", "Where is the lid?"],
    ["at no time", "The broken box", ""],
  ])("[CHAT11] leaves what was typed %s while it was being kept", async (_where, typed, left) => {
    uploads();
    const client = talking();
    await open(ADDRESS, client);
    await choose(await pictureFile());
    await expect.element(preview).toBeVisible();
    const goOn = stallKeeping();
    await box.fill("The broken box");
    await userEvent.keyboard("{Enter}");
    await expect.element(sendButton).toHaveAttribute("aria-disabled", "true");
    // Another picture would go with the one that is being kept.
    const asked = vi.fn((event: Event) => event.preventDefault());
    chooser.element().addEventListener("click", asked);
    await page.getByRole("button", { name: "Add a picture" }).click({ force: true });
    expect(asked).not.toHaveBeenCalled();
    await box.fill(typed);
    goOn();
    await expect
      .poll(() => client.argsOf(api.chat.send))
      .toMatchObject([{ content: "The broken box", imageId: "img1" }]);
    await expect.element(preview).not.toBeInTheDocument();
    await expect.element(box).toHaveValue(left);
    await open("/chat", client);
    await open(ADDRESS, client);
    await expect.element(box).toHaveValue(left);
  });

  test("[CHAT11] of another type, or damaged, is refused with the text still there", async () => {
    await open(ADDRESS, talking());
    await box.fill("Half a thought");
    await choose(new File(["GIF89a"], "a.gif", { type: "image/gif" }));
    await expectTexts(page, "Please choose a JPEG, PNG or WebP picture.");
    await choose(new File(["no picture"], "a.png", { type: "image/png" }));
    await expectTexts(page, "Please upload an image file (JPEG, PNG, GIF)");
    expect(preview.elements()).toEqual([]);
    await expect.element(box).toHaveValue("Half a thought");
    await choose(await pictureFile());
    await expect.element(preview).toBeVisible();
    expect(page.getByText(/^Please /).elements()).toEqual([]);
  });

  test("[CHAT13] goes out before a text that is sent while it is being uploaded", async () => {
    let end: () => void = () => undefined;
    const uploaded = new Promise<void>((resolve) => (end = resolve));
    uploads(uploaded);
    const client = talking();
    client.onCall(api.chat.send, ({ content, sendKey }) => ({
      ...{ _id: idOf<"messages">(sendKey), content, status: "sent" as const },
      ...{ createdAt: MARCH_4, sendKey },
    }));
    await open(ADDRESS, client);
    await choose(await pictureFile());
    await sendButton.click();
    await expect.element(preview).not.toBeInTheDocument();
    await box.fill("This box was torn");
    await userEvent.keyboard("{Enter}");
    await expectTexts(log, "This box was torn");
    expect(client.argsOf(api.chat.send)).toEqual([]);
    end();
    await expect
      .poll(() => client.argsOf(api.chat.send))
      .toMatchObject([{ content: "", imageId: "img1" }, { content: "This box was torn" }]);
  });

  test("[CHAT14] that is not sent is there again with its text after opening anew, and not once it was sent", async () => {
    uploads();
    const client = talking();
    await open(ADDRESS, client);
    await choose(await pictureFile());
    await box.fill("Half a thought");
    await expect.poll(draftNames).toHaveLength(2);
    await open(ADDRESS, client);
    await expect.element(preview).toBeVisible();
    await expect.element(box).toHaveValue("Half a thought");
    await sendButton.click();
    await expect
      .poll(() => client.argsOf(api.chat.send))
      .toMatchObject([{ content: "Half a thought", imageId: "img1" }]);
    expect(draftNames()).toEqual([]);
    await open(ADDRESS, client);
    await expect.element(box).toHaveValue("");
    expect(preview.elements()).toEqual([]);
  });

  test("[CHAT14] that is removed, also before it is kept, is not there after opening anew", async () => {
    const client = talking();
    const remove = page.getByRole("button", { name: "Remove the picture" });
    await open(ADDRESS, client);
    await choose(await pictureFile());
    await expect.poll(draftNames).toHaveLength(1);
    await remove.click();
    expect(draftNames()).toEqual([]);
    const goOn = stallKeeping();
    await choose(await pictureFile());
    await expect.element(preview).toBeVisible();
    await remove.click();
    goOn();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await open(ADDRESS, client);
    await expect.element(box).toBeVisible();
    expect(draftNames()).toEqual([]);
    expect(preview.elements()).toEqual([]);
  });

  test("[CHAT12] waits without a connection, is shown again after opening anew, and goes out once", async () => {
    const keys = uploads();
    const client = talking();
    client.onCall(api.chat.send, ({ sendKey }) => ({
      ...{ _id: idOf<"messages">("m"), content: "", imageUrl: "x", status: "sent" as const },
      ...{ createdAt: MARCH_4, sendKey },
    }));
    await open(ADDRESS, client);
    await expect.element(box).toBeVisible();
    client.goOffline();
    await choose(await pictureFile());
    await sendButton.click();
    const picture = log.getByRole("img", { name: "Picture from you" });
    await expect.element(picture).toBeVisible();
    await expect.element(log.getByRole("img", { name: "Waiting" })).toBeVisible();
    await open(ADDRESS, client);
    await expect.element(picture).toBeVisible();
    expect(keys).toEqual([]);
    client.goOnline();
    await expect.poll(() => client.argsOf(api.chat.send)).toHaveLength(1);
    expect(keys).toHaveLength(1);
    await expect.poll(keptPictures).toBe(0);
  });

  test(`[CHAT12] is refused aloud when ${PICTURES_MAX} wait`, async () => {
    const client = talking();
    await open(ADDRESS, client);
    await expect.element(box).toBeVisible();
    client.goOffline();
    const waiting = log.getByRole("img", { name: "Waiting" });
    for (let n = 1; n <= PICTURES_MAX; n += 1) {
      await choose(await pictureFile());
      await sendButton.click();
      await expect.poll(() => waiting.elements()).toHaveLength(n);
    }
    await choose(await pictureFile());
    await sendButton.click();
    await expectTexts(
      page.getByRole("alert"),
      "Too many pictures are waiting to be sent. Please try again when they are sent.",
    );
    await expect.element(preview).toBeVisible();
    expect(waiting.elements()).toHaveLength(PICTURES_MAX);
  });
});

/** Counts the pictures that are kept for the outbox. */
async function keptPictures(): Promise<number> {
  const keys = await storedKeys();
  return keys.filter(([, , name, id]) => name === "pictures" && id !== undefined).length;
}

describe("a received picture", () => {
  test("[CHAT11] has a box of its own size, names its sender, and opens larger", async () => {
    await usePhone();
    await open(ADDRESS, talking({}, { imageUrl: PICTURE_URL, content: "The box" }));
    const picture = log.getByRole("img", { name: "Picture from Asha Kolhari" });
    await expect.element(picture).toBeVisible();
    const { width, height } = picture.element().getBoundingClientRect();
    expect([width, height]).toEqual([240, 180]);
    await expectNoSidewaysScroll();
    await log.getByRole("button", { name: "Picture from Asha Kolhari" }).click();
    const dialog = page.getByRole("dialog", { name: "Picture from Asha Kolhari" });
    await expect.element(dialog.getByRole("img")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(log.getByRole("button", { name: /^Picture/ })).toHaveFocus();
  });

  test("[CHAT11] that is gone leaves its message", async () => {
    await open(ADDRESS, talking({}, { imageUrl: null, content: "The box" }));
    await expectTexts(log, "The picture is not there.", "The box");
  });

  test("[CHAT11] that could not be loaded without a connection is there with it", async () => {
    const client = talking({}, { content: "The box", imageUrl: PICTURE_URL });
    await open(ADDRESS, client);
    const picture = log.getByRole("img", { name: "Picture from Asha Kolhari" });
    await expect.element(picture).toBeVisible();
    client.goOffline();
    picture.element().dispatchEvent(new Event("error"));
    await expectTexts(log, "The picture is not there.");
    client.goOnline();
    await expect.element(picture).toBeVisible();
  });

  test("[CHAT11] is called a picture in the list where it has no text", async () => {
    await open("/chat", talking({ last: { content: "", at: MARCH_4 } }));
    await expectTexts(list, "Picture");
  });
});

/** The type of the picture that would be sent. */
async function shownType(): Promise<string> {
  const { src } = preview.element() as HTMLImageElement;
  return (await (await fetch(src)).blob()).type;
}

async function share(file: File): Promise<void> {
  const form = new FormData();
  form.append("picture", file);
  const request = new Request("/share", { method: "POST", body: form });
  await receiveShare(request, caches);
}

describe("a picture that was shared with the app", () => {
  test("[PWA7] asks for a conversation, stands in its composer, and is sent by a click alone", async () => {
    uploads();
    await share(await pictureFile());
    const client = talking();
    await open("/chat?shared=picture", client);
    await expectTexts(list, "Choose a conversation for the picture");
    await list.getByRole("link", { name: /Asha Kolhari/ }).click();
    await expect.element(preview).toBeVisible();
    const from = "Another app on this device shared this picture. Remove it if you did not.";
    await expect.element(page.getByText(from)).toBeVisible();
    expect(client.argsOf(api.chat.send)).toEqual([]);
    await sendButton.click();
    await expect.poll(() => client.argsOf(api.chat.send)).toMatchObject([{ imageId: "img1" }]);
    await expect.element(preview).not.toBeInTheDocument();
    await expect.element(page.getByText(from)).not.toBeInTheDocument();
    await open("/chat?shared=picture", client);
    await expectTexts(list, "The shared picture is no longer there. Please share it again.");
  });

  test("[CHAT14] goes before one that was kept over a reload, which is there again after it", async () => {
    uploads();
    const client = talking();
    await open(ADDRESS, client);
    await choose(await pictureFile());
    await expect.poll(draftNames).toHaveLength(1);
    await share(new File([await pictureFile()], "shared", { type: "image/webp" }));
    await open(`${ADDRESS}&shared=picture`, client);
    await expect.element(preview).toBeVisible();
    await expect.poll(shownType).toBe("image/webp");
    await sendButton.click();
    await expect.poll(() => client.argsOf(api.chat.send)).toHaveLength(1);
    await expect.poll(shownType).toBe("image/png");
    expect(draftNames()).toHaveLength(1);
  });

  test("[PWA7] can be discarded", async () => {
    await share(await pictureFile());
    await open("/chat?shared=picture", talking());
    await list.getByRole("button", { name: "Remove the picture" }).click();
    await expect
      .element(list.getByRole("img", { name: "The picture to send" }))
      .not.toBeInTheDocument();
    await expect.poll(() => caches.has("shared-picture")).toBe(false);
  });

  test("[PWA7] of another site's page was not taken, which is told", async () => {
    await open("/chat?shared=foreign", talking());
    const words = "A page of another site tried to put a picture here. It was not taken.";
    await expectTexts(list.getByRole("alert"), words);
  });

  test("[PWA7] that can't be sent is refused aloud", async () => {
    await open("/chat?shared=refused", talking());
    await expectTexts(
      list.getByRole("alert"),
      "That can't be sent: share one JPEG, PNG or WebP picture of at most 5 MB.",
    );
    await list.getByRole("button", { name: "Dismiss" }).click();
    await expect.element(list.getByRole("alert")).not.toBeInTheDocument();
  });
});
