/** Runs one call to the server and reports its result to a screen. `useServerAction` joins it to React. */
import { errorMessage } from "../live/convexError";

export type ServerActionOptions<Input, Result> = {
  /** The text for a failure that the server did not word. A function words every failure itself. */
  readonly failure: string | ((error: unknown, input: Input) => string);
  /** The toast after a success; null for none. */
  readonly success?: string | ((result: Result, input: Input) => string | null);
  /** Shows the change before the server confirms it, and returns its reversal. */
  readonly optimistic?: (input: Input) => () => void;
  /** Runs also when the screen is gone: clears what was stored for the call. */
  readonly onSuccess?: (result: Result, input: Input) => void;
  /** Runs only while the screen is there: closes it or leads on. A late result must not act on what is open by then. */
  readonly onDone?: (result: Result, input: Input) => void;
  /** Shows the failure elsewhere than in the screen's error: in a toast, or wherever the function puts it. */
  readonly onFailure?: "toast" | ((text: string, error: unknown) => void);
};

/** The screen that asked for the call. */
export type ActionScreen = {
  readonly isMounted: () => boolean;
  readonly showError: (text: string) => void;
  readonly toast: (message: { kind: "success" | "error"; message: string }) => void;
};

/** Resolves to true after a success, and never rejects. */
export async function runServerAction<Result, Input = void>(
  call: (input: Input) => Promise<Result>,
  input: Input,
  options: ServerActionOptions<NoInfer<Input>, NoInfer<Result>>,
  screen: ActionScreen,
): Promise<boolean> {
  const { failure, success, onFailure } = options;
  const revert = options.optimistic?.(input);
  try {
    const result = await call(input);
    const message = typeof success === "function" ? success(result, input) : (success ?? null);
    if (message !== null) screen.toast({ kind: "success", message });
    options.onSuccess?.(result, input);
    if (screen.isMounted()) options.onDone?.(result, input);
    return true;
  } catch (error) {
    revert?.();
    const text =
      typeof failure === "function" ? failure(error, input) : errorMessage(error, failure);
    if (typeof onFailure === "function") onFailure(text, error);
    else if (onFailure === undefined && screen.isMounted()) screen.showError(text);
    // A dialog that was closed meanwhile can show nothing.
    else screen.toast({ kind: "error", message: text });
    return false;
  }
}
