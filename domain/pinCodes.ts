/**
 * The State of an address, by its PIN code. The first three digits name the sorting district (India Post, PIN code directory). A few
 * districts reach over a border, so this finds neighbours and never decides about tax: that takes the State that a business gave.
 */

/** The first and the last sorting district of a run within one State, and the State's code of `gst/states.ts`. */
const RUNS: readonly (readonly [from: number, to: number, stateCode: string])[] = [
  [110, 110, "07"],
  [121, 136, "06"],
  [140, 159, "03"],
  [160, 160, "04"],
  [171, 177, "02"],
  [180, 193, "01"],
  [194, 194, "38"],
  [201, 247, "09"],
  [248, 249, "05"],
  [250, 262, "09"],
  [263, 263, "05"],
  [264, 285, "09"],
  [301, 345, "08"],
  [360, 396, "24"],
  [400, 402, "27"],
  [403, 403, "30"],
  [404, 445, "27"],
  [450, 488, "23"],
  [490, 497, "22"],
  [500, 509, "36"],
  [510, 535, "37"],
  [560, 591, "29"],
  [600, 643, "33"],
  [670, 695, "32"],
  [700, 736, "19"],
  [737, 737, "11"],
  [738, 743, "19"],
  [744, 744, "35"],
  [751, 770, "21"],
  [781, 788, "18"],
  [790, 792, "12"],
  [793, 794, "17"],
  [795, 795, "14"],
  [796, 796, "15"],
  [797, 798, "13"],
  [799, 799, "16"],
  [800, 813, "10"],
  [814, 816, "20"],
  [821, 821, "10"],
  [822, 822, "20"],
  [823, 824, "10"],
  [825, 835, "20"],
  [841, 855, "10"],
];

/** "411 030" as well as "411030"; not a part of a longer number, such as a phone's. */
const PIN_CODE_IN_TEXT = /(?<![\d+])([1-9]\d{2}) ?\d{3}(?!\d)/g;

/** Returns the State code of the last PIN code in a postal address, or undefined. */
export function stateOfAddress(address: string): string | undefined {
  const district = Number([...address.matchAll(PIN_CODE_IN_TEXT)].at(-1)?.[1]);
  return RUNS.find(([from, to]) => from <= district && district <= to)?.[2];
}
