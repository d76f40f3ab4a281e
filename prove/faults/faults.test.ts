import { testShortForms } from "../../embedded/prove/shortForms";
import { FAULTS } from "../all";

testShortForms("prove", FAULTS);
