import { testProofs } from "../testkit/proofTests";
import { PROCESSES } from "./all";

testProofs("embedded:prove", PROCESSES);
