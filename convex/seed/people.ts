/** The demo's people. All of them are invented; their addresses of mail end in .test, which nobody can own. */
import { invariant } from "../../domain/invariant";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { getKnownAccount, insertAccount } from "../auth/accounts";
import type { PasswordHash } from "../auth/secrets";

type Person = Pick<Doc<"users">, "name" | "email" | "phone" | "address">;
/** A GSTIN has the right form, and a PAN that is given to nobody: of one letter and zeros. */
type Trader = Person & Pick<Doc<"users">, "gstin" | "stateCode" | "pincode">;
type DemoDistributor = Trader & {
  readonly companyName: string;
  readonly upiId: string;
  readonly invoicePrefix: string;
};
type DemoRetailer = Trader & { readonly shopName: string };

const ADMIN: Person = {
  name: "Mandi Admin",
  email: "admin@mandi.test",
  phone: "+919000000001",
  address: "1 Clock Tower Road\nPune 411001",
};

export const DISTRIBUTORS: readonly DemoDistributor[] = [
  {
    name: "Asha Kolhari",
    email: "asha@mandi.test",
    phone: "+919000000011",
    address: "Gala 14, Old Grain Yard\nNashik 422001",
    gstin: "27AAAAA0000A1Z2",
    stateCode: "27",
    pincode: "422001",
    companyName: "Banyan Court Wholesale",
    upiId: "asha.demo@mandi",
    invoicePrefix: "BCW",
  },
  {
    name: "Bharat Menda",
    email: "bharat@mandi.test",
    phone: "+919000000012",
    address: "Shed 7, Lantern Lane\nIndore 452003",
    gstin: "23BBBBB0000B1Z1",
    stateCode: "23",
    pincode: "452003",
    companyName: "Lantern Lane Supplies",
    upiId: "bharat.demo@mandi",
    invoicePrefix: "LLS",
  },
  {
    name: "Charu Devrani",
    email: "charu@mandi.test",
    phone: "+919000000013",
    address: "22 Seven Wells Market\nJaipur 302002",
    companyName: "Seven Wells Distribution",
    upiId: "charu.demo@mandi",
    invoicePrefix: "SWD",
  },
];

export const RETAILERS: readonly DemoRetailer[] = [
  {
    name: "Meena Talwari",
    email: "meena@mandi.test",
    phone: "+919000000021",
    address: "Shop 3, Peepal Chowk\nPune 411030",
    gstin: "27CCCCC0000C1ZK",
    stateCode: "27",
    pincode: "411030",
    shopName: "Peepal Chowk Stores",
  },
  {
    name: "Ravi Sanghral",
    email: "ravi@mandi.test",
    phone: "+919000000022",
    address: "18 Station Approach\nNagpur 440001",
    stateCode: "27",
    pincode: "440001",
    shopName: "Station Corner Mart",
  },
  {
    name: "Farida Mistrani",
    email: "farida@mandi.test",
    phone: "+919000000023",
    address: "5 Mill Gate Road\nSurat 395003",
    gstin: "24DDDDD0000D1ZH",
    stateCode: "24",
    pincode: "395003",
    shopName: "Mill Gate Bazaar",
  },
  {
    name: "Gopal Yadhav",
    email: "gopal@mandi.test",
    phone: "+919000000024",
    address: "41 Lake View Street\nBhopal 462001",
    stateCode: "23",
    pincode: "462001",
    shopName: "Lake View Provision",
  },
  {
    name: "Hema Pillani",
    email: "hema@mandi.test",
    phone: "+919000000025",
    address: "9 Temple Tank Road\nKochi 682011",
    gstin: "32EEEEE0000E1ZB",
    stateCode: "32",
    pincode: "682011",
    shopName: "Temple Tank Traders",
  },
  {
    name: "Irfan Quresh",
    email: "irfan@mandi.test",
    phone: "+919000000026",
    address: "27 Fort Gate\nLucknow 226003",
    stateCode: "09",
    pincode: "226003",
    shopName: "Fort Gate General Store",
  },
];

export type DemoPeople = {
  readonly admin: Doc<"users">;
  readonly distributors: readonly Doc<"users">[];
  readonly retailers: readonly Doc<"users">[];
};

type Account = Parameters<typeof insertAccount>[1];

/** Makes the accounts, all with one password; the portraits go to distributors first, then to retailers. */
export async function plantPeople(
  ctx: MutationCtx,
  password: PasswordHash,
  portraits: readonly Id<"_storage">[],
): Promise<void> {
  const accounts: readonly Account[] = [
    { ...ADMIN, role: "admin" },
    ...DISTRIBUTORS.map(
      (person, index) => ({ ...person, role: "distributor", imageId: portraits[index] }) as const,
    ),
    ...RETAILERS.map((person, index) => {
      const imageId = portraits[DISTRIBUTORS.length + index];
      return { ...person, role: "retailer", imageId } as const;
    }),
  ];
  for (const account of accounts) await insertAccount(ctx, account, password);
}

async function requireAll(ctx: QueryCtx, people: readonly Person[]): Promise<Doc<"users">[]> {
  const users: Doc<"users">[] = [];
  for (const { email } of people) {
    const user = await getKnownAccount(ctx, email);
    invariant(user !== null, `The demo has lost ${email}.`);
    users.push(user);
  }
  return users;
}

/** The people that were planted, the traders in the order in which they stand above. */
export async function findPeople(ctx: QueryCtx): Promise<DemoPeople> {
  const [admin] = await requireAll(ctx, [ADMIN]);
  invariant(admin !== undefined, "The demo has lost its admin.");
  return {
    admin,
    distributors: await requireAll(ctx, DISTRIBUTORS),
    retailers: await requireAll(ctx, RETAILERS),
  };
}
