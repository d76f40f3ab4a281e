/**
 * Cells of an import: what a text means, or the reason why it is refused. Spreadsheets change what was typed (a decimal comma, a
 * long number as 4.56E+12, a date out of 5-12), so whatever may have been changed is refused and never guessed at.
 */
import { grouped } from "../fields/figures";
import { type Field, type FieldValue, readText } from "../fields/kinds";
import { PICTURE_ADDRESS_MAX } from "../limits";
import { isShortened, type Read, SHORTENED_REASON } from "../typedNumber";
import { t } from "../language/texts";

/** As spreadsheets write it: MAY-12 is somebody's SKU, May-12 was a date. */
const MONTH =
  "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|January|February|March|April|June|July|August|September|October|November|December)";
const DATES = [
  /^\d{1,2}([/.-])\d{1,2}\1\d{2,4}$/,
  /^\d{4}([/.-])\d{1,2}\1\d{1,2}(?:[ T]\d{1,2}:\d{2}(?::\d{2})?.*)?$/,
  new RegExp(`^\\d{1,2}[ /-]${MONTH}(?:[ /-]\\d{2,4})?$`),
  new RegExp(`^${MONTH}[ /-]\\d{2,4}$`),
];
const ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!)$/;

/** The rest of a word in another script where a file was saved without it: ?? of घी. Behind a letter it is a question. */
const LOST_LETTERS = /\ufffd|(?:^|[^\p{L}\p{M}\p{N}?])\?\?/u;

/** The reason why a cell can't be believed, whatever its column; undefined if it can. */
export function invalidCell(text: string): string | undefined {
  if (ERROR.test(text)) return t("The spreadsheet shows an error here.");
  if (LOST_LETTERS.test(text))
    return t("Letters were lost when this file was saved. Save it as .xlsx or as “CSV UTF-8”.");
  return text.startsWith("=") ? t("This is a formula without its value.") : undefined;
}

/** True for what a spreadsheet makes of 5-12, and for what people write as a date. */
function isDate(text: string): boolean {
  return DATES.some((pattern) => pattern.test(text));
}

/** Reads a cell of a field of the table. */
export function readCell<F extends Field>(field: F, text: string): Read<FieldValue<F>> {
  if (field.kind === "text" && field.isIdentifier === true) {
    if (isShortened(text)) return { reason: t(SHORTENED_REASON) };
    if (isDate(text))
      return { reason: t("The spreadsheet made a date of this SKU. Format the column as text.") };
  }
  return readText(field, text, "file");
}

/** As far as the text alone says: into which networks it leads, the server knows. */
export function readPicture(text: string): Read<string> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return { reason: t("Write the whole address of the picture: https://shop.example/rice.jpg.") };
  if (url.username !== "" || url.password !== "")
    return { reason: t("The address must not have a name or a password in it.") };
  url.hash = "";
  return url.href.length > PICTURE_ADDRESS_MAX
    ? { reason: t("Please use at most {max} characters.", { max: grouped(PICTURE_ADDRESS_MAX) }) }
    : { value: url.href };
}
