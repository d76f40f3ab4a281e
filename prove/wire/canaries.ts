/**
 * Words that stand in one tenant's data and nowhere else, and who may read them: a word that turns up on the wire of anybody else
 * has leaked.
 */
import { type Persona, ROLE_OF } from "../../convex/rest/rightsTable.setup";

type Role = (typeof ROLE_OF)[keyof typeof ROLE_OF] | "visitor";

/** Whose session is over is a visitor. */
export function roleOf(persona: Persona): Role {
  return persona in ROLE_OF ? ROLE_OF[persona as keyof typeof ROLE_OF] : "visitor";
}

function areParties(one: Persona, other: Persona): boolean {
  const trades = (persona: Persona) => ["retailer", "distributor"].includes(roleOf(persona));
  return trades(one) && trades(other) && one.at(-1) === other.at(-1);
}

type Rule = (viewer: Persona, owner: Persona) => boolean;

const everybody: Rule = () => true;
const nobody: Rule = () => false;
/** What the contact dialogs show: distributors to retailers, retailers to distributors, both to an admin. */
const otherSide: Rule = (viewer, owner) => {
  const role = roleOf(viewer);
  if (role === "admin") return true;
  return role === (owner.startsWith("distributor") ? "retailer" : "distributor");
};
const parties: Rule = areParties;
const partiesAndAdmin: Rule = (viewer, owner) =>
  areParties(viewer, owner) || roleOf(viewer) === "admin";
const adminAlone: Rule = (viewer) => roleOf(viewer) === "admin";

/** Who besides the owner may read a field, and which screen says so. */
const SHOWN = {
  // The landing page names the seller of each product; of retailers only the contact dialogs do.
  name: (viewer, owner) => owner.startsWith("distributor") || otherSide(viewer, owner),
  // The lists of distributors and retailers with their dialogs, and the admin's.
  business: otherSide,
  email: otherSide,
  phone: otherSide,
  address: otherSide,
  // The landing page.
  product: everybody,
  description: everybody,
  // The order lists of both parties, and the admin's dashboard.
  message: partiesAndAdmin,
  reason: partiesAndAdmin,
  // The chat and the invoice.
  chat: parties,
  upi: parties,
  qrCode: parties,
  // The admin's feedback dashboard.
  complaint: adminAlone,
  review: adminAlone,
  // One's own settings page.
  keyName: nobody,
  webhook: nobody,
  // No screen at all.
  upload: nobody,
  secret: nobody,
  sendKey: nobody,
} as const satisfies Record<string, Rule>;
export type Field = keyof typeof SHOWN;

type Canary = { readonly owner: Persona; readonly field: Field };

function mayRead(viewer: Persona, { owner, field }: Canary): boolean {
  if (field === "secret") return false;
  return (viewer === owner && roleOf(viewer) !== "visitor") || SHOWN[field](viewer, owner);
}

export class Canaries {
  readonly #known = new Map<string, Canary>();
  #pattern: RegExp | null = null;

  /** @returns a word for this field: letters alone, so that it passes every check and every encoding as it is. */
  plant(owner: Persona, field: Field): string {
    return this.note(`zq${owner}qz${field}zq`, owner, field);
  }

  /** Something that is the owner's without our doing: an id or a number, without signs that a pattern would understand. */
  note(text: string, owner: Persona, field: Field): string {
    this.#known.set(text.toLowerCase(), { owner, field });
    this.#pattern = null;
    return text;
  }

  get count(): number {
    return this.#known.size;
  }

  in(text: string): Canary[] {
    this.#pattern ??= new RegExp([...this.#known.keys()].join("|"), "gi");
    const words = new Set(text.match(this.#pattern)?.map((word) => word.toLowerCase()));
    return [...words].map((word) => this.#known.get(word)!);
  }

  /** What of a text this viewer should not have read; without a viewer nothing may be read at all: a log. */
  leaksIn(text: string, viewer?: Persona): string[] {
    return this.in(text)
      .filter((canary) => viewer === undefined || !mayRead(viewer, canary))
      .map(({ owner, field }) => `${field} of ${owner}`);
  }
}
