/** Faults of a GSTIN, apart from their check: every screen has the words, few have the check. */
import { t } from "../language/texts";

/** Named parts, in the order in which they are checked. */
export const GSTIN_FAULTS = [
  "length",
  "characters",
  "state",
  "pan",
  "registration",
  "checkCharacter",
] as const;
export type GstinFault = (typeof GSTIN_FAULTS)[number];

/** The fault in words, to stand at the field. */
export function gstinFaultText(fault: GstinFault): string {
  switch (fault) {
    case "length":
      return t("A GSTIN has 15 characters.");
    case "characters":
      return t("A GSTIN has only capital letters and digits.");
    case "state":
      return t("The first two digits of this GSTIN are no State code.");
    case "pan":
      return t("Characters 3 to 12 of this GSTIN are no PAN.");
    case "registration":
      return t("Characters 13 and 14 of this GSTIN are not those of a business that sells goods.");
    case "checkCharacter":
      return t("The last character does not fit the others. Please check each of them.");
    default:
      return fault satisfies never;
  }
}
