/** Every proof of the market, in the order in which they are run. */
import type { Proof } from "../embedded/prove/proof";
import { brokenStore } from "./faults/brokenStore";
import { cuts } from "./faults/cuts";
import { kills } from "./faults/kills";
import { load } from "./faults/load";
import { restore } from "./faults/restore";
import { serial } from "./faults/serial";
import { invoices } from "./trading/invoices";
import { model } from "./trading/model";
import { accounts } from "./people/accounts";
import { chat } from "./people/chat";
import { races } from "./trading/races";
import { inputs } from "./wire/inputs";
import { pictures } from "./wire/pictures";
import { rights } from "./wire/rights";
import { sellOut } from "./trading/sellOut";
import { trading } from "./trading/trading";

export const PROOFS: readonly Proof[] = [
  sellOut,
  model,
  trading,
  races,
  invoices,
  chat,
  accounts,
  rights,
  inputs,
  pictures,
  kills,
  cuts,
  brokenStore,
  restore,
  serial,
  load,
];
