/** The demo's conversations, feedback and announcement. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { openConversation } from "../network/conversation";
import { otherSide, unreadField } from "../network/sides";
import type { DemoPeople } from "./people";

type Line = readonly [by: "retailer" | "distributor", content: string];

/** Retailer and distributor by their places in the demo; each pair is connected. */
const TALKS: readonly {
  readonly retailer: number;
  readonly distributor: number;
  readonly lines: readonly Line[];
  /** The last line waits to be read. */
  readonly isUnread?: true;
}[] = [
  {
    retailer: 0,
    distributor: 0,
    lines: [
      ["retailer", "Good morning! Is the new lot of rice in yet?"],
      ["distributor", "Good morning. It came in yesterday, cleaned and packed."],
      ["retailer", "Great, I will order for the week."],
      ["distributor", "Order before noon and it goes out with today's truck."],
    ],
  },
  {
    retailer: 1,
    distributor: 2,
    lines: [
      ["retailer", "Two cartons arrived with torn corners. The goods are fine."],
      ["distributor", "Thank you for telling us. We will use stronger cartons next time."],
    ],
  },
  {
    retailer: 2,
    distributor: 1,
    lines: [
      ["distributor", "Festival offer from Monday. Shall I keep something for you?"],
      ["retailer", "Yes please, lamps and mugs, two cartons each."],
    ],
  },
  {
    retailer: 0,
    distributor: 1,
    lines: [
      ["retailer", "Do the steel mugs come in blue, too?"],
      ["distributor", "Blue ones came in this morning. Shall I keep two cartons for you?"],
    ],
    isUnread: true,
  },
  {
    retailer: 1,
    distributor: 0,
    lines: [["retailer", "Can you bring the order before noon tomorrow? We close early."]],
    isUnread: true,
  },
];

const FEEDBACK: readonly (readonly [complaint: string, review: string, rating: number])[] = [
  ["", "I see at once when an order is accepted. No more phone calls to ask.", 5],
  ["The invoice should also show our GST number.", "Everything else works well.", 4],
  ["", "Easy to find distributors for things we never stocked before.", 5],
  ["Some pictures are small on my old phone.", "Ordering itself is quick.", 3],
];

const ANNOUNCEMENT = {
  title: "Welcome to Mandi",
  text: "Prices, stock and orders on this market are live: what you see is what there is. Announcements like this one come from the people who run it. Tell us under Complaint what we can do better.",
} as const;

async function plantTalk(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  distributor: Doc<"users">,
  lines: readonly Line[],
  isUnread: boolean,
): Promise<void> {
  const pair = { retailerId: retailer._id, distributorId: distributor._id };
  const conversationId = await openConversation(ctx, pair);
  for (const [index, [by, content]] of lines.entries()) {
    const [sender, receiver] =
      by === "retailer" ? [retailer, distributor] : [distributor, retailer];
    const isWaiting = isUnread && index === lines.length - 1;
    const messageId = await ctx.db.insert("messages", {
      conversationId,
      senderId: sender._id,
      receiverId: receiver._id,
      content,
      status: isWaiting ? "sent" : "read",
      once: { owner: sender._id, key: `demo-${index}`, digest: "" },
    });
    // The list of conversations tells the time that stands beside the message itself.
    const lastAt = (await ctx.db.get("messages", messageId))?._creationTime ?? 0;
    await ctx.db.patch("conversations", conversationId, {
      lastContent: content,
      lastAt,
      ...(isWaiting && { [unreadField(otherSide(by))]: 1 }),
    });
  }
}

/** Inserts the conversations between connected pairs; a word to each of the first two people is unread. */
export async function plantTalks(ctx: MutationCtx, people: DemoPeople): Promise<void> {
  for (const { retailer: r, distributor: d, lines, isUnread = false } of TALKS) {
    const retailer = people.retailers[r];
    const distributor = people.distributors[d];
    if (retailer !== undefined && distributor !== undefined) {
      await plantTalk(ctx, retailer, distributor, lines, isUnread);
    }
  }
}

/** Inserts a few members' opinions. */
export async function plantFeedback(ctx: MutationCtx, people: DemoPeople): Promise<void> {
  const members = [...people.retailers.slice(0, 3), ...people.distributors.slice(0, 1)];
  for (const [index, member] of members.entries()) {
    const [complaint, review, rating] = FEEDBACK[index] ?? ["", "", 5];
    const { _id: userId, name, email, role } = member;
    await ctx.db.insert("feedback", { userId, name, email, role, complaint, review, rating });
  }
}

/** Inserts what the people who run the market have to say, so that the news have something on the first day. */
export async function plantAnnouncement(ctx: MutationCtx, { admin }: DemoPeople): Promise<void> {
  const author = { authorId: admin._id, authorName: admin.name };
  await ctx.db.insert("announcements", { ...ANNOUNCEMENT, ...author });
}
