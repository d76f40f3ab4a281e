/** The admin's screens, and those that several roles share: feedback, news, invoices, chat. */
import { type Entry, constant, rule, screen } from "../entry";

const WORDS = "e2e/words.spec.ts";
const ADMIN = "e2e/admin.spec.ts";
const CHAT = "e2e/chat.spec.ts";
const LETTER = "src/features/chat/letter.test.ts";

const OVERSIGHT: readonly Entry[] = [
  ...screen("Admin dashboard", "/adminhome", [
    "Users",
    "Orders",
    "Settings",
    "Total Users",
    "Total Orders",
    "Completed",
    "Pending",
    "Accepted",
    "Rejected",
    "Max Orders Placed",
    "Max Orders Completed",
    "Name",
    "Email",
    "Phone",
    "Role",
    "Shop Name",
    "N/A",
    "Address",
    "Pending Orders",
    "Accepted Orders",
    "Rejected Orders",
    "Completed Orders",
    "Retailer",
    "Distributor",
    "Product",
    "Quantity",
    "Price",
    "Delivery Before",
    "Message",
    rule(
      "Users, Orders and Settings of the side menu lead to their sections",
      `${WORDS} › the admin's dashboard shows figures, users and orders by status`,
    ),
    rule(
      "Max Orders names who placed and who completed most, and how many",
      `${WORDS} › the admin's dashboard shows figures, users and orders by status`,
      "convex/admin/admin.test.ts › are those who placed and who completed most, with their names, the greatest first",
    ),
    rule(
      "Figures are kept by the server, live (deviation 17)",
      `${ADMIN} › an admin's open dashboard moves when an order is placed in another browser`,
      "convex/admin/admin.test.ts › follow every order from status to status",
    ),
  ]),
  ...screen("Admin: retailers", "/adminretailerlist", [
    "Name",
    "Email",
    "Registered on",
    "Delete",
    "Are you sure you want to delete this retailer?",
    rule(
      "A deleted retailer is signed out and deactivated; pending orders end, invoices stay (deviation 9)",
      `${ADMIN} › a retailer who is deleted is signed out live, and their pending order is cancelled`,
    ),
  ]),
  ...screen("Admin: distributors", "/admindistributorslist", [
    "Name",
    "Company Name",
    "Email",
    "Phone",
    "Registered on",
    "Remove",
    "Are you sure you want to remove this distributor?",
    "No distributors found.",
    rule(
      "A removed distributor is signed out and deactivated; their products leave the market (deviation 9)",
      `${ADMIN} › a distributor who is removed is signed out live, and their products leave the open market`,
    ),
  ]),
  ...screen("Admin: products", "/adminproductlist", [
    "Product",
    "Distributor",
    "Type",
    "Price",
    "Registered on",
    rule(
      "The distributor stands with the e-mail, the price with 2 decimals",
      `${WORDS} › the admin's lists name everybody and everything`,
    ),
  ]),
  ...screen("Admin: feedback", "/admincomplaints", [
    "User Feedback Dashboard",
    "No feedback found.",
    "Complaint",
    "Review",
    "More",
    "Less",
    "{n} out of 5",
    rule(
      "A card has name, role and date",
      `${WORDS} › the admin reads feedback, long words cut and opened`,
    ),
    constant(
      "Complaint and review are cut after 100 characters",
      "src/features/feedback/preview.test.ts › is the first 100 characters and an ellipsis beyond that",
      `${WORDS} › the admin reads feedback, long words cut and opened`,
    ),
  ]),
];

const FEEDBACK: readonly Entry[] = screen("Feedback form", "/complaintandreview", [
  "Name",
  "Email",
  "Role",
  "Complaint",
  "Review",
  "Rating",
  "Submit Feedback",
  "Feedback submitted successfully!",
  rule(
    "Name, e-mail and role are the account's, and can't be typed",
    `${WORDS} › feedback knows who writes, and takes one to five stars`,
  ),
  rule(
    "Complaint and review may be empty",
    "convex/feedback/feedback.test.ts › is taken with %s, as it was typed",
  ),
  rule(
    "After a success the form is empty",
    `${ADMIN} › feedback appears on the admin's open screen as it is sent`,
  ),
  constant(
    "The rating is 1 to 5",
    `${WORDS} › feedback knows who writes, and takes one to five stars`,
    "convex/feedback/feedback.test.ts › is refused with %s, and nothing is kept",
  ),
  constant(
    "The success message goes after 3 seconds",
    `${WORDS} › what goes by itself goes in time: banners after 3 s, notes after 5 s`,
  ),
]);

