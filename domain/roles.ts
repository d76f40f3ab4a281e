/** Roles of users. Admins are created by command, never by sign-up. */

export const ROLES = ["retailer", "distributor", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The roles that somebody may register with. */
export const TRADE_ROLES = ["retailer", "distributor"] as const;
export type TradeRole = (typeof TRADE_ROLES)[number];

export function isTradeRole(text: string): text is TradeRole {
  return (TRADE_ROLES as readonly string[]).includes(text);
}
