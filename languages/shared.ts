/** The texts that the server writes for others: mails, notifications. English has none, since it is the key. */
import type { Language } from "../domain/language/languages";
import { shared as bn } from "./bn/shared";
import { shared as gu } from "./gu/shared";
import { shared as hi } from "./hi/shared";
import { shared as mr } from "./mr/shared";
import { shared as ta } from "./ta/shared";
import { shared as te } from "./te/shared";

export type Texts = Readonly<Record<string, string>>;

export const SHARED_TEXTS: Readonly<Record<Language, Texts>> = { en: {}, hi, mr, gu, bn, ta, te };
