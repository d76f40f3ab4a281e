/** Kinds of notifications, the channels they are sent through, and how each person sets them. */
import { addDays, DAY_MINUTES, DAY_MS, endOfDayIst, MINUTE_MS, todayIst } from "./dates";
import type { Role } from "./roles";

export const NOTIFICATION_KINDS = [
  "orderPlaced",
  "orderAccepted",
  "orderRejected",
  "orderCancelled",
  "orderCompleted",
  "offerMade",
  "offerAnswered",
  "message",
  "paymentClaimed",
  "paymentAnswered",
  "creditNoteIssued",
  "openingProposed",
  "openingAnswered",
  "connectionRequested",
  "connectionAnswered",
  "storageLow",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const NOTIFICATION_CHANNELS = ["bell", "sound", "push", "mail"] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** Each role's kinds. Only retailers cancel, so that none is told of it. Admins have no bell. */
export const KINDS_OF_ROLE = {
  retailer: [
    "orderAccepted",
    "orderRejected",
    "orderCompleted",
    "offerMade",
    "message",
    "paymentAnswered",
    "creditNoteIssued",
    "openingProposed",
    "connectionAnswered",
    "storageLow",
  ],
  distributor: [
    "orderPlaced",
    "orderCancelled",
    "offerAnswered",
    "message",
    "paymentClaimed",
    "openingAnswered",
    "connectionRequested",
    "storageLow",
  ],
  admin: [],
} as const satisfies Record<Role, readonly NotificationKind[]>;

/** Kinds that wait for an answer by their reader; the bell's "To do" lists these alone. */
export const TO_DO_KINDS = [
  "orderPlaced",
  "offerMade",
  "paymentClaimed",
  "openingProposed",
  "connectionRequested",
] as const satisfies readonly NotificationKind[];

export function isToDo(kind: NotificationKind): boolean {
  return (TO_DO_KINDS as readonly NotificationKind[]).includes(kind);
}

/** Times of day at which notifications held back or chosen for a digest are mailed, in India. */
export const DIGESTS = ["none", "morning", "morningAndEvening"] as const;
export type Digest = (typeof DIGESTS)[number];
/** Minutes after midnight in India. */
const DIGEST_TIMES = {
  none: [],
  morning: [8 * 60],
  morningAndEvening: [8 * 60, 18 * 60],
} as const satisfies Record<Digest, readonly number[]>;

/** Things that an account may store a number of bytes of in a day: rows of the database, and pictures. */
export const STORED_THINGS = ["rows", "pictures"] as const;
export type StoredThing = (typeof STORED_THINGS)[number];

/** An allowance of bytes of which little was left at the time of the notification. */
export type LowAllowance = {
  readonly of: StoredThing;
  readonly leftBytes: number;
  /** The time at which all of it is there again if nothing more is stored. */
  readonly fullAt: number;
};

/** The facts of one notification; screens, pushes and mails word it with `notificationTexts.ts`. */
export type NotificationFacts = {
  readonly kind: NotificationKind;
  /** Shop or company of the other side; the market's own name in `storageLow`. */
  readonly partnerName: string;
  /** The product of the first line. */
  readonly productName?: string | undefined;
  /** Lines of an order or offer; messages that came since the conversation was read. */
  readonly lineCount?: number | undefined;
  readonly paise?: number | undefined;
  /** The answer of kinds that end in "Answered"; `newTax` of offers that change no more than the tax. */
  readonly answer?: NotificationAnswer | undefined;
  /** The allowance of `storageLow`. */
  readonly allowance?: LowAllowance | undefined;
  /** Address in the app of what it is about; opening it reads the notification. */
  readonly path: string;
};

export const NOTIFICATION_ANSWERS = [
  "accepted",
  "rejected",
  "newTax",
  "agreed",
  "declined",
  "expired",
  "confirmed",
  "recorded",
  "disputed",
  "reversed",
] as const;
export type NotificationAnswer = (typeof NOTIFICATION_ANSWERS)[number];

export type NotificationSettings = {
  /** Channels of each kind of the reader's role. */
  readonly channels: Partial<Record<NotificationKind, readonly NotificationChannel[]>>;
  /** Minutes after midnight in India between which nothing sounds or is pushed; both absent: never. May span midnight. */
  readonly quietFrom?: number | undefined;
  readonly quietTo?: number | undefined;
  /** Mails collected into one at these times; `none`: each mail at once. */
  readonly digest: Digest;
  /** Sums appear on lock screens only if this is set. */
  readonly showsSums: boolean;
  /** The sound repeats each minute, five times at most, until the order is answered. */
  readonly repeatsSound: boolean;
};

/** Returns the settings of someone who has changed none: everything in the bell, nothing mailed, and push and sound for what is to do. */
export function defaultSettings(role: Role): NotificationSettings {
  const channels: Partial<Record<NotificationKind, readonly NotificationChannel[]>> = {};
  for (const kind of KINDS_OF_ROLE[role]) channels[kind] = ["bell", "push"];
  if (role === "distributor") channels.orderPlaced = ["bell", "sound", "push"];
  return { channels, digest: "none", showsSums: false, repeatsSound: false };
}

/** Tells if `minute` (after midnight in India) lies in the quiet hours; equal ends mean none. */
export function isQuiet(
  { quietFrom, quietTo }: Pick<NotificationSettings, "quietFrom" | "quietTo">,
  minute: number,
): boolean {
  if (quietFrom === undefined || quietTo === undefined || quietFrom === quietTo) return false;
  return quietFrom < quietTo
    ? minute >= quietFrom && minute < quietTo
    : minute >= quietFrom || minute < quietTo;
}

/** Returns minutes from `minute` until the quiet hours end; 0 outside them. */
export function quietMinutesLeft(
  settings: Pick<NotificationSettings, "quietFrom" | "quietTo">,
  minute: number,
): number {
  const { quietTo } = settings;
  if (quietTo === undefined || !isQuiet(settings, minute)) return 0;
  return (quietTo - minute + DAY_MINUTES) % DAY_MINUTES;
}

/** Returns the next time at which a digest is mailed, or null without one. */
export function nextDigest(digest: Digest, now: number): number | null {
  const midnight = endOfDayIst(addDays(todayIst(now), -1));
  const today = DIGEST_TIMES[digest].map((minute) => midnight + minute * MINUTE_MS);
  return [...today, ...today.map((at) => at + DAY_MS)].find((at) => at > now) ?? null;
}