const NEWS: readonly Entry[] = screen("News", "/newsfeed", [
  "Today's Top News",
  "Search news...",
  "Read more",
  "No news available.",
  rule(
    "It is dark until somebody turns the light on",
    `${WORDS} › the news are dark at first, searched by title and description, and counted`,
  ),
  rule(
    "An article has picture, title, description, link, source, author and time",
    `${WORDS} › the news are dark at first, searched by title and description, and counted`,
  ),
  rule(
    "The search finds title and description, in any case; the count is of what was found",
    `${WORDS} › the news are dark at first, searched by title and description, and counted`,
    "src/features/news/newsFilter.test.ts › the search finds words in title or description, in any case",
  ),
]);

const INVOICES: readonly Entry[] = screen("Invoices", "/invoicepage", [
  "Invoice",
  "Order date",
  "Acceptance date",
  "Delivery before",
  "Distributor",
  "Retailer",
  "Product",
  "Quantity",
  "Price",
  "Total",
  "Description",
  "No description available",
  "No image available",
  "Scan to make payment",
  "Order summary",
  "Status",
  "Net amount",
  "Authorized signature",
  "Download PDF",
  "No invoices found",
  rule(
    "The newest invoice lies open until another is picked",
    "src/features/invoices/invoiceChoice.test.ts › is the newest until another is picked",
    `${WORDS} › an invoice shows parties, goods, sum, dates and the way to pay`,
  ),
  rule(
    "The PDF's tools are fetched when it is asked for",
    `${WORDS} › an invoice shows parties, goods, sum, dates and the way to pay`,
  ),
  rule(
    "The acceptance date is when it was accepted, and stays (deviation 8)",
    "convex/invoices/invoices.test.ts › names both parties, the goods, the exact sum and the dates",
  ),
  constant(
    "Invoice numbers are below 1,000,000, one after the other for each distributor and financial year (deviation 7)",
    "convex/invoices/invoices.test.ts › end below 1,000,000: 999,999 is given, and nothing after it",
    "convex/invoices/invoices.test.ts › are each distributor's own",
  ),
  constant(
    "The list of invoices is 15 rem high at most",
    `${WORDS} › an invoice shows parties, goods, sum, dates and the way to pay`,
  ),
  constant(
    "The dates in the PDF name the month in full",
    `src/features/invoices/pdfLayout.test.ts › of one line is one sheet with everything on it`,
  ),
]);

const TALK: readonly Entry[] = screen("Chat", "/chat", [
  "Messages",
  "No conversations found",
  "Loading conversations...",
  "Select a conversation to start messaging",
  "Send",
  "Type a message",
  "Sent",
  "Delivered",
  "Read",
  "Please login to access chat",
  rule(
    "A conversation has picture, name, the last message and its time",
    `${WORDS} › the chat lists who one talks with, and what was said last`,
  ),
  rule(
    "Enter sends, and so does Send",
    `${CHAT} › a message goes from sent to delivered to read on the sender's open screen, and the answer comes live`,
  ),
  rule(
    "Empty words are not sent",
    `${LETTER} › is not sent while it is empty (%j)`,
    `${CHAT} › a message goes from sent to delivered to read on the sender's open screen, and the answer comes live`,
  ),
  rule(
    "Opening a conversation marks its messages read",
    `${CHAT} › a message goes from sent to delivered to read on the sender's open screen, and the answer comes live`,
  ),
  rule(
    "Sent is one grey tick, delivered two, read two green ones",
    `${WORDS} › the chat lists who one talks with, and what was said last`,
  ),
  rule(
    "Below 768 px the list collapses when a conversation was chosen",
    `${CHAT} › on a phone the list collapses when a conversation was chosen, and comes back`,
  ),
]);

export const SHARED_ENTRIES: readonly Entry[] = [
  ...OVERSIGHT,
  ...FEEDBACK,
  ...NEWS,
  ...INVOICES,
  ...TALK,
];
