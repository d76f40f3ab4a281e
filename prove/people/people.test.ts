import { testProofs } from "../../embedded/testkit/proofTests";
import { PEOPLE } from "../all";

testProofs("prove", PEOPLE);
