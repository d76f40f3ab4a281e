/** Logins of the demo: shown by the README and `npm start`, created by people.ts. */

/** Known to everybody: demo data is never made on a deployment that has an account. */
export const DEMO_PASSWORD = "mandi-demo-2026";

/** One of each role; the others have the same password. */
export const DEMO_LOGINS = [
  { role: "Retailer", email: "meena@mandi.test" },
  { role: "Distributor", email: "asha@mandi.test" },
  { role: "Admin", email: "admin@mandi.test" },
] as const;
