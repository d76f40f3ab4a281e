/** Joins the outbox of the signed-in account to its client, its tabs and the screens. */
import { useSyncExternalStore } from "react";
import { api } from "../../convex/_generated/api";
import { isSignedOut } from "../accountStore/signOuts";
import { quotedPrice } from "../../domain/price";
import { connectionOf } from "../live/connection";
import { TryAgainError } from "../live/convexError";
import type { MarketClient } from "../live/convexClient";
import type { TokenSession } from "../session/tokens";
import { useConnectionStatus } from "../live/useConnectionStatus";
import { useMarketClient } from "../live/useMarketClient";
import type { Entry, MessageCommand, PictureRef, SendConditions } from "./entry";
import { NO_ENTRIES, Outbox, type OutboxSnapshot, type TabMessage, type Tabs } from "./outbox";
import { SenderLock } from "./senderLock";
import { outboxStore } from "./store";

/** The pause after the code could not be fetched. */
const CODE_RETRY_MS = 5_000;

/** The client adds whom each command is meant for. */
function send(client: MarketClient, entry: Entry): Promise<unknown> {
  const { key, command } = entry;
  switch (command.kind) {
    case "order": {
      const { msg, productId, quantity } = command;
      const lines = [{ productId, quantity, ...quotedPrice(command) }];
      return client.mutation(api.orders.place, { orderKey: key, msg, lines });
    }
    case "basket": {
      const { msg, shortageRule } = command;
      const lines = command.lines.map(({ productName: _, ...line }) => line);
      const order = { orderKey: key, msg, lines, ...(shortageRule && { shortageRule }) };
      return client.mutation(api.orders.place, { ...order, fromBasket: true });
    }
    case "message": {
      const { to, content, picture } = command;
      if (picture !== undefined) return sendPicture(client, { ...command, picture }, key);
      return client.mutation(api.chat.send, { to, content, sendKey: key });
    }
    case "claim": {
      const { kind: _, partnerName: __, ...payment } = command;
      return client.mutation(api.payments.claim, { ...payment, paymentKey: key });
    }
    default:
      return command satisfies never;
  }
}

/** Few messages have a picture, so the code of uploading is fetched with the first one. */
async function sendPicture(
  client: MarketClient,
  command: MessageCommand & { readonly picture: PictureRef },
  key: string,
): Promise<void> {
  const { sendPictureMessage } = await import("./pictures/send").catch(() => {
    throw new TryAgainError(CODE_RETRY_MS);
  });
  await sendPictureMessage(client, command, key);
}

/** Returns true while the server can be reached as the session's account. */
function isReachable(client: MarketClient, session: TokenSession): boolean {
  return client.isAuthenticated && connectionOf(client).state().canSend && !isSignedOut(session.id);
}

/** Connects the outbox with the account's other tabs, and with its client, with which it ends. */
function join(client: MarketClient, outbox: Outbox, session: TokenSession): Tabs {
  const name = `outbox:${session.accountId}`;
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => outbox.hear(data);
  const lock = new SenderLock(`${name}:sender`, outbox.pump, () => isReachable(client, session));
  connectionOf(client).subscribe(outbox.pump);
  client.subscribe(() => {
    if (!client.isClosed) {
      outbox.pump();
      return;
    }
    outbox.stop();
    lock.stop();
    channel.close();
  });
  return { lock, tell: (message) => channel.postMessage(message) };
}

function createOutbox(client: MarketClient, session: TokenSession): Outbox {
  return new Outbox({
    store: outboxStore(session),
    send: (entry) => send(client, entry),
    isReachable: () => isReachable(client, session),
    join: (outbox) => join(client, outbox, session),
  });
}

const outboxes = new WeakMap<MarketClient, Outbox>();

/** Returns the outbox of the client's account, or null for a visitor. It ends with its client. */
function outboxOf(client: MarketClient): Outbox | null {
  const existing = outboxes.get(client);
  if (existing !== undefined || client.session === null || client.isClosed) return existing ?? null;
  const outbox = createOutbox(client, client.session);
  outboxes.set(client, outbox);
  return outbox;
}

const ofVisitors = () => NO_ENTRIES;
const neverChanges = () => () => undefined;

export type OutboxView = OutboxSnapshot & SendConditions & { readonly outbox: Outbox | null };

export function useOutbox(): OutboxView {
  const client = useMarketClient();
  const current = () => outboxOf(client);
  const outbox = useSyncExternalStore(client.subscribe, current, current);
  const snapshot = useSyncExternalStore(
    outbox?.subscribe ?? neverChanges,
    outbox?.snapshot ?? ofVisitors,
    ofVisitors,
  );
  return { ...snapshot, outbox, canSend: useConnectionStatus().canSend };
}
