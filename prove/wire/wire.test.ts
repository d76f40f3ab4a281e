import { testShortForms } from "../../embedded/prove/shortForms";
import { WIRE } from "../all";

testShortForms("prove", WIRE);
