/** Tells whether something is being typed: a field of the page holds text that was typed into it and not sent or left. */

const TYPED = "input:not([type=search], [type=checkbox], [type=radio], [type=file]), textarea";

type Field = HTMLInputElement | HTMLTextAreaElement;

const typed = new Set<Field>();

function note({ target }: Event): void {
  if (target instanceof Element && target.matches(TYPED)) typed.add(target as Field);
}

/** Listens from now on; returns the function that stops it. */
export function watchTyping(): () => void {
  document.addEventListener("input", note, true);
  return () => document.removeEventListener("input", note, true);
}

/** Returns true while a field that was typed into, or that has the focus, holds text. */
export function isTyping(): boolean {
  const { activeElement } = document;
  if (activeElement?.matches(TYPED) === true && (activeElement as Field).value !== "") return true;
  for (const field of typed) {
    if (!field.isConnected) typed.delete(field);
    else if (field.value !== "") return true;
  }
  return false;
}
