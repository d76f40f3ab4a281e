/** Who trades with whom: the lists of each other, requests and networks. */
import { type Entry, constant, rule, screen } from "../entry";

const WORDS = "e2e/words.spec.ts";
const NETWORK = "convex/network/network.test.ts";

export const NETWORK_ENTRIES: readonly Entry[] = [
  ...screen("Retailers list", "/retailerslist", [
    "Loading retailers...",
    "More Info",
    "ID",
    "Name",
    "Role",
    "Shop name",
    "Registered on",
    "Contact Details",
    "Email",
    "Phone",
    "Address",
    rule("A card has picture, name and shop", `${WORDS} › a distributor looks retailers up`),
  ]),
  ...screen("Distributors list", "/distributorslist", [
    "Loading distributors...",
    "No distributors found.",
    "Email",
    "Phone",
    "Joined",
    "Message",
    "Connect",
    "Requested",
    "Connected",
    "{name} added to your network!",
    rule(
      "A card has picture, name, company, e-mail, phone and date",
      `${WORDS} › a retailer looks distributors up`,
    ),
    rule(
      "Asking again makes nothing new",
      "src/features/network/connectLabel.test.ts › on a connection that is %s reads %s",
    ),
    constant(
      "The note goes after 5 seconds, or when it is closed",
      `${WORDS} › what goes by itself goes in time: banners after 3 s, notes after 5 s`,
    ),
  ]),
  ...screen("Requests", "/requests", [
    "Retailer",
    "Email",
    "Status",
    "Pending",
    "Accept",
    "Reject",
    "Request accepted successfully.",
    "Request rejected successfully.",
    rule(
      "An answered request leaves the list",
      `${WORDS} › requests are accepted or rejected, and leave the list`,
      `${NETWORK} › accepted: leaves the pending list and appears on both sides' networks`,
      `${NETWORK} › rejected: on nobody's list`,
    ),
  ]),
  ...screen("Network of a distributor", "/mynetwork", [
    "with {distributor}",
    "Accepted",
    "Your Email",
    "Retailer Name",
    "Retailer Email",
    "Connected Since",
    "Remove from network",
    "No accepted network requests found.",
    rule(
      "A removed connection is rejected, and leaves the list",
      `${WORDS} › a distributor sees the network, and removes a retailer from it`,
      "domain/connectionLifecycle.test.ts › leads where the specification says",
    ),
  ]),
  ...screen("Network of a retailer", "/retailerNetwork", [
    "Accepted",
    "Retailer Info",
    "Name",
    "Email",
    "Since",
    "More Info",
    "Phone",
    "Company",
    "Address",
    "Registered on",
    "Close",
    "All Products",
    "No accepted network requests found.",
    rule(
      "More Info shows the distributor's picture, and is closed by its cross or by Close",
      `${WORDS} › a retailer sees the network, and looks a distributor up`,
    ),
    rule(
      "All Products leads to /distributor-products/{e-mail}",
      `${WORDS} › a retailer sees the network, and looks a distributor up`,
    ),
  ]),
];
