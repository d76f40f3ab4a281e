import { testProofs } from "../../embedded/testkit/proofTests";
import { HOSTILE } from "../all";

testProofs("prove", HOSTILE);
