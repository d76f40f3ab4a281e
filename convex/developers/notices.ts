/** Mails about keys. */
import type { Infer } from "convex/values";
import type { Notice } from "../auth/notices";
import type { keyScope } from "./schema";

const SCOPE_WORDS = { read: "read only", write: "read and write" } as const satisfies Record<
  Infer<typeof keyScope>,
  string
>;

export function keyMade(name: string, scope: Infer<typeof keyScope>): Notice {
  return {
    subject: "A new API key for your Mandi account",
    text: `The API key “${name}” (${SCOPE_WORDS[scope]}) was made for your account.`,
  };
}
