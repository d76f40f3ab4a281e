/** Downloads a file through the browser. */

export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser has started the download by the next task, so the address can go.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Opens the system's share sheet where it takes files; else downloads the file. Resolves to false when the user cancelled. */
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
