/** Texts in XML 1.0. */

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Characters that XML 1.0 can't write: control characters and halves of surrogate pairs. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A text between tags or in quotes. */
export function xmlText(text: string): string {
  return text
    .replaceAll(NOT_XML, "")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
