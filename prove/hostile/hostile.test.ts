import { testProofs } from "../../embedded/testkit/proofTests";
import { fuzz } from "./fuzz";
import { hostile } from "./hostile";

testProofs("prove", [fuzz]);
testProofs("prove", [hostile], "long");
