/**
 * The life of a connection between one retailer and one distributor, as data. There is one row per pair, for ever.
 *
 *   (none) ─request─▶ pending ──accept──▶ accepted ──remove, leave──▶ rejected
 *                        ├────reject──▶ rejected ──request──▶ pending
 *                        └────remove, leave──▶ rejected
 *
 * Source: spec §4.
 */
import type { MoveResult } from "./moveResult";
import type { TradeRole } from "./roles";

export const CONNECTION_STATUSES = ["pending", "accepted", "rejected"] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

type MoveRule = {
  readonly from: readonly ConnectionStatus[];
  readonly to: ConnectionStatus;
  readonly by: TradeRole;
};

export const CONNECTION_MOVES = {
  request: { from: ["rejected"], to: "pending", by: "retailer" },
  accept: { from: ["pending"], to: "accepted", by: "distributor" },
  reject: { from: ["pending"], to: "rejected", by: "distributor" },
  remove: { from: ["pending", "accepted"], to: "rejected", by: "distributor" },
  leave: { from: ["pending", "accepted"], to: "rejected", by: "retailer" },
} as const satisfies Record<string, MoveRule>;

export type ConnectionMove = keyof typeof CONNECTION_MOVES;

/** Judges `move` on a connection with `status`. A request on a pending or accepted pair is a repeat, not an error. */
export function validateConnectionMove(status: ConnectionStatus, move: ConnectionMove): MoveResult {
  const rule: MoveRule = CONNECTION_MOVES[move];
  if (rule.from.includes(status)) return "move";
  if (rule.to === status) return "repeat";
  return move === "request" ? "repeat" : "refused";
}

/** The buttons that `role` is shown on a connection that has `status`. */
export function connectionActionsFor(
  status: ConnectionStatus | null,
  role: string,
): ConnectionMove[] {
  if (status === null) return role === "retailer" ? ["request"] : [];
  const moves = Object.keys(CONNECTION_MOVES) as ConnectionMove[];
  return moves.filter((move) => {
    const rule: MoveRule = CONNECTION_MOVES[move];
    return rule.by === role && rule.from.includes(status);
  });
}
