/** The tables of what transactions leave to the fold. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { countChange } from "../figures/schema";
import { notificationChange } from "../notifications/schema";

export const effectTables = {
  /** The queue: one row per transaction with effects, inserted by it, and deleted in the one that applies them. So each applies exactly once. */
  effects: defineTable({
    /** The time of its events; those of another time have a row of their own. */
    at: v.number(),
    /** Changes of figures that no figure includes yet. */
    changes: v.array(countChange),
    /** News for users, and their answers and looks at it, in this order. */
    notificationChanges: v.array(notificationChange),
  }),

  /**
   * Holds one row from the effects that start a fold to the run that finds the queue empty. Transactions in between read it and do not
   * write it, so they do not conflict with each other.
   */
  foldsAtWork: defineTable({}),
};
