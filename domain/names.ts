/** Names of people and businesses: nothing invisible in them, and compared as they look. */
import { cleanText } from "./text";

/** Letters that end in a virama: behind them alone the joiners of Indian scripts show (RFC 5892, appendix A.1). */
const JOINED = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca][\u200c\u200d]/gu;
/** Pictures that joiners make one of others ("family"), and the mark that colours a sign. */
const PICTURES =
  /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})*(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})*)*/gu;
/** Whatever shows nothing: format characters, fillers, blank patterns, and lone marks that choose a variant. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cn}\p{Co}\u2800]/gu;

/** The trimmed name, or undefined when it is empty, too long, or holds what nobody sees. */
export function cleanName(text: string, max: number): string | undefined {
  const name = cleanText(text, { min: 1, max });
  if (name === undefined) return undefined;
  const looked = name.replaceAll(PICTURES, "").replaceAll(JOINED, "");
  return looked.search(INVISIBLE) === -1 && name.normalize("NFKC").trim() !== "" ? name : undefined;
}

/** One form for names that look alike: compatibility forms, case, white space and what is invisible make no difference. */
export function comparableName(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(INVISIBLE, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

type Trader = { readonly name: string; readonly business?: string | undefined };

/** The name by which a trader is known on every screen: its company or shop, else its own name. */
export function tradeName({ name, business = "" }: Trader): string {
  return business === "" ? name : business;
}

/** "Banyan Court · Asha Kolhari": the business first, then the person; once where they are one. */
export function tradeLabel(trader: Trader): string {
  const name = tradeName(trader);
  return name === trader.name ? name : `${name} · ${trader.name}`;
}
