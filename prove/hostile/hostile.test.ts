import { testProofs } from "../../embedded/testkit/proofTests";
import { fuzz } from "./fuzz";
import { hostile } from "./hostile";
import { silentHosts } from "./silentHosts";

testProofs("prove", [fuzz, silentHosts]);
testProofs("prove", [hostile], "long");
