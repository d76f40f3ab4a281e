/**
 * Placing an order so that a cut, a reload or a second click never makes two of it, and none gets lost: every order that was
 * clicked and not yet answered lies in the box, under the key that the server knows it by. The box is kept in sessionStorage.
 *
 *   waiting ──the connection is there──▶ sent ──answered──▶ (gone, and counted as placed)
 *      │                                  └────refused────▶ refused ──clicked again──▶ waiting
 *      └──given up──▶ (gone)                                   └─────dismissed─────▶ (gone)
 *
 * Pure: `PlacementFrame` stores it and sends.
 */
import type { ErrorData } from "../../../domain/errors";

/** What the server refused with; null when nobody can say what went wrong. */
export type Refusal = ErrorData | null;

export type PlacementState =
  /** Not sent: it can still be given up. */
  | { readonly at: "waiting" }
  /** The server may have it already, so that it is sent until it is answered. */
  | { readonly at: "sent" }
  | { readonly at: "refused"; readonly refusal: Refusal };

export type PlacementRequest = {
  /** Whose order this is: another account in the same tab must never send it. */
  readonly retailerId: string;
  readonly productId: string;
  readonly productName: string;
  readonly quantity: number;
  readonly msg: string;
  /** The price that was on the screen. */
  readonly pricePaise: number;
};

export type Placement = PlacementRequest & { readonly key: string; readonly state: PlacementState };

export type PlacementBox = {
  readonly placements: readonly Placement[];
  /** How many orders of each product were placed from this tab. */
  readonly placed: Readonly<Record<string, number>>;
};

export const EMPTY_BOX: PlacementBox = { placements: [], placed: {} };

export type PlacementEvent =
  | { readonly type: "clicked"; readonly request: PlacementRequest; readonly newKey: string }
  | { readonly type: "sent"; readonly key: string }
  | { readonly type: "placed"; readonly key: string }
  | { readonly type: "refused"; readonly key: string; readonly refusal: Refusal }
  | { readonly type: "dropped"; readonly key: string };

/** The retailer's placement of a product that is still in the box. */
export function placementOf(
  box: PlacementBox,
  retailerId: string,
  productId: string,
): Placement | undefined {
  return box.placements.find(
    (placement) => placement.retailerId === retailerId && placement.productId === productId,
  );
}

export function placedCount(box: PlacementBox, productId: string): number {
  return box.placed[productId] ?? 0;
}

/** Whether somebody still waits for it: while that is so, no second order of the product is made. */
export function isOpen(placement: Placement | undefined): boolean {
  return placement !== undefined && placement.state.at !== "refused";
}

/** What has to go to the server as soon as it can be reached: also what was sent before a reload and never answered. */
export function unanswered(box: PlacementBox, retailerId: string): Placement[] {
  return box.placements.filter(
    (placement) => placement.retailerId === retailerId && isOpen(placement),
  );
}

function sameRequest(a: PlacementRequest, b: PlacementRequest): boolean {
  return a.quantity === b.quantity && a.msg === b.msg && a.pricePaise === b.pricePaise;
}

function clicked(box: PlacementBox, request: PlacementRequest, newKey: string): PlacementBox {
  const before = placementOf(box, request.retailerId, request.productId);
  if (isOpen(before)) return box;
  // After a failure that nobody could name, the same order goes out under the same key: should the server have it, it stays one.
  const isUnclear = before?.state.at === "refused" && before.state.refusal === null;
  const key = isUnclear && sameRequest(before, request) ? before.key : newKey;
  const others = box.placements.filter((placement) => placement !== before);
  return { ...box, placements: [...others, { ...request, key, state: { at: "waiting" } }] };
}

function withState(box: PlacementBox, key: string, state: PlacementState): PlacementBox {
  return {
    ...box,
    placements: box.placements.map((placement) =>
      placement.key === key ? { ...placement, state } : placement,
    ),
  };
}

function without(box: PlacementBox, key: string): PlacementBox {
  return { ...box, placements: box.placements.filter((placement) => placement.key !== key) };
}

function counted(box: PlacementBox, key: string): PlacementBox {
  const placement = box.placements.find((one) => one.key === key);
  if (placement === undefined) return box;
  const placed = {
    ...box.placed,
    [placement.productId]: placedCount(box, placement.productId) + 1,
  };
  return { ...without(box, key), placed };
}

/** The box after something happened. What is sent can't be dropped: only its answer ends it. */
export function nextBox(box: PlacementBox, event: PlacementEvent): PlacementBox {
  switch (event.type) {
    case "clicked":
      return clicked(box, event.request, event.newKey);
    case "sent":
      return withState(box, event.key, { at: "sent" });
    case "placed":
      return counted(box, event.key);
    case "refused":
      return withState(box, event.key, { at: "refused", refusal: event.refusal });
    case "dropped": {
      const sent = box.placements.some((one) => one.key === event.key && one.state.at === "sent");
      return sent ? box : without(box, event.key);
    }
    default:
      return event satisfies never;
  }
}

/** 128 random bits. Not randomUUID: browsers have that on https and localhost only, and a phone on the shop's LAN has neither. */
export function newPlacementKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
