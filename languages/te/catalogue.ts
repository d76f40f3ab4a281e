import { catalogueOf } from "../../domain/language/texts";
import { screens } from "./screens";
import { shared } from "./shared";

export const catalogue = catalogueOf(shared, screens);
