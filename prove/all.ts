/** Lists all proofs of the market. */
import type { Proof } from "../embedded/testkit/proof";
import { importKills } from "./faults/importKills";
import { kills } from "./faults/kills";
import { load } from "./faults/load";
import { restore } from "./faults/restore";
import { accounts } from "./people/accounts";
import { chat } from "./people/chat";
import { documentSeries } from "./trading/documentSeries";
import { invoices } from "./trading/invoices";
import { khataRaces } from "./trading/khataRaces";
import { model } from "./trading/model";
import { races } from "./trading/races";
import { sellOut } from "./trading/sellOut";
import { trading } from "./trading/trading";
import { fuzz } from "./hostile/fuzz";
import { hostile } from "./hostile/hostile";
import { refusedCalls } from "./hostile/refusedCalls";
import { silentHosts } from "./hostile/silentHosts";
import { cursors } from "./wire/cursors";
import { inputs } from "./wire/inputs";
import { pictures } from "./wire/pictures";
import { rights } from "./wire/rights";

export const ORDERS: readonly Proof[] = [sellOut, trading, races];
export const MONEY: readonly Proof[] = [khataRaces, invoices, documentSeries];
export const PEOPLE: readonly Proof[] = [chat, accounts];
export const WIRE: readonly Proof[] = [rights, cursors, inputs, pictures];
export const FAULTS: readonly Proof[] = [restore, kills, load, importKills];

export const HOSTILE: readonly Proof[] = [fuzz, silentHosts, refusedCalls, hostile];

/** The longest proofs start first, so that the last of those that run concurrently is short. */
export const PROOFS: readonly Proof[] = [
  ...FAULTS,
  // The tests of the server try more runs than its short form does.
  model,
  ...ORDERS,
  ...MONEY,
  ...PEOPLE,
  ...WIRE,
  ...HOSTILE,
];
