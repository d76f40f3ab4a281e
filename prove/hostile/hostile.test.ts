import { testShortForms } from "../../embedded/testkit/shortForms";
import { HOSTILE } from "../all";

testShortForms("prove", HOSTILE);
