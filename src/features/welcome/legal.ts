/**
 * The words of the contact, terms, privacy and cookie pages. They say what the software does, which its makers know; who runs
 * a market, and under whose law, only its operator knows.
 */
import { t } from "../../../domain/language/texts";
export type Chapter = { readonly heading: string; readonly paragraphs: readonly string[] };

export const CONTACT: readonly Chapter[] = [
  {
    heading: t("About an order"),
    paragraphs: [
      t(
        "Write to the other side: every order and every invoice shows their e-mail and phone number, and connected partners find each other under Messages.",
      ),
    ],
  },
  {
    heading: t("About Mandi"),
    paragraphs: [
      t(
        "Logged in, use Complaint in the menu: it goes to the administrators of this market, who see it at once.",
      ),
    ],
  },
  {
    heading: t("Can’t log in?"),
    paragraphs: [
      t(
        "A forgotten password is reset with a code to your e-mail, on the login page. If that e-mail is gone too, ask whoever runs this market for you.",
      ),
    ],
  },
];

export const TERMS: readonly Chapter[] = [
  {
    heading: t("Who trades with whom"),
    paragraphs: [
      t(
        "A purchase is a contract between the retailer and the distributor whose names stand on the order. Mandi carries it and writes it down; it buys and sells nothing.",
      ),
      t(
        "An order is an offer. It becomes binding when the distributor accepts it with a delivery date, and its invoice is issued at that moment.",
      ),
    ],
  },
  {
    heading: t("Prices, stock and payment"),
    paragraphs: [
      t(
        "The price of an order is the one shown when it was placed. Stock is set aside by placing it, and returned if the order is rejected or cancelled.",
      ),
      t(
        "Payment goes from the retailer to the distributor directly, by the code on the invoice or as both agree. Mandi takes no money: the khata holds what the two say of it.",
      ),
    ],
  },
  {
    heading: t("Your account"),
    paragraphs: [
      t(
        "One account for each e-mail address, in one role. Keep the password to yourself: what is done with it counts as done by you.",
      ),
      t(
        "Accounts that deceive others or harm the market can be closed by its administrators. Orders, invoices and what is owed by then remain.",
      ),
    ],
  },
];

export const PRIVACY: readonly Chapter[] = [
  {
    heading: t("What is kept"),
    paragraphs: [
      t(
        "What you type when you register, your picture, your products, connections, orders, invoices, khatas, payments, messages, notifications and feedback. When you registered, and with it agreed to the terms and to this page. Your password is kept as a hash from which nobody can read it.",
      ),
      t(
        "For each device that is signed in, a session that ends after 30 days or when you sign out.",
      ),
    ],
  },
  {
    heading: t("Who sees it"),
    paragraphs: [
      t(
        "Traders see the names and contact details of those they can trade with; an order and its invoice are seen by its two parties, and so are their khata and its payments; messages by the two who write. Administrators see accounts, orders and feedback.",
      ),
      t(
        "Nothing is sold, and nothing is sent to advertisers. Mails leave through the mail service that the operator of this market has chosen.",
      ),
    ],
  },
  {
    heading: t("Taking it away, ending it"),
    paragraphs: [
      t(
        "Settings has a file with everything that is kept about you, and closes your account. Closing erases your phone number, your address, your picture, your payment address and your bank account from it.",
      ),
      t(
        "Orders, invoices, khatas and payments outlive it with the details of their day, because the other side and tax law want them kept; so do your name, your business and your e-mail, where they and your messages name you. The e-mail can register again, as a new account that knows nothing of the old one.",
      ),
      t(
        "A mail with a one-time code, and the one that tells you that your account was closed, are deleted from our records after a day, other mails after a month, a notification after 90 days.",
      ),
    ],
  },
];

export const COOKIES: readonly Chapter[] = [
  {
    heading: t("What stays in your browser"),
    paragraphs: [
      t(
        "The proof that you are signed in; your name, role and picture, so that the page is drawn at once; the theme you chose; what you have typed or chosen but not sent; and a random number by which the login knows this browser again. Signing out removes the first two.",
      ),
    ],
  },
  {
    heading: t("What does not"),
    paragraphs: [t("Nothing that follows you to other sites, and nothing of anybody else.")],
  },
];
