/** The box of unanswered orders as text in sessionStorage, under the account's name, where a reload finds it again. */
import { isErrorData } from "../../../domain/errors";
import { readFor, writeFor } from "../../lib/accountStorage";
import {
  EMPTY_BOX,
  isOpen,
  type Placement,
  type PlacementBox,
  type PlacementState,
} from "./placement";

const NAME = "placements";

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function stateOf(value: unknown): PlacementState | null {
  if (!isObject(value)) return null;
  switch (value["at"]) {
    case "waiting":
      return { at: "waiting" };
    case "sent":
      return { at: "sent" };
    case "refused":
      return { at: "refused", refusal: isErrorData(value["refusal"]) ? value["refusal"] : null };
    default:
      return null;
  }
}

function placementOf(value: unknown): Placement | null {
  if (!isObject(value)) return null;
  const { key, retailerId, productId, productName, quantity, msg, pricePaise } = value;
  const state = stateOf(value["state"]);
  if (typeof key !== "string" || typeof retailerId !== "string" || typeof productId !== "string")
    return null;
  if (typeof productName !== "string" || typeof msg !== "string") return null;
  if (typeof quantity !== "number" || typeof pricePaise !== "number" || state === null) return null;
  return { key, retailerId, productId, productName, quantity, msg, pricePaise, state };
}

function countsOf(value: unknown): Record<string, number> {
  if (!isObject(value)) return {};
  const counts = Object.entries(value).filter(
    (entry): entry is [string, number] => typeof entry[1] === "number",
  );
  return Object.fromEntries(counts);
}

/** Whatever in the text is no placement is left out: a damaged store must not keep the page from opening. */
export function parseBox(text: string | null): PlacementBox {
  if (text === null) return EMPTY_BOX;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return EMPTY_BOX;
  }
  if (!isObject(value)) return EMPTY_BOX;
  const placements: unknown[] = Array.isArray(value["placements"]) ? value["placements"] : [];
  return {
    placements: placements.map(placementOf).filter((placement) => placement !== null),
    placed: countsOf(value["placed"]),
  };
}

export function readBox(accountId: string | null): PlacementBox {
  return accountId === null ? EMPTY_BOX : parseBox(readFor(accountId, NAME));
}

export function writeBox(accountId: string | null, box: PlacementBox): void {
  if (accountId === null) return;
  writeFor(accountId, NAME, box === EMPTY_BOX ? null : JSON.stringify(box));
}

/** How many orders of the account wait in this tab for the server's answer. */
export function openPlacements(accountId: string): number {
  return readBox(accountId).placements.filter(isOpen).length;
}
