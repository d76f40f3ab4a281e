/** "invoice-DTW-26-27-00042": a file's name has no slashes. */
export function fileName(document: string, printedNumber: string): string {
  return `${document}-${printedNumber.replaceAll("/", "-")}`;
}
