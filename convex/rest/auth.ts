/** The calls around an account: logging in and out, proving an e-mail, registering. */
import { z } from "@hono/zod-openapi";
import type { Infer } from "convex/values";
import type { FieldCode } from "../../domain/errors";
import { ROLES, TRADE_ROLES } from "../../domain/roles";
import { normalEmail } from "../../domain/text";
import { internal } from "../_generated/api";
import { mailCode, ticketForCode } from "../auth/codes";
import { callerAddress } from "../auth/limits";
import { ACCOUNT_ERRORS } from "../auth/registration";
import { hashPassword, newPassword, newTicket } from "../auth/secrets";
import { proveLogin } from "../auth/signIn";
import { digest } from "../digest";
import { fail } from "../errors";
import type { meView } from "../users/view";
import { noteKey } from "./body";
import { Message, accountFields, fields, isoTime } from "./entities";
import { MEENA, NEWCOMER, asRetailer } from "./exampleParts";
import { type Operation, action, created, ok } from "./operation";
import { cookieIn, deviceIn, keepCookie, ticketIn } from "./session";

const transactions = internal.rest.authInternal;

const User = z
  .object({
    ...accountFields,
    firstName: z.string().openapi({ description: "`name` up to its first space." }),
    lastName: z.string(),
    image: z.string().nullable(),
  })
  .openapi("User");

function toUser({
  upiId: _,
  bankAccount: __,
  imageUrl,
  createdAt,
  ...me
}: Infer<typeof meView>): z.infer<typeof User> {
  const [firstName = "", ...rest] = me.name.split(" ");
  return {
    ...me,
    firstName,
    lastName: rest.join(" "),
    image: imageUrl,
    createdAt: isoTime(createdAt),
  };
}

const SESSION_OPERATIONS: readonly Operation[] = [
  action({
    call: "POST /api/validate",
    tag: "auth",
    summary: "Whether the session is good; if not, the cookie is removed",
    who: "anyone",
    needs: "read",
    security: [{ bearer: [] }, { cookie: [] }],
    answer: ok(z.object({ message: z.string(), user: User })),
    errors: ["UNAUTHENTICATED", "FORBIDDEN"],
    example: asRetailer,
    handle: async (c) => {
      const me = await c.env.runQuery(transactions.me, { caller: c.get("caller") });
      if (me !== null) return { message: "The session is valid.", user: toUser(me) };
      keepCookie(c, "token", "");
      return fail("UNAUTHENTICATED");
    },
  }),
  action({
    call: "POST /api/auth/login",
    summary: "A new session for thirty days, in place of the one that was sent along",
    description:
      "The token is in the answer, for programs, and in the cookie `token`. The cookie `device` opens nothing: whoever sends it with a later login is not held up by failures of strangers.",
    who: "anyone",
    body: z.object({
      email: z.string().min(1),
      password: z.string().min(1),
      role: z
        .string()
        .min(1)
        .openapi({ enum: [...ROLES] }),
    }),
    words: { BAD_REQUEST: "Email, password and role are required." },
    answer: ok(z.object({ message: z.string(), token: z.string(), user: User })),
    errors: ["INVALID_LOGIN", "TOO_MANY"],
    example: { json: { email: MEENA, password: "mandi-demo-2026", role: "retailer" } },
    handle: async (c, { body }) => {
      const device = deviceIn(c) ?? newTicket();
      const proven = await proveLogin(c.env, { ...body, device });
      const token = newTicket();
      const opening = { caller: c.get("caller"), ...proven, tokenHash: await digest(token) };
      const me = await c.env.runMutation(transactions.openSession, opening);
      if (me === null) return fail("INVALID_LOGIN");
      keepCookie(c, "token", token);
      keepCookie(c, "device", device);
      return { message: "Login successful.", token, user: toUser(me) };
    },
  }),
  action({
    call: "POST /api/auth/logout",
    summary: "End the session that is sent along, on every screen; without one, nothing",
    who: "anyone",
    security: [{ bearer: [] }, { cookie: [] }, {}],
    answer: ok(Message),
    example: asRetailer,
    handle: async (c) => {
      await c.env.runMutation(transactions.logOut, { caller: c.get("caller") });
      keepCookie(c, "token", "");
      return { message: "Logged out successfully." };
    },
  }),
];

const handle = z.string().optional().openapi({
  description: "Of the code that was asked for before; or the cookie `otp_handle`.",
});

