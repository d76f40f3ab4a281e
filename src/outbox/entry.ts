/**
 * An entry of the outbox: a command that must reach the server exactly once, kept until the server answers it.
 *
 *   waiting ──sent──▶ sending ──answered──▶ (removed), also by the refusal of what was done before
 *      │                 └────refused─────▶ refused ──retried──▶ waiting
 *      └──withdrawn──▶ (removed)               └──dismissed──▶ (removed)
 *
 * Every arrow is a pure change of a list of entries, so that it can be applied again to a list that another tab has changed.
 */
import type { FunctionArgs } from "convex/server";
import type { api } from "../../convex/_generated/api";
import type { ErrorData } from "../../domain/errors";
import type { ShortageRule } from "../../domain/orderAnswer";
import { type QuotedPrice, quotedPrice } from "../../domain/price";
import { t } from "../../domain/language/texts";

/** The outbox's own sentences, the same for all commands. */
export const OUTBOX_FULL = t("Too much is waiting to be sent. Please try again when it is sent.");
export const PICTURES_FULL = t(
  "Too many pictures are waiting to be sent. Please try again when they are sent.",
);
export const NO_ROOM_FOR_PICTURE = t(
  "This browser has no room to keep the picture until it is sent.",
);
export const NOT_KEPT = t(
  "This browser stores nothing for later: keep this page open until it is sent.",
);

/** An order of one product, at the price that was on the screen. */
export type OrderCommand = QuotedPrice & {
  readonly kind: "order";
  readonly productId: string;
  readonly productName: string;
  readonly distributorName: string;
  readonly quantity: number;
  readonly msg: string;
};

/** Lines of the basket to one distributor. */
export type BasketCommand = {
  readonly kind: "basket";
  readonly distributorId: string;
  readonly distributorName: string;
  readonly msg: string;
  /** Absent: the retailer wants to be asked. */
  readonly shortageRule?: ShortageRule;
  readonly lines: readonly (QuotedPrice &
    Pick<OrderCommand, "productId" | "productName" | "quantity">)[];
};

/** A picture whose bytes are kept beside the outbox, see `files/pictures/kept.ts`. */
export type PictureRef = {
  readonly id: string;
  readonly bytes: number;
};

export type MessageCommand = {
  readonly kind: "message";
  /** The receiver's e-mail. */
  readonly to: string;
  /** May be empty beside a picture. */
  readonly content: string;
  readonly picture?: PictureRef;
};

/** "I have paid", to one distributor. The picture was uploaded before. */
export type ClaimCommand = Omit<FunctionArgs<typeof api.payments.claim>, "paymentKey"> & {
  readonly kind: "claim";
  readonly partnerName: string;
};

/** The commands of which at most one of each subject is in the outbox. */
export type PlaceCommand = OrderCommand | BasketCommand;

export type Command = PlaceCommand | MessageCommand | ClaimCommand;

/** The server's error data; null after a failure without any. */
export type Refusal = ErrorData | null;

/** Returns true where nothing is left to be sent or corrected: the server did it, now or before. */
export function isSettled(refusal: Refusal | undefined): boolean {
  return refusal === undefined || refusal?.code === "ORDERED_ALREADY";
}

export type EntryState =
  /** Not sent yet, so it can be withdrawn. */
  | { readonly at: "waiting" }
  /** The server may have it, so only its answer ends this. */
  | { readonly at: "sending" }
  | { readonly at: "refused"; readonly refusal: Refusal };

export type Entry<Kind extends Command = Command> = {
  /** The idempotency key, the same however often the command is sent. */
  readonly key: string;
  readonly addedAt: number;
  readonly command: Kind;
  readonly state: EntryState;
};

/** The entries in the order of adding. */
export type Entries = readonly Entry[];
export type Change = (entries: Entries) => Entries;

const ENTRIES_MAX = 200;
/** Well below any browser's quota. */
const BYTES_MAX = 1_000_000;

export function isFull(entries: Entries, command: Command): boolean {
  const bytes = new TextEncoder().encode(JSON.stringify([entries, command])).length;
  return entries.length >= ENTRIES_MAX || bytes > BYTES_MAX;
}

/** Pictures of one account that may wait at once: a browser on a full phone gives a site little more. */
export const PICTURES_MAX = 10;
export const PICTURE_BYTES_MAX = 20_000_000;

export function picturesIn(entries: Entries): PictureRef[] {
  return entries.flatMap(({ command }) =>
    command.kind === "message" && command.picture !== undefined ? [command.picture] : [],
  );
}

/** Returns true if the outbox has room for one more picture of this size. */
export function hasRoomForPicture(entries: Entries, bytes: number): boolean {
  const pictures = picturesIn(entries);
  const sum = pictures.reduce((total, picture) => total + picture.bytes, bytes);
  return pictures.length < PICTURES_MAX && sum <= PICTURE_BYTES_MAX;
}

