/** Makes a server collect its garbage on SIGUSR2, so that only memory still in use is measured. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");
process.on("SIGUSR2", () => collectGarbage());
