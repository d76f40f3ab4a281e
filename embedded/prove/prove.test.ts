/** The short form of every proof. */
import { PROOFS } from "./all";
import { testShortForms } from "../testkit/shortForms";

testShortForms("embedded:prove", PROOFS);
