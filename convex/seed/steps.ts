/**
 * The planting, cut into transactions of which each is small for every backend. What was planted before is found by what it
 * is (an e-mail, a name, a key), so that any process can go on with what another one began.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { applyAll } from "../effects/fold";
import { plantGoods } from "./goods";
import { plantMoney } from "./money";
import { settleNotifications } from "./notifications";
import { findPeople, type DemoPeople } from "./people";
import { plantAnnouncement, plantFeedback, plantTalks } from "./talk";
import { MOVES_COUNT, playMoves, plantConnections } from "./trade";

/** About 300 documents read and as many written, a tenth of what one transaction may. */
const MOVES_PER_STEP = 32;

type Step = (ctx: MutationCtx, people: DemoPeople, planting: Doc<"plantings">) => Promise<void>;

function tradeSteps(): Step[] {
  return Array.from({ length: Math.ceil(MOVES_COUNT / MOVES_PER_STEP) }, (_, index): Step => {
    const from = index * MOVES_PER_STEP;
    return (ctx, people, { startedAt }) =>
      playMoves(ctx, people, { now: startedAt, from, to: from + MOVES_PER_STEP });
  });
}

/** The steps after the first. */
export const STEPS: readonly Step[] = [
  (ctx, { distributors }, { pictures }) => plantGoods(ctx, distributors, pictures),
  (ctx, people, { startedAt }) => plantConnections(ctx, people, startedAt),
  ...tradeSteps(),
  (ctx, people, { startedAt }) => plantMoney(ctx, people, startedAt),
  async (ctx, people) => {
    await plantTalks(ctx, people);
    await plantFeedback(ctx, people);
    await plantAnnouncement(ctx, people);
  },
  (ctx, people, { startedAt }) => settleNotifications(ctx, people, startedAt),
];

/** Takes the next step of a planting, if one is under way. Answers whether another one follows. */
export async function takeStep(ctx: MutationCtx): Promise<boolean> {
  const planting = await ctx.db.query("plantings").first();
  if (planting === null) return false;
  await STEPS[planting.stepsDone]?.(ctx, await findPeople(ctx), planting);
  await applyAll(ctx);
  const stepsDone = planting.stepsDone + 1;
  if (stepsDone < STEPS.length) {
    await ctx.db.patch("plantings", planting._id, { stepsDone });
    return true;
  }
  await ctx.db.delete("plantings", planting._id);
  return false;
}
