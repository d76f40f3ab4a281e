import { testProofs } from "../../embedded/testkit/proofTests";
import { WIRE } from "../all";

testProofs("prove", WIRE);
