/** A sale as it is taxed: the two parties and the lines, as they are on the day of issue. */
import type { GstScheme } from "./documentKind";
import type { TaxKind } from "./kinds";

export type Seller = {
  /** Absent: not registered, and nothing else here counts. */
  readonly gstin?: string | undefined;
  readonly scheme: GstScheme;
  readonly stateCode?: string | undefined;
  readonly pincode?: string | undefined;
  /** More than ₹5 crore in the year before. */
  readonly hasLargeTurnover: boolean;
  readonly roundsToRupee: boolean;
};

export type Buyer = {
  readonly gstin?: string | undefined;
  /** The State of the address to which the goods go. */
  readonly stateCode?: string | undefined;
  readonly pincode?: string | undefined;
};

export type SaleLine = {
  /** Price × quantity, paise. */
  readonly amountPaise: number;
  readonly hsn?: string | undefined;
  /** Absent: nobody has said yet. */
  readonly taxKind?: TaxKind | undefined;
  /** The rate in basis points; with taxable goods alone. */
  readonly gstRateBp?: number | undefined;
  /** True: tax comes on top of the amount. Else the amount has it in it. */
  readonly addsTax?: boolean | undefined;
};

export type TaxedSale = {
  readonly seller: Seller;
  readonly buyer: Buyer;
  readonly lines: readonly SaleLine[];
  /** The day of issue, YYYY-MM-DD. */
  readonly day: string;
};
