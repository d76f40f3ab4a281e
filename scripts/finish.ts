/** Ends a script with an exit code; a known error is printed as one sentence without a stack. */
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
