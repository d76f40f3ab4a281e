/** Every proof of the market, in the order in which they are run. */
import type { Proof } from "../embedded/prove/proof";
import { accounts } from "./people/accounts";
import { chat } from "./people/chat";
import { sellOut } from "./sellOut";

export const PROOFS: readonly Proof[] = [sellOut, chat, accounts];
