import { testShortForms } from "../../embedded/prove/shortForms";
import { PEOPLE } from "../all";

testShortForms("prove", PEOPLE);
