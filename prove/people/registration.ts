/** One account per e-mail however it is written, one ticket per code, five guesses per code: also when everything comes at once. */
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { OTP_DIGITS, OTP_TRIES } from "../../domain/limits";
import { clientOf, operatorOf } from "../../testkit/clients";
import type { Market } from "../../testkit/market";
import { oneTimeCode } from "../../testkit/people";
import { type Attempt, type Finding, chance } from "../../embedded/testkit/proof";
import { type Answer, codeOf, mailCode, pictureFor, post, visitorOf } from "./accountCalls";
import { least, none } from "../findings";
import { PASSWORD } from "../../testkit/traders";

const REGISTRATIONS = 50;
const GUESSES = 50;
const SAME_CODE = 20;
const ROUNDS = { short: 4, long: 25 };

const EMAIL = "andré.rao@bücher.test";
/** One mailbox: capitals, blanks at the ends, a letter and its accent apart, the domain in ASCII. */
const SPELLINGS = [
  EMAIL,
  EMAIL.toUpperCase(),
  `  ${EMAIL}\u200b`,
  "andré.rao@xn--bcher-kva.test",
  ` ${EMAIL.normalize("NFD").toUpperCase()}\n`,
];
/** Other mailboxes, which nobody proved: a dot counts, and so does what follows a plus. */
const OTHERS = ["andrérao@bücher.test", "andré.rao+shop@bücher.test", "andre.rao@bücher.test"];

export async function joinAdmin(market: Market) {
  const login = { email: "boss@market.test", password: PASSWORD, role: "admin" as const };
  const { email, password } = login;
  const admin = { email, password, name: "Boss" };
  await operatorOf(market).action("admin:upsertAdmin" as never, admin as never);
  return clientOf(market, login);
}

/** Through REST and the functions in turn. */
async function registered(
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
  const proofs: { ticket: string; imageId: Id<"_storage"> }[] = [];
  for (const [n, typed] of SPELLINGS.entries()) {
    const visitor = visitorOf(market);
    await visitor.action(api.auth.sendOtp, { email: typed, purpose: "signup" });
    const otp = await oneTimeCode(market, EMAIL);
    const proven = {
      email: SPELLINGS[(n + 1) % SPELLINGS.length]!,
      otp,
      purpose: "signup" as const,
    };
    const { ticket } = await visitor.action(api.auth.verifyOtp, proven);
    proofs.push({ ticket, imageId: await pictureFor(market, ticket) });
  }
  const unproven = await Promise.all(
    OTHERS.map((email, n) => registered(market, n, { email, ...proofs[0]! })),
  );
  const codes = await Promise.all(
    Array.from({ length: REGISTRATIONS }, (_, n) => {
      const [email, proof] = [SPELLINGS[n % 5]!, proofs[Math.floor(n / 5) % 5]!];
      return registered(market, n, { email, ...proof });
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
  const { users } = await admin.query(api.admin.counts, {});
  const odd = codes.filter((code) => !["done", "EMAIL_TAKEN", "EMAIL_NOT_VERIFIED"].includes(code));
  const accounts = codes.filter((code) => code === "done").length;
  return [
    {
      what: `accounts that ${REGISTRATIONS} registrations at once made, by their answers and by the admin's count`,
      figure: `${accounts}, ${users.retailer}`,
      target: "1, 1",
      holds: accounts === 1 && users.retailer === 1,
    },
    none("other answers than that the e-mail is taken or the proof used up", odd, codes.length - 1),
    none(
      "mailboxes that were taken for the proven one",
      unproven.filter((code) => code !== "EMAIL_NOT_VERIFIED"),
      OTHERS.length,
    ),
    {
      what: "the password of the registration that was done signs in, those of others do not",
      figure: signIns.join(" "),
      target: wanted.join(" "),
      holds: signIns.join() === wanted.join(),
    },
  ];
}

/** Answers as soon as five of the guesses were answered, with the rest still under way. */
async function fiveAnswered(guesses: readonly Promise<Answer>[]): Promise<void> {
  let answered = 0;
  await new Promise<void>((resolve) => {
    for (const guess of guesses)
      void guess.then(() => {
        answered += 1;
        if (answered === OTP_TRIES) resolve();
      });
  });
}

export async function fewGuesses(market: Market, { form, seed }: Attempt): Promise<Finding[]> {
  const random = chance(seed);
  const rounds = ROUNDS[form];
  const [late, early, twice]: string[][] = [[], [], []];
  let [evaluated, refused] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const emailOf = (what: string) => `${what}${round}@corner.test`;
    const guess = (email: string, otp: string) =>
      post(market, "/api/otp/verify-otp", { email, otp });
    const wrong = (right: string) => {
      const off = 1 + Math.floor(random() * (10 ** OTP_DIGITS - 1));
      return String((Number(right) + off) % 10 ** OTP_DIGITS).padStart(OTP_DIGITS, "0");
    };

    // The right one is sent when five were answered, among others that are under way.
    const email = emailOf("guessed");
    const right = await mailCode(market, email, "signup");
    const first = Array.from({ length: GUESSES / 2 }, () => guess(email, wrong(right)));
    await fiveAnswered(first);
    const more = Array.from({ length: GUESSES / 2 - 1 }, () => guess(email, wrong(right)));
    const answers = await Promise.all([guess(email, right), ...first, ...more]);
    refused += answers.filter(({ status }) => status === 400).length;
    late!.push(...answers.filter(({ status }) => status !== 400).map(({ text }) => text));

    // With one try left it is still good, so the refusal above was for the number of tries.
    const owner = emailOf("owner");
    const code = await mailCode(market, owner, "signup");
    await Promise.all(Array.from({ length: OTP_TRIES - 1 }, () => guess(owner, wrong(code))));
    const fifth = await guess(owner, code);
    evaluated += 1;
    if (fifth.status !== 200) early!.push(fifth.text);

    const user = emailOf("user");
    const used = await mailCode(market, user, "signup");
    const all = await Promise.all(Array.from({ length: SAME_CODE }, () => guess(user, used)));
    const tickets = all.filter(({ status }) => status === 200).length;
    if (tickets !== 1) twice!.push(`${tickets} tickets`);
    if ((await guess(user, used)).status !== 400) twice!.push("a ticket afterwards");
  }
  return [
    none(`${GUESSES} guesses at once, the right one after five: taken`, late!, rounds * GUESSES),
    least("of them refused", refused, rounds * GUESSES),
    none("right codes that were refused with one try left", early!, evaluated),
    none(`codes of which ${SAME_CODE} uses at once made more than one ticket`, twice!, rounds),
  ];
}
