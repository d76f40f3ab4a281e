/** Concurrent registrations and guesses: one account per e-mail in any spelling, one ticket and five guesses per code. */
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { OTP_DIGITS, OTP_TRIES } from "../../domain/limits";
import { clientOf, operatorOf, untilFolded } from "../../testkit/clients";
import type { Market } from "../../testkit/market";
import { oneTimeCode } from "../../testkit/people";
import { type Attempt, type Finding, chance } from "../../embedded/testkit/proof";
import {
  type HttpResponse,
  codeOf,
  post,
  requestCode,
  uploadSignupPicture,
  visitorOf,
} from "./accountCalls";
import { least, none } from "../findings";
import { PASSWORD } from "../../testkit/traders";

const REGISTRATIONS = 50;
const GUESSES = 50;
const CODE_USES = 20;
const ROUNDS = { short: 4, long: 25 };

const EMAIL = "andré.rao@bücher.test";
/** One mailbox in several spellings: capitals, outer spaces, decomposed accents, the domain in Punycode. */
const SPELLINGS = [
  EMAIL,
  EMAIL.toUpperCase(),
  `  ${EMAIL}\u200b`,
  "andré.rao@xn--bcher-kva.test",
  ` ${EMAIL.normalize("NFD").toUpperCase()}\n`,
];
/** Other mailboxes without a code; dots and +tags distinguish mailboxes. */
const OTHER_MAILBOXES = [
  "andrérao@bücher.test",
  "andré.rao+shop@bücher.test",
  "andre.rao@bücher.test",
];

export async function joinAdmin(market: Market) {
  const login = { email: "boss@market.test", password: PASSWORD, role: "admin" as const };
  const { email, password } = login;
  const admin = { email, password, name: "Boss" };
  await operatorOf(market).action("admin:upsertAdmin" as never, admin as never);
  return clientOf(market, login);
}

/** Registers through REST and Convex functions in turn; returns "done" or the code of the refusal. */
async function tryRegister(
  market: Market,
  n: number,
  form: { email: string; ticket: string; imageId: Id<"_storage"> },
): Promise<string> {
  const shop = { name: "André Rao", phone: "+919876543210", address: "Pune", shopName: "Rao" };
  const account = { ...form, ...shop, role: "retailer", password: `${PASSWORD} ${n}` };
  if (n % 2 === 0) return codeOf(visitorOf(market).action(api.auth.register, account));
  const { status, text } = await post(market, "/api/auth/register", account);
  return status === 201 ? "done" : (JSON.parse(text) as { code: string }).code;
}

export async function oneAccount(market: Market): Promise<Finding[]> {
  const admin = await joinAdmin(market);
  const verified: { ticket: string; imageId: Id<"_storage"> }[] = [];
  for (const [n, typed] of SPELLINGS.entries()) {
    const visitor = visitorOf(market);
    await visitor.action(api.auth.sendOtp, { email: typed, purpose: "signup" });
    const otp = await oneTimeCode(market, EMAIL);
    const check = {
      email: SPELLINGS[(n + 1) % SPELLINGS.length]!,
      otp,
      purpose: "signup" as const,
    };
    const { ticket } = await visitor.action(api.auth.verifyOtp, check);
    verified.push({ ticket, imageId: await uploadSignupPicture(market, ticket) });
  }
  const otherCodes = await Promise.all(
    OTHER_MAILBOXES.map((email, n) => tryRegister(market, n, { email, ...verified[0]! })),
  );
  const codes = await Promise.all(
    Array.from({ length: REGISTRATIONS }, (_, n) => {
      const [email, verification] = [SPELLINGS[n % 5]!, verified[Math.floor(n / 5) % 5]!];
      return tryRegister(market, n, { email, ...verification });
    }),
  );
  const winner = codes.indexOf("done");
  const tried = [winner, ...[0, 1, 2].filter((n) => n !== winner)];
  const signIns = await Promise.all(
    tried.map((n) =>
      codeOf(clientOf(market, { email: EMAIL, password: `${PASSWORD} ${n}`, role: "retailer" })),
    ),
  );
  const wanted = tried.map((n) => (n === winner ? "done" : "INVALID_LOGIN"));
  await untilFolded(market);
  const { users } = await admin.query(api.admin.counts, {});
  const unexpected = codes.filter(
    (code) => !["done", "EMAIL_TAKEN", "EMAIL_NOT_VERIFIED"].includes(code),
  );
  const accounts = codes.filter((code) => code === "done").length;
  return [
    {
      what: `accounts after ${REGISTRATIONS} concurrent registrations, by their responses and by the admin's count`,
      figure: `${accounts}, ${users.retailer}`,
      target: "1, 1",
      holds: accounts === 1 && users.retailer === 1,
    },
    none("refusals other than EMAIL_TAKEN and EMAIL_NOT_VERIFIED", unexpected, codes.length - 1),
    none(
      "other mailboxes accepted with the ticket",
      otherCodes.filter((code) => code !== "EMAIL_NOT_VERIFIED"),
      OTHER_MAILBOXES.length,
    ),
    {
      what: "sign-ins with the passwords of the successful and of refused registrations",
      figure: signIns.join(" "),
      target: wanted.join(" "),
      holds: signIns.join() === wanted.join(),
    },
  ];
}

