/** Ways of paying. Apart from their texts and rules: what a browser still has to send names one of them on every page. */

export const PAYMENT_METHODS = ["upi", "cash", "bank", "cheque"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
