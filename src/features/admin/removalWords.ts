/** The texts of the dialog that closes an account (spec §5, §8). */
import type { TradeRole } from "../../../domain/roles";

export const REMOVAL_WORDS = {
  retailer: {
    question: "Are you sure you want to delete this retailer?",
    confirm: "Delete retailer",
    consequence: "Their pending orders are cancelled, with the stock returned.",
    done: "Retailer deleted successfully.",
    /** The server refused. */
    refused: "Failed to delete the retailer.",
    /** The call failed without a refusal. */
    broken: "An error occurred while trying to delete the retailer.",
  },
  distributor: {
    question: "Are you sure you want to remove this distributor?",
    confirm: "Remove distributor",
    consequence:
      "Their products leave the market, and orders that wait for their answer are rejected.",
    done: "Distributor removed successfully.",
    refused: "Failed to remove the distributor.",
    broken: "An error occurred while trying to remove the distributor.",
  },
} as const satisfies Record<TradeRole, Record<string, string>>;
