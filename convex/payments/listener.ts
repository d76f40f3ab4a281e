/** The history of a payment: each thing that happened to it, appended in its transaction. Never changed or deleted. */
import type { Listener } from "../events";

export const paymentTimeline: Listener = {
  paymentTold: async (ctx, { payment: { _id: paymentId, state }, actor, now: at }) => {
    await ctx.db.insert("paymentEvents", { paymentId, kind: state, actorId: actor._id, at });
  },
  paymentMoved: async (ctx, { payment, actor, now: at }) => {
    const { _id: paymentId, state: kind, reason } = payment;
    await ctx.db.insert("paymentEvents", { paymentId, kind, actorId: actor._id, at, reason });
  },
  paymentObjected: async (ctx, { payment: { _id: paymentId, objection }, actor, now: at }) => {
    const event = { paymentId, kind: "objected", actorId: actor._id, at } as const;
    await ctx.db.insert("paymentEvents", { ...event, reason: objection });
  },
};
