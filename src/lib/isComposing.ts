/** Tells keys that an input method takes, as those for Hindi, Tamil or Japanese do, from keys that act. */

const INPUT_METHOD = 229;

/** Returns true for a key of an input method. Safari's Enter that ends a word is one by its key code alone. */
export function isComposing(event: {
  readonly isComposing: boolean;
  readonly keyCode: number;
}): boolean {
  return event.isComposing || event.keyCode === INPUT_METHOD;
}
