/** Downloads a file through the browser. */

/** Safari fetches the file after the click, some time or other (bugs.webkit.org/show_bug.cgi?id=211234): until then it needs its address. */
const FETCHED_MS = 60_000;

export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), FETCHED_MS);
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
