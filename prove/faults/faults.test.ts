import { testProofs } from "../../embedded/testkit/proofTests";
import { FAULTS } from "../all";

testProofs("prove", FAULTS);
