/** Announcements of the administrators: publishing and withdrawing them. */
import { ANNOUNCEMENT_TEXT_MAX, ANNOUNCEMENT_TITLE_MAX } from "../../domain/limits";
import { cleanText } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";

const TITLE = { min: 1, max: ANNOUNCEMENT_TITLE_MAX };
const TEXT = { min: 1, max: ANNOUNCEMENT_TEXT_MAX, multiline: true };

/** Errors: MISSING_FIELDS. */
export function announce(
  ctx: MutationCtx,
  admin: Doc<"users">,
  { title, text }: { title: string; text: string },
): Promise<Id<"announcements">> {
  return ctx.db.insert("announcements", {
    title: cleanText(title, TITLE) ?? fail("MISSING_FIELDS"),
    text: cleanText(text, TEXT) ?? fail("MISSING_FIELDS"),
    authorId: admin._id,
    authorName: admin.name,
  });
}

/** Errors: NOT_FOUND, also for an announcement that was withdrawn before. */
export async function withdraw(ctx: MutationCtx, announcementId: string): Promise<void> {
  const id = ctx.db.normalizeId("announcements", announcementId) ?? fail("NOT_FOUND");
  if ((await ctx.db.get("announcements", id)) === null) fail("NOT_FOUND");
  await ctx.db.delete("announcements", id);
}
