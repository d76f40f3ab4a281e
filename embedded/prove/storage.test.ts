import { testProofs } from "../testkit/proofTests";
import { STORAGE } from "./all";

testProofs("embedded:prove", STORAGE);
