/** A document of a month as the files of its end need it: what was stored on the day of issue, and nothing computed anew. */
import type { GstScheme, TaxDocumentKind } from "../documentKind";
import { isTaxed, type TaxKind } from "../kinds";

/** Integer paise; all zero on bills. */
export type Parts = {
  readonly taxablePaise: number;
  /** Value of nil-rated and exempt goods, and of all goods by composition. */
  readonly untaxedPaise: number;
  readonly cgstPaise: number;
  readonly sgstPaise: number;
  readonly igstPaise: number;
};

export type MonthLine = Parts & {
  readonly productName: string;
  readonly quantity: number;
  readonly hsn?: string | undefined;
  readonly taxKind?: TaxKind | undefined;
  readonly uqc?: string | undefined;
  readonly gstRateBp?: number | undefined;
};

export type MonthParty = {
  /** The company or shop. */
  readonly business: string;
  readonly legalName?: string | undefined;
  readonly gstin?: string | undefined;
  readonly address: string;
  readonly phone: string;
  readonly stateCode?: string | undefined;
  readonly pincode?: string | undefined;
};

export type MonthDocument = Parts & {
  readonly _id: string;
  readonly type: "invoice" | "creditNote";
  /** The invoice's kind; absent: a bill without tax. */
  readonly kind?: TaxDocumentKind | undefined;
  readonly number: number;
  readonly printedNumber: string;
  /** The day of issue in India, YYYY-MM-DD. */
  readonly day: string;
  /** State code. */
  readonly placeOfSupply?: string | undefined;
  readonly isInterState: boolean;
  readonly seller: MonthParty & { readonly gstScheme?: GstScheme | undefined };
  readonly buyer: MonthParty;
  readonly lines: readonly MonthLine[];
  readonly roundOffPaise: number;
  /** The sum owed, or credited. */
  readonly payablePaise: number;
  /** The invoice of a credit note. */
  readonly against?:
    | {
        readonly _id: string;
        readonly printedNumber: string;
        readonly day: string;
        readonly payablePaise: number;
      }
    | undefined;
};

/** Central, State and integrated tax together. */
export function taxOf({ cgstPaise, sgstPaise, igstPaise }: Parts): number {
  return cgstPaise + sgstPaise + igstPaise;
}

/** Credit notes lower what invoices add up to. */
export function signOf({ type }: MonthDocument): 1 | -1 {
  return type === "invoice" ? 1 : -1;
}

export function isRegistered({ buyer }: MonthDocument): boolean {
  return buyer.gstin !== undefined;
}

/** Lines that tax was charged on. */
export function taxedLines({ lines }: MonthDocument): MonthLine[] {
  return lines.filter(({ taxKind = "exempt" }) => isTaxed(taxKind));
}

/** Lines of nil-rated and exempt goods. */
export function untaxedLines({ lines }: MonthDocument): MonthLine[] {
  return lines.filter(({ taxKind = "exempt" }) => !isTaxed(taxKind));
}

/** True for what belongs into the return of a registration: not for bills, nor for bills of supply by composition. */
export function isOfReturn({ kind, seller }: MonthDocument, gstin: string): boolean {
  return kind !== undefined && seller.gstin === gstin && seller.gstScheme !== "composition";
}
