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

/** Opens the system's share sheet where it takes files; else downloads the file. */
export async function shareFile(
  file: File,
  title: string,
): Promise<"shared" | "saved" | "cancelled"> {
  if ("canShare" in navigator && navigator.canShare({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
    }
  }
  saveFile(file);
  return "saved";
}
