/** How a script ends: with an exit code, and with one sentence instead of a stack when the cause is known. */
import { StartupError } from "../embedded/store/startupError";
import { UsageError } from "./options";
import { StepError } from "./steps";

export async function finish(work: () => Promise<number>): Promise<never> {
  try {
    process.exit(await work());
  } catch (error) {
    const isKnown =
      error instanceof StartupError || error instanceof UsageError || error instanceof StepError;
    console.error(isKnown ? error.message : error);
    process.exit(1);
  }
}
