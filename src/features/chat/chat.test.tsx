/** The chat: conversations, messages and how far they have come. */
import type { FunctionReturnType } from "convex/server";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { type FakeClient, pageOf, serverError } from "../../testing/fakeClient.setup";
import {
  ADMIN,
  ASHA,
  idOf,
  LONG_HINDI,
  LONG_WORD,
  MARCH_4,
  MEENA,
  PICTURE_URL,
} from "../../testing/fixtures.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  hueOf,
  open,
  pressComposing,
  usePhone,
} from "../../testing/screen.setup";

type Conversation = NonNullable<FunctionReturnType<typeof api.chat.conversation>>;
type Message = FunctionReturnType<typeof api.chat.messages>["page"][number];

const main = page.getByRole("main");
const list = page.getByRole("navigation", { name: "Conversations" });
const log = page.getByRole("log");
const box = page.getByRole("textbox", { name: "Message" });

function conversation(part: Partial<Conversation> = {}): Conversation {
  return {
    conversationId: idOf("conversation"),
    name: ASHA.name,
    business: "Banyan Court Wholesale",
    email: ASHA.email,
    imageUrl: null,
    last: { content: "Order before noon", at: MARCH_4 },
    unread: 0,
    mayWrite: true,
    ...part,
  };
}

function message(part: Partial<Message> = {}): Message {
  return {
    _id: idOf("message"),
    content: "Order before noon",
    status: "read",
    createdAt: MARCH_4,
    ...part,
  };
}

function talking(row = conversation(), ...messages: Message[]): FakeClient {
  return clientFor(MEENA)
    .answer(api.chat.conversations, ({ part }) => pageOf(part === "talking" ? [row] : []))
    .answer(api.chat.conversation, row)
    .answer(api.chat.messages, pageOf(messages));
}

describe("the list of conversations", () => {
  test("[CHAT1] [CHAT5] has picture, name, the last message and its time", async () => {
    await open("/chat", talking(conversation({ imageUrl: PICTURE_URL })));
    await expectTexts(page, "Messages", "Select a conversation to start messaging");
    const row = list.getByRole("link", { name: /Asha Kolhari/ });
    await expectTexts(row, "Asha Kolhari", "Order before noon", "04 Mar 2026");
    await expect.poll(() => row.element().querySelector("img")).not.toBeNull();
  });

  test("[CHAT3] says that it is loading", async () => {
    await open("/chat", clientFor(MEENA));
    await expectTexts(page, "Loading conversations...");
    expect(page.getByText("No conversations found").elements()).toEqual([]);
  });

  test("[CHAT2] says when there is nobody to talk with", async () => {
    await open("/chat", clientFor(MEENA).answer(api.chat.conversations, pageOf([])));
    await expectTexts(page, "No conversations found");
  });

  test("[FAILURE26] says that it failed", async () => {
    await open("/chat", clientFor(MEENA).answer(api.chat.conversations, serverError()));
    await expectTexts(list.getByRole("alert"), "Failed to load users", "Retry");
  });

  test("sends admins to the feedback", async () => {
    await open("/chat", clientFor(ADMIN));
    await expect
      .element(page.getByRole("link", { name: "Read the feedback" }))
      .toHaveAttribute("href", "/admincomplaints");
  });

  test("cuts long names and messages on one line", async () => {
    const long = conversation({ name: LONG_WORD, last: { content: LONG_HINDI, at: MARCH_4 } });
    await open("/chat", talking(long));
    const name = list.getByText(LONG_WORD, { exact: true });
    await expect.element(name).toBeVisible();
    expect(name.element().scrollWidth).toBeGreaterThan(name.element().clientWidth);
    await expectNoSidewaysScroll();
    await usePhone();
    await expectNoSidewaysScroll();
  });
});

