import { testShortForms } from "../../embedded/testkit/shortForms";
import { PEOPLE } from "../all";

testShortForms("prove", PEOPLE);
