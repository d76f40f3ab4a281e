/** The queries that say how shared queries see their caller (`sharedQuery` in `functions.ts`). */
import { viewerQuery } from "./functions";

export const anyone = viewerQuery("anyone");
export const member = viewerQuery("member");
export const retailer = viewerQuery("retailer");
