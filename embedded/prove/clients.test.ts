import { testProofs } from "../testkit/proofTests";
import { CLIENTS } from "./all";

testProofs("embedded:prove", CLIENTS);
