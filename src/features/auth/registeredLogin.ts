/** The login of an account that was just made: with it the log-in page asks for the password alone. */
import { isTradeRole, type TradeRole } from "../../../domain/roles";

export type RegisteredLogin = { readonly email: string; readonly role: TradeRole };

/** Returns the login in the state of a navigation, or null. */
export function registeredLogin(state: unknown): RegisteredLogin | null {
  const { email, role } = (state ?? {}) as Readonly<Record<string, unknown>>;
  return typeof email === "string" && typeof role === "string" && isTradeRole(role)
    ? { email, role }
    : null;
}
