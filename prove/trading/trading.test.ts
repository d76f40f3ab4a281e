import { testProofs } from "../../embedded/testkit/proofTests";
import { TRADING } from "../all";

testProofs("prove", TRADING);
