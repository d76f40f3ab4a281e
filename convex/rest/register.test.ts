import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ROLES } from "../../domain/roles";
import { digest } from "../digest";
import {
  EMAIL,
  PASSWORD,
  PNG,
  codeFor,
  form,
  mailsTo,
  setDeployment,
  upload,
} from "../auth/visitor.setup";
import { type Market, everything, openMarket } from "../market.setup";
import { type SentHeaders, ask, earlierAddress, refused } from "./rest.setup";

beforeAll(setDeployment);
beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});

const NOT_VERIFIED = refused(
  403,
  "EMAIL_NOT_VERIFIED",
  "Please verify your email with OTP before registering.",
);

function sendCode(t: Market, email: unknown) {
  return ask(t, "POST /api/otp/send-otp", { body: { email } });
}

function verifyCode(t: Market, otp: unknown, email = EMAIL) {
  return ask(t, "POST /api/otp/verify-otp", { body: { email, otp } });
}

async function ticketOf(t: Market, email: string): Promise<string> {
  await sendCode(t, email);
  const { body } = await verifyCode(t, await codeFor(t, email), email);
  return (body as { ticket: string }).ticket;
}

let pictures = 0;

/** Each is wider than the one before, so that no two have the same address. */
async function pictureOf(t: Market, ticket: string) {
  pictures += 1;
  const bytes = Uint8Array.from(PNG, (byte, at) => (at === 19 ? pictures : byte));
  const response = await upload(t, { "X-Signup-Ticket": ticket }, bytes);
  return (await response.json()) as { url: string; imageId: string };
}

type Fields = Record<string, unknown>;

/** Everything that a visitor has who may register. */
async function readyVisitor(t: Market, email = EMAIL) {
  const ticket = await ticketOf(t, email);
  const picture = await pictureOf(t, ticket);
  const fields: Fields = { ...form, email, image: picture.url };
  return { ticket, picture, fields };
}

function register(t: Market, body: Fields, headers: SentHeaders = {}) {
  return ask(t, "POST /api/auth/register", { headers, body });
}

const DONE = {
  status: 201,
  body: { message: "Registration successful. Please log in." },
};

const usersOf = (t: Market) => t.run((ctx) => ctx.db.query("users").take(10));

