/** Every proof of the market, in the order in which they are run. */
import type { Proof } from "../embedded/prove/proof";
import { accounts } from "./people/accounts";
import { chat } from "./people/chat";
import { brokenStore } from "./faults/brokenStore";
import { cuts } from "./faults/cuts";
import { kills } from "./faults/kills";
import { load } from "./faults/load";
import { restore } from "./faults/restore";
import { sellOut } from "./sellOut";
import { serial } from "./faults/serial";

export const PROOFS: readonly Proof[] = [
  sellOut,
  chat,
  accounts,
  kills,
  cuts,
  load,
  brokenStore,
  restore,
  serial,
];
