import { testShortForms } from "../../embedded/testkit/shortForms";
import { TRADING } from "../all";

testShortForms("prove", TRADING);
