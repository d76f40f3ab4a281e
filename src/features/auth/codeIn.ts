/** The one-time code in a mail's text: six digits that stand alone, or null. */
export function codeIn(text: string): string | null {
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? null;
}
