/** The accounts of the demo data, and what a sign-up needs. */
import { type Site, until } from "./market";

/** Mails are sent after the call that requested them. */
const MAIL_MS = 5_000;

export const DEMO_PASSWORD = "mandi-demo-2026";

export type Login = {
  readonly email: string;
  readonly password: string;
  readonly role: "retailer" | "distributor" | "admin";
};

/** Logins by persona; a visitor has none. */
export const LOGINS: Readonly<Record<string, Login>> = {
  retailer: { email: "meena@mandi.test", password: DEMO_PASSWORD, role: "retailer" },
  distributor: { email: "asha@mandi.test", password: DEMO_PASSWORD, role: "distributor" },
  admin: { email: "admin@mandi.test", password: DEMO_PASSWORD, role: "admin" },
};

export type Person = {
  name: string;
  email: string;
  phone: string;
  password: string;
  address: string;
} & ({ role: "retailer"; shopName: string } | { role: "distributor"; companyName: string });

/** People who have no account yet. */
export const NEWCOMERS = {
  retailer: {
    ...{ role: "retailer", name: "Nandini Rao", email: "nandini@first.test" },
    ...{ phone: "+91 98765 43210", password: "a long enough password" },
    ...{ address: "12 Station Road\nPune 411001", shopName: "Nandini Stores" },
  },
  distributor: {
    ...{ role: "distributor", name: "Devi Patel", email: "devi@first.test" },
    ...{ phone: "+91 91234 56780", password: "another long password" },
    ...{ address: "7 Market Yard\nNagpur 440008", companyName: "Devi Traders Wholesale" },
  },
} as const satisfies Record<"retailer" | "distributor", Person>;

/** A small valid PNG of 8 × 8 px. */
export const PICTURE = {
  name: "picture.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGP4tkIGK2IYWhIAY81ugaYdAM0AAAAASUVORK5CYII=",
    "base64",
  ),
};

/** Returns a form that uploads PICTURE in this field. */
export function pictureForm(field: "image" | "qrCode" = "image"): FormData {
  const form = new FormData();
  form.append(field, new Blob([PICTURE.buffer], { type: PICTURE.mimeType }), PICTURE.name);
  return form;
}

export async function oneTimeCode(market: Site, email: string): Promise<string> {
  let code: string | undefined;
  const hasCome = async () => {
    const [newest] = await market.mails(email);
    code = newest && /\b(\d{6})\b/.exec(newest.text)?.[1];
    return code !== undefined;
  };
  await until(`the code for ${email}`, hasCome, MAIL_MS);
  return code!;
}
