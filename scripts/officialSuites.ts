/** `npm run embedded:official -- CHECKOUT`: runs convex-backend's own tests. `--only SUITE`, `--report DIR` (results as JSON). */
import { runOfficialSuites } from "../embedded/prove/official/all";

await runOfficialSuites();