const CODE_OPERATIONS: readonly Operation[] = [
  action({
    call: "POST /api/otp/send-otp",
    tag: "auth",
    summary: "Mail a six-digit code, good for ten minutes; the asker's older one is good no more",
    description:
      "The code belongs to whoever asked for it: to the `handle` in the answer, for programs, which is in the cookie `otp_handle` too.",
    who: "anyone",
    body: z.object({ email: z.string(), handle }),
    invalid: "INVALID_EMAIL",
    answer: ok(z.object({ message: z.string(), handle: z.string() })),
    errors: ["INVALID_EMAIL", "OTP_LIMIT"],
    example: { json: { email: NEWCOMER } },
    handle: async (c, { body }) => {
      const { email, handle: before = cookieIn(c, "otp_handle") } = body;
      const newest = await mailCode(c.env, { email, purpose: "signup", handle: before });
      keepCookie(c, "otp_handle", newest);
      return { message: "OTP sent successfully.", handle: newest };
    },
  }),
  action({
    call: "POST /api/otp/verify-otp",
    tag: "auth",
    summary: "Exchange a code for a ticket, with which an account can be registered",
    description:
      "The ticket is good for thirty minutes and three pictures, also as a cookie. Without the handle, only the newest code counts that was asked for from the same network.",
    who: "anyone",
    body: z.object({
      email: z.string(),
      otp: z.string().openapi({ example: "012345" }),
      handle,
    }),
    invalid: "INVALID_OTP",
    answer: ok(z.object({ message: z.string(), ticket: z.string() })),
    errors: ["INVALID_OTP", "TOO_MANY"],
    example: {
      json: { email: NEWCOMER, otp: "$CODE" },
      needs: { CODE: { words: "the six digits of the mail" } },
    },
    handle: async (c, { body }) => {
      const code = { handle: cookieIn(c, "otp_handle"), ...body, purpose: "signup" as const };
      const ticket = await ticketForCode(c.env, code);
      keepCookie(c, "signup_ticket", ticket);
      return { message: "OTP verified successfully.", ticket };
    },
  }),
];

const Registration = z
  .object({
    ...fields(z.string(), "name", "email", "phone", "password"),
    role: z.string().openapi({ enum: [...TRADE_ROLES] }),
    companyName: z.string().nullish().openapi({ description: "Required of distributors." }),
    shopName: z.string().nullish().openapi({ description: "Required of retailers." }),
    image: z.string().optional().openapi({
      description: "The address that the upload answered; required unless `imageId` is sent.",
    }),
    imageId: z.string().optional().openapi({ description: "Likewise, its id." }),
    address: z.string(),
    ticket: z.string().optional().openapi({
      description: "Of the verified e-mail; or the header `X-Signup-Ticket`, or the cookie.",
    }),
  })
  .openapi("Registration");

/** The codes of fields of another type: those of any other wrong value. The others have MISSING_FIELDS. */
const REFUSED_FIELDS: Partial<Record<string, FieldCode>> = {
  email: "INVALID_EMAIL",
  role: "INVALID_ROLE",
  image: "NO_IMAGE",
  imageId: "NO_IMAGE",
  ticket: "EMAIL_NOT_VERIFIED",
};

export const AUTH_OPERATIONS: readonly Operation[] = [
  ...SESSION_OPERATIONS,
  ...CODE_OPERATIONS,
  action({
    call: "POST /api/auth/register",
    summary: "Open an account for a verified e-mail",
    who: "anyone",
    once: true,
    body: Registration,
    invalid: (field) => ({ code: REFUSED_FIELDS[field] ?? "MISSING_FIELDS", field }),
    answer: created(Message),
    errors: ["INVALID_EMAIL", "BAD_PASSWORD", "COMMON_PASSWORD", ...ACCOUNT_ERRORS],
    example: {
      json: {
        ticket: "$TICKET",
        email: NEWCOMER,
        name: "New Comer",
        phone: "+91 98765 43210",
        password: "a long enough password",
        role: "retailer",
        shopName: "Newcomer Stores",
        address: "1 Station Road, Pune",
        image: "$PICTURE",
      },
      needs: {
        TICKET: { words: "the ticket that POST /api/otp/verify-otp answered" },
        PICTURE: {
          words: "the url that POST /api/upload/image answered to the header X-Signup-Ticket",
        },
      },
    },
    handle: async (c, { body }) => {
      const ticket = body.ticket ?? ticketIn(c) ?? fail("EMAIL_NOT_VERIFIED");
      const email = normalEmail(body.email) ?? fail("INVALID_EMAIL");
      const secret = newPassword(body.password);
      const answer = { message: "Registration successful. Please log in." };
      // The ticket is random, so the digest that is kept for a day discloses nothing about the password in it.
      await noteKey(c, { ...body, ticket });
      const proof = { caller: c.get("caller"), once: c.get("once"), ticket, email };
      const networkAddress = await callerAddress(c.env);
      if (await c.env.runMutation(transactions.admitRegistration, { ...proof, networkAddress }))
        return answer;
      const { companyName, shopName, ...form } = body;
      await c.env.runMutation(transactions.register, {
        ...form,
        ...proof,
        companyName: companyName ?? undefined,
        shopName: shopName ?? undefined,
        password: await hashPassword(secret),
      });
      return answer;
    },
  }),
];