describe("the one-time code", () => {
  it("is mailed, whether or not the e-mail is known, and exchanged for a ticket", async () => {
    const t = openMarket();
    const sent = { status: 200, body: { message: "OTP sent successfully." } };
    expect(await sendCode(t, ` ${EMAIL.toUpperCase()} `)).toMatchObject(sent);
    expect(await mailsTo(t, EMAIL)).toHaveLength(1);
    const answer = await verifyCode(t, await codeFor(t, EMAIL));
    const ticket = expect.stringMatching(/^[\w-]{43}$/) as string;
    expect(answer.body).toEqual({ message: "OTP verified successfully.", ticket });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^signup_ticket=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
  });

  it("is mailed to e-mails alone", async () => {
    const t = openMarket();
    const before = await everything(t);
    const wrong = refused(400, "INVALID_EMAIL", "Please enter a valid email address.");
    const texts = ["", "a", "a@b", "a@b.co\r\nBcc: c@d.ef", "\ud800@b.co"];
    for (const email of [undefined, null, 1, true, [], {}, [EMAIL], { $gt: "" }, ...texts])
      expect(await sendCode(t, email), JSON.stringify(email)).toMatchObject(wrong);
    expect(await everything(t)).toBe(before);
  });

  it("is refused when wrong, used, of another e-mail, or no code at all", async () => {
    const t = openMarket();
    await sendCode(t, EMAIL);
    await sendCode(t, "other@corner.test");
    const right = await codeFor(t, EMAIL);
    const wrong = refused(400, "INVALID_OTP", "Invalid OTP");
    for (const otp of ["", "12345", "1234567", "12 34 56", "-12345", "1e5", "０１２３４５"])
      expect(await verifyCode(t, otp)).toMatchObject(wrong);
    for (const otp of [null, true, 0, Number(right), [], {}, [right], { $gt: "" }])
      expect(await verifyCode(t, otp)).toMatchObject(wrong);
    expect(await verifyCode(t, right, "other@corner.test")).toMatchObject(wrong);
    expect((await verifyCode(t, right)).status).toBe(200);
    expect(await verifyCode(t, right)).toMatchObject(wrong);
  });

  it("is asked for once a minute", async () => {
    const t = openMarket();
    vi.stubEnv("RATE_LIMITS", "on");
    await sendCode(t, EMAIL);
    const answer = await sendCode(t, EMAIL);
    expect(answer).toMatchObject(
      refused(429, "OTP_LIMIT", "Failed to send OTP. Please try again."),
    );
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});

describe("registering", () => {
  it("opens an account that can log in, with the ticket in a header, the body or the cookie", async () => {
    const t = openMarket();
    const ways: ((ticket: string) => [SentHeaders, Fields])[] = [
      (ticket) => [{ "X-Signup-Ticket": ticket }, {}],
      (ticket) => [{}, { ticket }],
      (ticket) => [{ Cookie: `signup_ticket=${ticket}` }, {}],
    ];
    for (const [n, way] of ways.entries()) {
      const email = `kiran${n}@corner.test`;
      const { ticket, fields } = await readyVisitor(t, email);
      const [headers, more] = way(ticket);
      const answer = await register(t, { ...fields, ...more }, headers);
      expect(answer).toMatchObject(DONE);
      expect(answer.body).toEqual(DONE.body);
      const login = { email, password: PASSWORD, role: "retailer" };
      expect((await ask(t, "POST /api/auth/login", { body: login })).status).toBe(200);
    }
    expect(await usersOf(t)).toHaveLength(3);
  });

  it("takes the uploaded picture by its address or by its id, and no other", async () => {
    const t = openMarket();
    const other = await readyVisitor(t, "other@corner.test");
    const { ticket, fields, picture } = await readyVisitor(t);
    const headers = { "X-Signup-Ticket": ticket };
    const none = refused(400, "NO_IMAGE", "Please select an image file");
    const before = await everything(t);
    for (const image of [
      undefined,
      null,
      1,
      {},
      "",
      "javascript:alert(1)",
      "file:///etc/passwd",
      "https://evil.example/x.png",
      other.picture.url,
    ])
      expect(await register(t, { ...fields, image }, headers), JSON.stringify(image)).toMatchObject(
        none,
      );
    for (const imageId of ["", "x", other.picture.imageId, 1])
      expect(await register(t, { ...fields, image: undefined, imageId }, headers)).toMatchObject(
        none,
      );
    expect(await everything(t)).toBe(before);
    const byId = { ...fields, image: undefined, imageId: picture.imageId };
    expect(await register(t, byId, headers)).toMatchObject(DONE);
    expect(await usersOf(t)).toMatchObject([{ email: EMAIL, imageId: picture.imageId }]);
  });

  it("takes the picture's address of an earlier day", async () => {
    const t = openMarket();
    const { ticket, picture, fields } = await readyVisitor(t);
    const body = { ...fields, image: earlierAddress(picture.url) };
    expect(await register(t, body, { "X-Signup-Ticket": ticket })).toMatchObject(DONE);
    expect(await usersOf(t)).toMatchObject([{ email: EMAIL, imageId: picture.imageId }]);
  });

  it("is refused without the ticket of that e-mail", async () => {
    const t = openMarket();
    const { fields } = await readyVisitor(t);
    const stranger = await ticketOf(t, "other@corner.test");
    const before = await everything(t);
    expect(await register(t, fields)).toMatchObject(NOT_VERIFIED);
    for (const wrong of ["", "made up", stranger])
      expect(await register(t, fields, { "X-Signup-Ticket": wrong })).toMatchObject(NOT_VERIFIED);
    for (const ticket of ["", 1, null, { $gt: "" }])
      expect(await register(t, { ...fields, ticket })).toMatchObject(NOT_VERIFIED);
    expect(await everything(t)).toBe(before);
  });

  it("says what is wrong, and changes nothing", async () => {
    const t = openMarket();
    const { ticket, fields } = await readyVisitor(t);
    const headers = { "X-Signup-Ticket": ticket };
    const role = refused(400, "INVALID_ROLE", "Invalid role.");
    const missing = refused(400, "MISSING_FIELDS", "Please fill in all required fields.");
    const email = refused(400, "INVALID_EMAIL", "Please enter a valid email address.");
    const before = await everything(t);
    const wrong: [Fields, object][] = [
      ...["admin", "Admin", "", undefined, ["admin"], { role: "admin" }].map(
        (value): [Fields, object] => [{ role: value }, role],
      ),
      ...["name", "phone", "password", "address"].flatMap((field) =>
        [undefined, null, 0, ["a"], { $gt: "" }].map((value): [Fields, object] => [
          { [field]: value },
          missing,
        ]),
      ),
      ...["  ", "\u202eevil", "\ud800"].map((name): [Fields, object] => [{ name }, missing]),
      [{ shopName: undefined }, missing],
      [{ shopName: null }, missing],
      [{ shopName: ["a"] }, missing],
      [{ role: "distributor" }, missing],
      [{ address: "a".repeat(501) }, missing],
      [{ email: "a@b" }, email],
      [{ email: 1 }, email],
      [{ phone: "abc" }, refused(400, "BAD_PHONE", "Please enter a valid phone number.")],
      [
        { password: "1234567" },
        refused(400, "BAD_PASSWORD", "Please choose a password of 8 to 128 characters."),
      ],
      [
        { password: "iloveyou" },
        refused(
          400,
          "COMMON_PASSWORD",
          "That is one of the passwords that are tried first. Please choose another.",
        ),
      ],
    ];
    for (const [change, answer] of wrong)
      expect(
        await register(t, { ...fields, ...change }, headers),
        JSON.stringify(change),
      ).toMatchObject(answer);
    expect(await everything(t)).toBe(before);
    expect(await register(t, fields, headers), "after all that").toMatchObject(DONE);
  });

  it("names a taken e-mail only to whoever proved it", async () => {
    const t = openMarket();
    const first = await readyVisitor(t);
    await register(t, first.fields, { "X-Signup-Ticket": first.ticket });
    expect(await register(t, first.fields)).toMatchObject(NOT_VERIFIED);
    const again = await readyVisitor(t);
    expect(await register(t, again.fields, { "X-Signup-Ticket": again.ticket })).toMatchObject(
      refused(409, "EMAIL_TAKEN", "An account with this email already exists."),
    );
    expect(await usersOf(t)).toHaveLength(1);
  });

  it("makes no admin, and keeps nothing that was smuggled along", async () => {
    const t = openMarket();
    const { ticket, fields } = await readyVisitor(t);
    const smuggled = { isAdmin: true, _id: "x", deactivatedAt: 1, upiId: "x@y", __proto__: {} };
    await register(
      t,
      { ...fields, ...smuggled, companyName: "Big" },
      { "X-Signup-Ticket": ticket },
    );
    const [user] = await usersOf(t);
    expect(user).toMatchObject({ role: "retailer", shopName: "Kiran Corner" });
    for (const field of ["isAdmin", "deactivatedAt", "upiId", "companyName"])
      expect(user).not.toHaveProperty(field);
    expect(ROLES).toContain(user?.role);
  });
});

describe("a registration with an Idempotency-Key", () => {
  it("is answered again when it is sent again, though its ticket is used up", async () => {
    const t = openMarket();
    const { ticket, fields } = await readyVisitor(t);
    const headers = { "X-Signup-Ticket": ticket, "Idempotency-Key": "form-1" };
    expect(await register(t, fields, headers)).toMatchObject(DONE);
    const after = await everything(t);
    expect(await register(t, fields, headers)).toMatchObject(DONE);
    expect(await register(t, { ...fields, ticket }, headers)).toMatchObject(DONE);
    expect(await register(t, { ...fields, name: "Somebody else" }, headers)).toMatchObject(
      refused(422, "KEY_REUSED", "This request was already used with different data."),
    );
    const other = { ...headers, "Idempotency-Key": "form-2" };
    expect(await register(t, fields, other)).toMatchObject(NOT_VERIFIED);
    const stranger = { ...headers, "X-Signup-Ticket": await ticketOf(t, "other@corner.test") };
    expect(await register(t, fields, stranger)).toMatchObject(NOT_VERIFIED);
    const [user, ...more] = await usersOf(t);
    expect(more).toEqual([]);
    expect(after).toContain(user?._id);
  });

  it("makes one account when it is sent many times at once", async () => {
    const t = openMarket();
    const { ticket, fields } = await readyVisitor(t);
    const headers = { "X-Signup-Ticket": ticket, "Idempotency-Key": "form-1" };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => register(t, fields, headers)),
    );
    for (const answer of answers) expect(answer).toMatchObject(DONE);
    expect(await usersOf(t)).toHaveLength(1);
  });

  it("that was refused is tried anew", async () => {
    const t = openMarket();
    const { ticket, fields } = await readyVisitor(t);
    const headers = { "X-Signup-Ticket": ticket, "Idempotency-Key": "form-1" };
    expect((await register(t, { ...fields, phone: "abc" }, headers)).status).toBe(400);
    expect(await register(t, fields, headers)).toMatchObject(DONE);
  });

  it("keeps nothing against which a password could be guessed", async () => {
    const t = openMarket();
    const { ticket, fields } = await readyVisitor(t);
    const headers = { "X-Signup-Ticket": ticket, "Idempotency-Key": "form-1" };
    await register(t, fields, headers);
    const [kept] = await t.run((ctx) => ctx.db.query("restAnswers").take(10));
    const ordered = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
    expect(kept?.digest).toBeTypeOf("string");
    expect(kept?.digest).not.toBe(await digest(JSON.stringify(Object.fromEntries(ordered))));
    const withTicket = Object.entries({ ...fields, ticket }).sort(([a], [b]) => (a < b ? -1 : 1));
    expect(kept?.digest).toBe(await digest(JSON.stringify(Object.fromEntries(withTicket))));
  });

  it.each(["", "a".repeat(129), "a b"])("%j is no key", async (key) => {
    const t = openMarket();
    const { ticket, fields } = await readyVisitor(t);
    const headers = { "X-Signup-Ticket": ticket, "Idempotency-Key": key };
    const before = await everything(t);
    expect(await register(t, fields, headers)).toMatchObject(
      refused(400, "BAD_KEY", "The request key is not valid."),
    );
    expect(await everything(t)).toBe(before);
  });
});