/** Returns 128 random bits. Not randomUUID: browsers offer that on https and localhost only, not on a shop's LAN. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function isOrder(entry: Entry): entry is Entry<OrderCommand> {
  return entry.command.kind === "order";
}

export function isBasket(entry: Entry): entry is Entry<BasketCommand> {
  return entry.command.kind === "basket";
}

function isPlacing(entry: Entry): entry is Entry<PlaceCommand> {
  return isOrder(entry) || isBasket(entry);
}

/** Returns what an order is to be about: a product or a distributor; null for any other command. */
export function subjectOf(command: Command): string | null {
  switch (command.kind) {
    case "order":
      return command.productId;
    case "basket":
      return command.distributorId;
    case "message":
    case "claim":
      return null;
    default:
      return command satisfies never;
  }
}

export function isMessage(entry: Entry): entry is Entry<MessageCommand> {
  return entry.command.kind === "message";
}

export function isClaim(entry: Entry): entry is Entry<ClaimCommand> {
  return entry.command.kind === "claim";
}

/** Returns true while the server's answer is to come. */
export function isOpen({ state }: Entry): boolean {
  return state.at !== "refused";
}

/** Returns the orders, single ones and baskets, whose answer is to come. */
export function openOrders(entries: Entries): Entry<PlaceCommand>[] {
  return entries.filter(isPlacing).filter(isOpen);
}

/** Returns those of them that wait for the connection. */
export function waitingOrders(entries: Entries, conditions: SendConditions): Entry<PlaceCommand>[] {
  return openOrders(entries).filter((entry) => shownState(entry, conditions) === "waiting");
}

/**
 * Returns the open entries that may go out now: of the messages to one person the oldest alone, so that they arrive in the order of
 * adding though a picture takes longer than a text. Those that are stuck hold nothing back.
 */
export function sendable(entries: Entries, isStuck: (key: string) => boolean): Entry[] {
  const heldBack = new Set<string>();
  return entries.filter(isOpen).filter((entry) => {
    if (!isMessage(entry)) return true;
    const { to } = entry.command;
    if (heldBack.has(to)) return false;
    if (!isStuck(entry.key)) heldBack.add(to);
    return true;
  });
}

function placingOf(entries: Entries, subject: string): Entry<PlaceCommand> | undefined {
  return entries.filter(isPlacing).find(({ command }) => subjectOf(command) === subject);
}

export function orderOf(entries: Entries, productId: string): Entry<OrderCommand> | undefined {
  return entries.filter(isOrder).find(({ command }) => command.productId === productId);
}

export function basketOf(
  entries: Entries,
  distributorId: string,
): Entry<BasketCommand> | undefined {
  return entries.filter(isBasket).find(({ command }) => command.distributorId === distributorId);
}

export type SendConditions = {
  /** False while the connection is gone: nothing is on its way. */
  readonly canSend: boolean;
  /** Keys of entries that a closed tab would lose, because they are being stored. */
  readonly unstored: ReadonlySet<string>;
};

/**
 * The state that is shown: an entry is sent as soon as there is a connection, and waits without one. It is said to wait once it is
 * stored, because then people close the tab. All commands share the three words.
 */
export function shownState(
  { key, state }: Entry,
  { canSend, unstored }: SendConditions,
): EntryState["at"] {
  if (state.at === "refused") return "refused";
  return canSend || unstored.has(key) ? "sending" : "waiting";
}

/** Returns the part of a command that the server compares: names may have changed. */
function requestIn(command: PlaceCommand): string {
  const { msg } = command;
  if (command.kind === "order") return JSON.stringify([msg, linePart(command)]);
  return JSON.stringify([msg, command.lines.map(linePart), command.shortageRule ?? "ask"]);
}

function linePart(line: BasketCommand["lines"][number]) {
  return [line.productId, line.quantity, quotedPrice(line)];
}

function withPlacing(entries: Entries, entry: Entry<PlaceCommand>): Entries {
  const before = placingOf(entries, subjectOf(entry.command) ?? "");
  // Another click, here or in another tab, is no second order.
  if (before !== undefined && isOpen(before)) return entries;
  // The server may have a refused order after an unclear failure; under its key the same order stays one.
  const isSame = before !== undefined && requestIn(before.command) === requestIn(entry.command);
  const others = entries.filter((one) => one !== before);
  return [...others, isSame ? { ...entry, key: before.key } : entry];
}

export function added(entry: Entry): Change {
  return (entries) => {
    if (entries.some(({ key }) => key === entry.key)) return entries;
    return isPlacing(entry) ? withPlacing(entries, entry) : [...entries, entry];
  };
}

function changed(key: string, from: EntryState["at"], state: EntryState): Change {
  return (entries) =>
    entries.map((entry) =>
      entry.key === key && entry.state.at === from ? { ...entry, state } : entry,
    );
}

export function sent(keys: ReadonlySet<string>): Change {
  return (entries) =>
    entries.map((entry) =>
      keys.has(entry.key) && isOpen(entry) ? { ...entry, state: { at: "sending" } } : entry,
    );
}

export function refused(key: string, refusal: Refusal): Change {
  return changed(key, "sending", { at: "refused", refusal });
}

export function retried(key: string): Change {
  return changed(key, "refused", { at: "waiting" });
}

export function answered(key: string): Change {
  return (entries) => entries.filter((entry) => entry.key !== key);
}

/** Withdraws a waiting entry or dismisses a refused one. */
export function removed(key: string): Change {
  return (entries) => entries.filter((entry) => entry.key !== key || entry.state.at === "sending");
}

export const UNCHANGED: Change = (entries) => entries;