describe("a conversation", () => {
  const address = "/chat?with=asha@mandi.test";

  test.each([
    ["sent", "Sent", "grey", 1],
    ["delivered", "Delivered", "grey", 2],
    ["read", "Read", "green", 2],
  ] as const)(
    "[CHAT1] [CHAT9] a message that is %s has its tick",
    async (status, name, hue, paths) => {
      await open(address, talking(conversation(), message({ status, sendKey: "key" })));
      const tick = log.getByRole("img", { name });
      await expect.element(tick).toBeVisible();
      expect(hueOf(tick.element())).toBe(hue);
      expect(tick.element().querySelectorAll("path").length).toBe(paths);
    },
  );

  test("[CHAT1] [CHAT6] [CHAT7] Enter and Send send, and empty words are not sent", async () => {
    const client = talking();
    await open(address, client);
    await expect.element(page.getByPlaceholder("Type a message")).toBeVisible();
    await box.fill("   ");
    await userEvent.keyboard("{Enter}");
    expect(client.argsOf(api.chat.send)).toEqual([]);
    await box.fill("Is the market open?");
    await userEvent.keyboard("{Enter}");
    await expect.element(box).toHaveValue("");
    await expectTexts(log, "Is the market open?");
    await expect.poll(() => client.argsOf(api.chat.send).length).toBe(1);
    expect(client.argsOf(api.chat.send)[0]).toMatchObject({ content: "Is the market open?" });
    await box.fill("On Sunday?");
    await page.getByRole("button", { name: "Send" }).click();
    await expect.element(box).toHaveValue("");
    await expectTexts(log, "On Sunday?");
  });

  test("[CHAT6] an Enter that ends a word of an input method sends nothing", async () => {
    const client = talking();
    await open(address, client);
    await box.fill("नमस्ते");
    pressComposing(box, "Enter");
    await userEvent.keyboard(" जी{Enter}");
    await expectTexts(log, "नमस्ते जी");
    await expect.poll(() => client.argsOf(api.chat.send)).toMatchObject([{ content: "नमस्ते जी" }]);
  });

  test("[FAILURE26] [FAILURE29] messages or a partner that can't be had leave what is typed", async () => {
    const client = talking().answer(api.chat.messages, serverError());
    await open(address, client);
    await expectTexts(log.getByRole("alert"), "Failed to load chat messages", "Retry");
    await box.fill("half a thought");
    client.answer(api.chat.conversation, serverError());
    await expectTexts(main, "Error loading user data");
    await expect.element(box).toHaveValue("half a thought");
  });

  test("without a connection to the other it can be read, not written", async () => {
    await open(address, talking(conversation({ mayWrite: false }), message()));
    await expectTexts(page, "You are no longer connected. What was said stays here to read.");
    await expectTexts(log, "Order before noon");
    expect(box.elements()).toEqual([]);
  });

  test("[CHAT10] below 768 px the list makes way for it", async () => {
    await page.viewport(767, 800);
    await open("/chat", talking());
    await list.getByRole("link", { name: /Asha Kolhari/ }).click();
    await expect.element(box).toBeVisible();
    await expect.element(list).not.toBeInTheDocument();
    await page.viewport(768, 800);
    await expect.element(list).toBeVisible();
    await expect.element(box).toBeVisible();
  });

  test("words of a script from right to left are read and written in its direction", async () => {
    const urdu = "قیمت 500 روپے ہے، 10 بوری۔";
    await open(
      address,
      talking(conversation(), message({ _id: idOf("urdu"), content: urdu }), message()),
    );
    const direction = (element: Element) => getComputedStyle(element).direction;
    await expectTexts(log, urdu, "Order before noon");
    expect(direction(log.getByText(urdu).element())).toBe("rtl");
    expect(direction(log.getByText("Order before noon").element())).toBe("ltr");
    await box.fill(urdu);
    expect(direction(box.element())).toBe("rtl");
  });

  test("long words break inside their bubbles", async () => {
    await usePhone();
    await open(address, talking(conversation(), message({ content: LONG_WORD })));
    await expectTexts(log, LONG_WORD);
    expect(log.element().scrollWidth).toBe(log.element().clientWidth);
    await expectNoSidewaysScroll();
  });
});
