/** Conversations and messages, in the server's own shapes. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type ConversationRow = FunctionReturnType<typeof api.chat.conversations>["page"][number];
export type MessageRow = FunctionReturnType<typeof api.chat.messages>["page"][number];
