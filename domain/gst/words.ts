/** Amounts in words, as invoices and cheques in India have them: lakh and crore, and no larger unit. */
import { toWords } from "to-words/en-IN";

const PAISE_PER_RUPEE = 100;
const CRORE = 10_000_000;

/** The library says "Arab" for a hundred crore; trade says "One Hundred Crore". */
function numberWords(value: number): string {
  if (value < CRORE) return toWords(value);
  const rest = value % CRORE;
  const crores = `${numberWords((value - rest) / CRORE)} Crore`;
  return rest === 0 ? crores : `${crores} ${numberWords(rest)}`;
}

/** 11_805 → "Rupees One Hundred Eighteen and Five Paise Only". Expects whole paise, not negative. */
export function amountInWords(paise: number): string {
  const rest = paise % PAISE_PER_RUPEE;
  const rupees = `Rupees ${numberWords((paise - rest) / PAISE_PER_RUPEE)}`;
  if (rest === 0) return `${rupees} Only`;
  return `${rupees} and ${numberWords(rest)} ${rest === 1 ? "Paisa" : "Paise"} Only`;
}
