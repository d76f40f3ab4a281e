/** The short form of every proof. */
import { PROOFS } from "./all";
import { testShortForms } from "./shortForms";

testShortForms("embedded:prove", PROOFS);
