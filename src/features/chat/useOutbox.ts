/** The outbox of this tab: one per connection to the market, kept in sessionStorage. */
import { useConvex, type ConvexReactClient } from "convex/react";
import { useSyncExternalStore } from "react";
import { api } from "../../../convex/_generated/api";
import type { Letter } from "./letter";
import { Outbox, type LetterStore } from "./outbox";

const KEY = "chat-outbox";

const sessionStore: LetterStore = {
  read() {
    try {
      return sessionStorage.getItem(KEY);
    } catch {
      return null;
    }
  },
  write(text) {
    try {
      sessionStorage.setItem(KEY, text);
    } catch {
      // Storage is full or forbidden: letters live as long as the page, and the client's own resending still covers cuts.
    }
  },
};

const outboxes = new WeakMap<ConvexReactClient, Outbox>();

function outboxOf(client: ConvexReactClient): Outbox {
  const existing = outboxes.get(client);
  if (existing !== undefined) return existing;
  const made = new Outbox(
    ({ to, content, key }) => client.mutation(api.chat.send, { to, content, sendKey: key }),
    sessionStore,
  );
  outboxes.set(client, made);
  return made;
}

export function useOutbox(): Outbox {
  return outboxOf(useConvex());
}

/** Everything in the outbox, whoever wrote it. */
export function useLetters(outbox: Outbox): readonly Letter[] {
  return useSyncExternalStore(outbox.subscribe, outbox.letters);
}
