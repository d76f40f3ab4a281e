/** The short form of every proof. */
import { testShortForms } from "../embedded/prove/shortForms";
import { PROOFS } from "./all";

testShortForms("prove", PROOFS);
