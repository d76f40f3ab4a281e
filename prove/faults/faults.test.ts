import { testShortForms } from "../../embedded/testkit/shortForms";
import { FAULTS } from "../all";

testShortForms("prove", FAULTS);
