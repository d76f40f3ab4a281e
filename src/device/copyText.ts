/** Copies a text. Returns false where the browser refuses: on plain http, and when the reader does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export const COPY_REFUSED = "Your browser does not let pages copy. Please select and copy it.";
