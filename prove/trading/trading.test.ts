import { testShortForms } from "../../embedded/prove/shortForms";
import { TRADING } from "../all";

testShortForms("prove", TRADING);
