import { testProofs } from "../../embedded/testkit/proofTests";
import { ORDERS } from "../all";

testProofs("prove", ORDERS);
