import { testProofs } from "../../embedded/testkit/proofTests";
import { MONEY } from "../all";

testProofs("prove", MONEY);
