import { testShortForms } from "../../embedded/testkit/shortForms";
import { WIRE } from "../all";

testShortForms("prove", WIRE);
