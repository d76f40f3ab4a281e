/** The bars: what each role is offered, and the menu of whoever is signed in. */
import { type Entry, constant, rule, screen } from "../entry";

const WORDS = "e2e/words.spec.ts";

export const NAVIGATION_ENTRIES: readonly Entry[] = [
  ...screen("Navigation: retailer", "/homepageretailer", [
    "Your Network",
    "Messages",
    "Distributors",
    "New Product",
    "All Products",
    "Pending Orders",
    "Accepted Orders",
    "Rejected Orders",
    "Completed Orders",
    "Invoices",
    "About",
    "Complaint",
    "Daily News",
    rule(
      "The logo leads to /homepageretailer, each entry to its page",
      `${WORDS} › the bar of a retailer offers every page of theirs`,
    ),
  ]),
  ...screen("Navigation: distributor", "/homepage", [
    "Your Network",
    "Messages",
    "Retailers",
    "Add Product",
    "All Products",
    "Pending Orders",
    "Accepted Orders",
    "Rejected Orders",
    "Completed Orders",
    "Requests",
    "About",
    "Complaint",
    "Daily News",
    rule(
      "The logo leads to /homepage, each entry to its page",
      `${WORDS} › the bar of a distributor offers every page of theirs`,
    ),
  ]),
  ...screen("Navigation: admin", "/adminhome", [
    "Retailers",
    "Distributors",
    "Products",
    "Complaints!",
    "Daily News",
    "About",
    "Hello, Admin",
    rule(
      "The logo leads to /adminhome, each entry to its page",
      `${WORDS} › the bar of an admin offers every page of theirs, and greets with the role`,
    ),
    rule(
      "On a phone the menu of an admin has Retailers too",
      `${WORDS} › on a phone the bar folds: its menu opens in 0.2 s`,
    ),
  ]),
  ...screen("Navigation: user menu", "", [
    "Your Profile",
    "Settings",
    "Sign out",
    rule(
      "It shows name, e-mail, company or shop, and role",
      `${WORDS} › the bar of a retailer offers every page of theirs`,
      `${WORDS} › the bar of a distributor offers every page of theirs`,
    ),
    rule(
      "The avatar is the picture, else the first letter of the name, else ?",
      `${WORDS} › the avatar is a picture, else a letter, else a question mark`,
    ),
    "Guest",
    "No email",
    rule(
      "Sign out ends the session on the server, forgets the stored user and goes to /auth/login",
      `${WORDS} › signing out forgets who it was and goes to the login page`,
    ),
    rule(
      "A sign-out that the server does not hear of, or fails to do, ends on this screen all the same",
      `${WORDS} › signing out works while the line is down too`,
      "e2e/failedActions.spec.ts › login tells a refusal from a failure, says that it is busy, and keeps what was typed",
    ),
    rule(
      "About, feedback, invoices and chat stand under the bar of whoever is signed in",
      `${WORDS} › shared pages stand under the bar of whoever looks`,
    ),
    constant(
      "The menu of phones opens in 0.2 s",
      `${WORDS} › on a phone the bar folds: its menu opens in 0.2 s`,
    ),
    constant(
      "A small screen is narrower than 768 px",
      `${WORDS} › on a phone the bar folds: its menu opens in 0.2 s`,
    ),
  ]),
];
