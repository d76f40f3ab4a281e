/** Names of people and businesses, compared as they look, and as screens show them. */
import { INVISIBLE } from "./cleanName";

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
