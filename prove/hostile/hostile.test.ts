import { testShortForms } from "../../embedded/prove/shortForms";
import { HOSTILE } from "../all";

testShortForms("prove", HOSTILE);
