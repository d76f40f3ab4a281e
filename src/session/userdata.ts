/**
 * Caches the user of spec §3 in localStorage under `userdata`, to draw bar and name before the server answers. It is never
 * trusted and is cleared at sign-out (deviation 2).
 */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../convex/_generated/api";
import { parseObject, readItem, writeItem } from "../device/deviceStorage";
import type { Role } from "../../domain/roles";
import { t } from "../../domain/language/texts";

const KEY = "userdata";

/** The signed-in user. */
export type Me = NonNullable<FunctionReturnType<typeof api.users.me>>;

export type StoredUser = Pick<
  Me,
  "name" | "email" | "role" | "companyName" | "shopName" | "phone" | "address" | "createdAt"
> & {
  readonly _id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly image: string;
};

/** `firstName` and `lastName` are `name` split at the first space. */
export function storedUserOf(me: Me): StoredUser {
  const [firstName = "", ...rest] = me.name.split(" ");
  return {
    _id: me._id,
    name: me.name,
    firstName,
    lastName: rest.join(" "),
    email: me.email,
    image: me.imageUrl ?? "",
    role: me.role,
    companyName: me.companyName,
    shopName: me.shopName,
    phone: me.phone,
    address: me.address,
    createdAt: me.createdAt,
  };
}

/** Stores the user. The bar appears a moment later where the storage does not take it. */
export function storeUser(me: Me): void {
  writeItem(KEY, JSON.stringify(storedUserOf(me)));
}

export function clearStoredUser(): void {
  writeItem(KEY, null);
}

function isStoredUser(value: unknown): value is StoredUser {
  if (typeof value !== "object" || value === null) return false;
  const { name, email, role } = value as Partial<Record<keyof StoredUser, unknown>>;
  return (
    typeof name === "string" &&
    typeof email === "string" &&
    (role === "retailer" || role === "distributor" || role === "admin")
  );
}

/** Returns the stored user, or null if there is no valid one. */
export function readStoredUser(): StoredUser | null {
  const value = parseObject(readItem(KEY));
  return isStoredUser(value) ? value : null;
}

export const ROLE_WORDS = {
  retailer: t("Retailer"),
  distributor: t("Distributor"),
  admin: t("Admin"),
} as const satisfies Record<Role, string>;
