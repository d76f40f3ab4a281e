/** Hands the browser a file to keep, or to send on. */

export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** The system's share sheet where there is one for files; else the file is saved. False when the person thought better of it. */
export async function shareFile(file: File, title: string): Promise<boolean> {
  const canShare = "canShare" in navigator && navigator.canShare({ files: [file] });
  if (!canShare) {
    saveFile(file);
    return true;
  }
  try {
    await navigator.share({ files: [file], title });
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return false;
    saveFile(file);
    return true;
  }
}
