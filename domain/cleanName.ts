/** The spelling of names of people and businesses: nothing invisible is in them. */
import { cleanText } from "./text";

/** Letters that end in a virama: behind them alone the joiners of Indian scripts show (RFC 5892, appendix A.1). */
const JOINED = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca][\u200c\u200d]/gu;
/** Pictures that joiners make one of others ("family"), and the mark that colours a sign. */
const PICTURES =
  /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})*(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})*)*/gu;
/** Whatever shows nothing: format characters, fillers, blank patterns, and lone marks that choose a variant. */
export const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cn}\p{Co}\u2800]/gu;

/** Returns the trimmed name, or undefined when it is empty, too long, or holds what nobody sees. */
export function cleanName(text: string, max: number): string | undefined {
  const name = cleanText(text, { min: 1, max });
  if (name === undefined) return undefined;
  const looked = name.replaceAll(PICTURES, "").replaceAll(JOINED, "");
  return looked.search(INVISIBLE) === -1 && name.normalize("NFKC").trim() !== "" ? name : undefined;
}
