/**
 * The message of a order from the basket, with words to begin with, and what is to be done if something is short: drafts for each
 * distributor.
 */
import type { ShortageRule } from "../../../../domain/orderAnswer";
import { orderMessage } from "../../../../domain/orderRequest";
import { readDraft, writeDraft } from "../../../accountStore/drafts";
import { t } from "../../../../domain/language/texts";

export const DEFAULT_MESSAGE = t("Please deliver as soon as you can.");

/** The texts in the order of the choices; the first one is the default. */
export const SHORTAGE_TEXTS = {
  ask: t("Ask me"),
  sendLess: t("Send what you have"),
} as const satisfies Record<ShortageRule, string>;

export type BasketMessage = {
  readonly msg: string;
  /** Absent: the retailer wants to be asked. */
  readonly shortageRule?: ShortageRule;
};

export function messageKey(distributorId: string): string {
  return `basket-message:${distributorId}`;
}

export function shortageKey(distributorId: string): string {
  return `basket-shortage:${distributorId}`;
}

/** Returns the choice that a draft stands for: to be asked, unless the other was chosen. */
export function shortageRuleOf(draft: string | null): ShortageRule {
  return draft === "sendLess" ? draft : "ask";
}

/** Returns what is typed and chosen; the first words if nothing is typed. */
export function messageFor(accountId: string | null, distributorId: string): BasketMessage {
  const msg =
    orderMessage(readDraft(accountId, messageKey(distributorId)) ?? "") ?? DEFAULT_MESSAGE;
  const shortageRule = shortageRuleOf(readDraft(accountId, shortageKey(distributorId)));
  return shortageRule === "ask" ? { msg } : { msg, shortageRule };
}

export function forgetMessage(accountId: string, distributorId: string): void {
  for (const key of [messageKey(distributorId), shortageKey(distributorId)])
    writeDraft(accountId, key, null);
}