/** Waits for the first five responses; the other guesses stay in flight. */
async function fiveResponses(guesses: readonly Promise<HttpResponse>[]): Promise<void> {
  let count = 0;
  await new Promise<void>((resolve) => {
    for (const guess of guesses)
      void guess.then(() => {
        count += 1;
        if (count === OTP_TRIES) resolve();
      });
  });
}

export async function limitedGuesses(market: Market, { form, seed }: Attempt): Promise<Finding[]> {
  const random = chance(seed);
  const rounds = ROUNDS[form];
  const [tooLate, tooEarly, reused]: string[][] = [[], [], []];
  let [allowed, refused] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const emailOf = (name: string) => `${name}${round}@corner.test`;
    const guess = (email: string, otp: string) =>
      post(market, "/api/otp/verify-otp", { email, otp });
    const wrong = (right: string) => {
      const off = 1 + Math.floor(random() * (10 ** OTP_DIGITS - 1));
      return String((Number(right) + off) % 10 ** OTP_DIGITS).padStart(OTP_DIGITS, "0");
    };

    // The right code is sent after five responses, while other guesses are in flight.
    const email = emailOf("guessed");
    const right = await requestCode(market, email, "signup");
    const first = Array.from({ length: GUESSES / 2 }, () => guess(email, wrong(right)));
    await fiveResponses(first);
    const more = Array.from({ length: GUESSES / 2 - 1 }, () => guess(email, wrong(right)));
    const responses = await Promise.all([guess(email, right), ...first, ...more]);
    refused += responses.filter(({ status }) => status === 400).length;
    tooLate!.push(...responses.filter(({ status }) => status !== 400).map(({ text }) => text));

    // With one guess left the right code is accepted, so the refusal above was for the number of guesses.
    const owner = emailOf("owner");
    const code = await requestCode(market, owner, "signup");
    await Promise.all(Array.from({ length: OTP_TRIES - 1 }, () => guess(owner, wrong(code))));
    const fifth = await guess(owner, code);
    allowed += 1;
    if (fifth.status !== 200) tooEarly!.push(fifth.text);

    const user = emailOf("user");
    const used = await requestCode(market, user, "signup");
    const all = await Promise.all(Array.from({ length: CODE_USES }, () => guess(user, used)));
    const tickets = all.filter(({ status }) => status === 200).length;
    if (tickets !== 1) reused!.push(`${tickets} tickets`);
    if ((await guess(user, used)).status !== 400) reused!.push("a ticket afterwards");
  }
  return [
    none(
      `responses other than 400 to ${GUESSES} concurrent guesses, the right one sent after five responses`,
      tooLate!,
      rounds * GUESSES,
    ),
    least("guesses refused", refused, rounds * GUESSES),
    none("right codes refused with one guess left", tooEarly!, allowed),
    none(
      `codes that gave another number of tickets than one in ${CODE_USES} concurrent uses`,
      reused!,
      rounds,
    ),
  ];
}
