/** Unique texts in one tenant's data, with the personas who may read them. A canary that anybody else receives is a leak. */
import { type Persona, ROLE_OF } from "../../convex/rest/rightsTable.setup";

type Role = (typeof ROLE_OF)[keyof typeof ROLE_OF] | "visitor";

/** Returns the persona's role. A persona whose session has ended is a visitor. */
export function roleOf(persona: Persona): Role {
  return persona in ROLE_OF ? ROLE_OF[persona as keyof typeof ROLE_OF] : "visitor";
}

function areParties(one: Persona, other: Persona): boolean {
  const trades = (persona: Persona) => ["retailer", "distributor"].includes(roleOf(persona));
  return trades(one) && trades(other) && one.at(-1) === other.at(-1);
}

type Rule = (viewer: Persona, owner: Persona) => boolean;

const everyone: Rule = () => true;
const noOne: Rule = () => false;
/** The contact dialogs show distributors to retailers, retailers to distributors, and both to an admin. */
const counterparts: Rule = (viewer, owner) => {
  const role = roleOf(viewer);
  if (role === "admin") return true;
  return role === (owner.startsWith("distributor") ? "retailer" : "distributor");
};
const parties: Rule = areParties;
const partiesAndAdmin: Rule = (viewer, owner) =>
  areParties(viewer, owner) || roleOf(viewer) === "admin";
const adminOnly: Rule = (viewer) => roleOf(viewer) === "admin";

/** The personas besides the owner who may read a field. Each comment names the screen that shows it. */
const READERS = {
  // The landing page names the seller of each product; of retailers only the contact dialogs do.
  name: (viewer, owner) => owner.startsWith("distributor") || counterparts(viewer, owner),
  // The lists of distributors and retailers with their dialogs, and the admin's.
  business: counterparts,
  email: counterparts,
  phone: counterparts,
  address: counterparts,
  // The landing page.
  product: everyone,
  description: everyone,
  // The order lists of both parties, and the admin's dashboard.
  message: partiesAndAdmin,
  reason: partiesAndAdmin,
  // The chat and the invoice.
  chat: parties,
  upi: parties,
  qrCode: parties,
  // The khata, which no admin reads.
  objection: parties,
  // The credit note.
  creditText: parties,
  // The admin's feedback dashboard.
  complaint: adminOnly,
  review: adminOnly,
  // The owner's settings page.
  keyName: noOne,
  webhook: noOne,
  // The owner's basket page.
  savedBasket: noOne,
  // No screen.
  upload: noOne,
  secret: noOne,
  sendKey: noOne,
} as const satisfies Record<string, Rule>;
export type Field = keyof typeof READERS;

type Canary = { readonly owner: Persona; readonly field: Field };

function mayRead(viewer: Persona, { owner, field }: Canary): boolean {
  if (field === "secret") return false;
  return (viewer === owner && roleOf(viewer) !== "visitor") || READERS[field](viewer, owner);
}

export class Canaries {
  readonly #known = new Map<string, Canary>();
  #pattern: RegExp | null = null;

  /** Returns a new canary for this field. It has letters only, so every validation and encoding leaves it unchanged. */
  create(owner: Persona, field: Field): string {
    return this.register(`zq${owner}qz${field}zq`, owner, field);
  }

  /** Registers an existing id or number as a canary. It must not contain special characters of regular expressions. */
  register(text: string, owner: Persona, field: Field): string {
    this.#known.set(text.toLowerCase(), { owner, field });
    this.#pattern = null;
    return text;
  }

  get count(): number {
    return this.#known.size;
  }

  find(text: string): Canary[] {
    this.#pattern ??= new RegExp([...this.#known.keys()].join("|"), "gi");
    const found = new Set(text.match(this.#pattern)?.map((word) => word.toLowerCase()));
    return [...found].map((word) => this.#known.get(word)!);
  }

  /** Returns the canaries in a text that this viewer may not read. Without a viewer, as for a log, none is allowed. */
  leaksIn(text: string, viewer?: Persona): string[] {
    return this.find(text)
      .filter((canary) => viewer === undefined || !mayRead(viewer, canary))
      .map(({ owner, field }) => `${field} of ${owner}`);
  }
}
