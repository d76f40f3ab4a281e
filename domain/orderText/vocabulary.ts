/** Words of orders that name no product, by their Latin spelling: words of Indian scripts are looked up as they sound. */
import { wordKeys, type WordKeys } from "../wordKeys";

/** A container is one whose number of pieces nobody knows; a bag is one piece of what is sold in large bags, and else a container. */
export type CountUnit = "carton" | "dozen" | "piece" | "bag" | "container";
export type Measure = "g" | "ml" | "rs";

export type Role =
  | { readonly kind: "unit"; readonly unit: CountUnit }
  | { readonly kind: "measure"; readonly measure: Measure; readonly factor: number }
  | { readonly kind: "number"; readonly value: number; readonly isCommon: boolean }
  | { readonly kind: "size"; readonly isLarge: boolean }
  /** "last time", "pichhla": the latest order. */
  | { readonly kind: "latest" }
  /** "not", "mat": something is to be left out. */
  | { readonly kind: "negation" }
  /** "and", "aur". */
  | { readonly kind: "joiner" }
  /** Behind a number: the number belongs to the name, as in "5 wala". */
  | { readonly kind: "ofKind" }
  | { readonly kind: "filler" };

const UNITS: Readonly<Record<CountUnit, string>> = {
  carton:
    "ctn ctns crtn carton cartons cartoon cartoons kartan cs cse case cases kes peti petis peti petti pettiyan peity box boxes bx boks",
  dozen: "dz dzn doz dozen dozens darjan darzan darjen darzen drjn dajan",
  piece:
    "pc pcs pec pcess piece pieces pis nos nag unit units packet packets paket peket paiket pkt pkts pouch bottle bottles btl btls botal",
  bag: "bag bags bora bore bori boriyan boree katta katte sack sacks",
  container:
    "pack packs ladi lari strip strips patta tray trays crate crates bundle bundles outer outers gross",
};

const MEASURES: readonly (readonly [Measure, number, string])[] = [
  ["g", 1, "g gm gms gr grm grms gram grams graam kiram gramulu"],
  ["g", 1000, "kg kgs kilo kilos kilogram kilograms kilogramulu keji"],
  ["ml", 1, "ml mls mili millilitre milliliter"],
  ["ml", 1000, "l lt ltr ltrs litre litres liter liters lit litar"],
  ["rs", 1, "rs re rupee rupees rupay rupaye rupiya rupye rupe"],
];

/** Common words beside a number: "bhej do" is no two. */
const COMMON_NUMBERS: Readonly<Record<string, number>> = { do: 2, ek: 1, one: 1 };

/** Words for numbers by their number. */
const NUMBERS: readonly (readonly [number, string])[] = [
  [0.5, "half aadha adha aadhi"],
  [1.5, "dedh"],
  [2, "two"],
  [2.5, "dhai"],
  [3, "three teen tin"],
  [4, "four char chaar"],
  [5, "five paanch panch"],
  [6, "six chhe chhah chah chhai"],
  [7, "seven saat sat"],
  [8, "eight aath ath"],
  [9, "nine nau"],
  [10, "ten das"],
  [11, "eleven gyarah"],
  [12, "twelve barah baarah"],
  [15, "fifteen pandrah"],
  [20, "twenty bis bees"],
  [25, "pachis pachchis"],
  [30, "thirty tis tees"],
  [40, "forty chalis chalees"],
  [50, "fifty pachas pachaas"],
  [100, "hundred sau"],
];

const LARGE = "bada badi bade badaa bara bari big large bdi bda";
const SMALL = "chhota chota chhoti choti chhote chote small little";
const LATEST = "last pichhla pichla pichhli pichli pichhle pichle previous repeat";
const NEGATIONS =
  "no not nahi nahin nhi mat na without except cancel hata hatao hatana chhod chhodkar band remove minus bina dont stop";
const JOINERS = "and aur or ani plus tatha evam";
const FILLERS = `
  a an the of for me us my our i we you your is are in to on at it this that these with need want wants please pls plz kindly send
  sent supply arrange deliver give order ordar orders list item items maal saman samaan total only qty quantity x by hello hi hey dear sir
  madam ji bhai bhaiya bhaiyya bhaya anna seth sethji uncle namaste namaskar salaam salam ram good morning evening afternoon night
  thanks thank thankyou dhanyavad shukriya regards urgent urgently jaldi asap today tomorrow aaj kal tak bhej bhejo bhejna bhejiye
  bhejdo bhejde bhijwa bhijwana dena dedo dijiye dijie de dedena do chahiye chaiye chahie mujhe muje hame hamko humko humein ka ki ke ko se hai
  hain ho kaise kaisa likho likh likhna lo lena kar karo karna kardo kijiye bhi thoda zara jara sab sabhi baaki baki same as time baar bar jaisa jaise jitna utna
  wahi wohi hi wala wali wale waala vala vali vale
`;

function spellings(text: string): string[] {
  return text.trim().split(/\s+/);
}

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...spellings(FILLERS).map((word) => [word, { kind: "filler" }] as const),
  ...spellings(JOINERS).map((word) => [word, { kind: "joiner" }] as const),
  ...spellings(NEGATIONS).map((word) => [word, { kind: "negation" }] as const),
  ...spellings(LATEST).map((word) => [word, { kind: "latest" }] as const),
  ...spellings(LARGE).map((word) => [word, { kind: "size", isLarge: true }] as const),
  ...spellings(SMALL).map((word) => [word, { kind: "size", isLarge: false }] as const),
  ...spellings("wala wali wale waala vala vali vale").map(
    (word) => [word, { kind: "ofKind" }] as const,
  ),
  ...NUMBERS.flatMap(([value, words]) =>
    spellings(words).map((word) => [word, { kind: "number", value, isCommon: false }] as const),
  ),
  ...Object.entries(COMMON_NUMBERS).map(
    ([word, value]) => [word, { kind: "number", value, isCommon: true }] as const,
  ),
  ...MEASURES.flatMap(([measure, factor, words]) =>
    spellings(words).map((word) => [word, { kind: "measure", measure, factor }] as const),
  ),
  ...Object.entries(UNITS).flatMap(([unit, words]) =>
    spellings(words).map((word) => [word, { kind: "unit", unit: unit as CountUnit }] as const),
  ),
]);

/** Words of Indian scripts are heard: each script spells "packet" in its way. */
const HEARD_ROLES: ReadonlyMap<string, Role> = new Map(
  [...ROLES].map(([word, role]) => [wordKeys(word).folded, role]),
);

/** Returns what a word says about an order beside the products, or null. */
export function roleOf({ letters, latin }: Pick<WordKeys, "letters" | "latin">): Role | null {
  const role = ROLES.get(latin);
  if (role !== undefined || letters === latin) return role ?? null;
  return HEARD_ROLES.get(wordKeys(latin).folded) ?? null;
}
