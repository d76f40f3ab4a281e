/** The calls around an account: logging in and out, proving an e-mail, registering. */
import { createRoute, z } from "@hono/zod-openapi";
import type { Infer } from "convex/values";
import type { FieldCode } from "../../domain/errors";
import { TICKET_LIFETIME_MS } from "../../domain/limits";
import { ROLES, TRADE_ROLES } from "../../domain/roles";
import { normalEmail } from "../../domain/text";
import { internal } from "../_generated/api";
import { mailCode, ticketForCode } from "../auth/codes";
import { callerAddress } from "../auth/limits";
import { hashPassword, newPassword, newTicket } from "../auth/secrets";
import { digest } from "../digest";
import { proveLogin } from "../auth/signIn";
import { fail } from "../errors";
import type { meView } from "../users/view";
import { ok, idempotency, json, created, noteKey, refusals, policy } from "./call";
import { Message, isoTime } from "./entities";
import type { RestApp, RestContext } from "./env";
import {
  deviceIn,
  forgetToken,
  handleIn,
  keepDevice,
  keepHandle,
  keepTicket,
  keepToken,
  ticketIn,
} from "./session";

const calls = internal.rest.calls.auth;

const User = z
  .object({
    _id: z.string(),
    name: z.string(),
    firstName: z.string().openapi({ description: "`name` up to its first space." }),
    lastName: z.string(),
    email: z.string(),
    image: z.string().nullable(),
    role: z.enum(ROLES),
    companyName: z.string().optional().openapi({ description: "Of distributors." }),
    shopName: z.string().optional().openapi({ description: "Of retailers." }),
    phone: z.string(),
    address: z.string(),
    createdAt: z.string(),
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

const sessions = {
  validate: createRoute({
    method: "post",
    path: "/api/validate",
    tags: ["auth"],
    summary: "Whether the session is good; if not, the cookie is removed",
    ...policy({ who: "anyone", needs: "read" }),
    security: [{ bearer: [] }, { cookie: [] }],
    responses: {
      200: ok(z.object({ message: z.string(), user: User })),
      ...refusals(401, 403),
    },
  }),
  login: createRoute({
    method: "post",
    path: "/api/auth/login",
    tags: ["auth"],
    summary: "A new session for thirty days, in place of the one that was sent along",
    description:
      "The token is in the answer, for programs, and in the cookie `token`. The cookie `device` opens nothing: whoever sends it with a later login is not held up by failures of strangers.",
    ...policy({
      who: "anyone",
      body: "json",
      words: { BAD_REQUEST: "Email, password and role are required." },
    }),
    request: {
      body: json(
        z.object({
          email: z.string().min(1),
          password: z.string().min(1),
          role: z
            .string()
            .min(1)
            .openapi({ enum: [...ROLES] }),
        }),
      ),
    },
    responses: {
      200: ok(z.object({ message: z.string(), token: z.string(), user: User })),
      ...refusals(400, 401, 413, 415, 429),
    },
  }),
  logout: createRoute({
    method: "post",
    path: "/api/auth/logout",
    tags: ["auth"],
    summary: "End the session that is sent along, on every screen; without one, nothing",
    ...policy({ who: "anyone" }),
    security: [{ bearer: [] }, { cookie: [] }, {}],
    responses: { 200: ok(Message) },
  }),
};

function addSessions(app: RestApp): void {
  app.openapi(sessions.validate, async (c) => {
    const me = await c.env.runQuery(calls.me, { caller: c.get("caller") });
    if (me === null) {
      forgetToken(c);
      return fail("UNAUTHENTICATED");
    }
    return c.json({ message: "The session is valid.", user: toUser(me) }, 200);
  });
  app.openapi(sessions.login, async (c) => {
    const device = deviceIn(c) ?? newTicket();
    const proven = await proveLogin(c.env, { ...c.req.valid("json"), device });
    const token = newTicket();
    const opening = { caller: c.get("caller"), ...proven, tokenHash: await digest(token) };
    const me = await c.env.runMutation(calls.openSession, opening);
    if (me === null) return fail("INVALID_LOGIN");
    keepToken(c, token);
    keepDevice(c, device);
    return c.json({ message: "Login successful.", token, user: toUser(me) }, 200);
  });
  app.openapi(sessions.logout, async (c) => {
    await c.env.runMutation(calls.logOut, { caller: c.get("caller") });
    forgetToken(c);
    return c.json({ message: "Logged out successfully." }, 200);
  });
}

const Handle = z.string().optional().openapi({
  description: "Of the code that was asked for before; or the cookie `otp_handle`.",
});

const codes = {
  send: createRoute({
    method: "post",
    path: "/api/otp/send-otp",
    tags: ["auth"],
    summary: "Mail a six-digit code, good for ten minutes; the asker's older one is good no more",
    description:
      "The code belongs to whoever asked for it: to the `handle` in the answer, for programs, which is in the cookie `otp_handle` too.",
    ...policy({ who: "anyone", body: "json", invalid: "INVALID_EMAIL" }),
    request: { body: json(z.object({ email: z.string(), handle: Handle })) },
    responses: {
      200: ok(z.object({ message: z.string(), handle: z.string() })),
      ...refusals(400, 413, 415, 429),
    },
  }),
  verify: createRoute({
    method: "post",
    path: "/api/otp/verify-otp",
    tags: ["auth"],
    summary: "Exchange a code for a ticket, with which an account can be registered",
    description:
      "The ticket is good for thirty minutes and three pictures, also as a cookie. Without the handle, only the newest code counts that was asked for from the same network.",
    ...policy({ who: "anyone", body: "json", invalid: "INVALID_OTP" }),
    request: {
      body: json(
        z.object({
          email: z.string(),
          otp: z.string().openapi({ example: "012345" }),
          handle: Handle,
        }),
      ),
    },
    responses: {
      200: ok(z.object({ message: z.string(), ticket: z.string() })),
      ...refusals(400, 413, 415, 429),
    },
  }),
};

function addCodes(app: RestApp): void {
  app.openapi(codes.send, async (c) => {
    const { email, handle: sent } = c.req.valid("json");
    const handle = await mailCode(c.env, { email, purpose: "signup", handle: sent ?? handleIn(c) });
    keepHandle(c, handle);
    return c.json({ message: "OTP sent successfully.", handle }, 200);
  });
  app.openapi(codes.verify, async (c) => {
    const { email, otp, handle = handleIn(c) } = c.req.valid("json");
    const ticket = await ticketForCode(c.env, { email, otp, purpose: "signup", handle });
    keepTicket(c, ticket, TICKET_LIFETIME_MS);
    return c.json({ message: "OTP verified successfully.", ticket }, 200);
  });
}

const Registration = z
  .object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    password: z.string(),
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

/** Of another type, they are as wrong as any other wrong one. */
const REFUSED_FIELDS: Partial<Record<string, FieldCode>> = {
  email: "INVALID_EMAIL",
  role: "INVALID_ROLE",
  image: "NO_IMAGE",
  imageId: "NO_IMAGE",
  ticket: "EMAIL_NOT_VERIFIED",
};

const register = createRoute({
  method: "post",
  path: "/api/auth/register",
  tags: ["auth"],
  summary: "Open an account for a verified e-mail",
  ...policy({
    who: "anyone",
    body: "json",
    invalid: (field) => ({ code: REFUSED_FIELDS[field] ?? "MISSING_FIELDS", field }),
  }),
  request: { headers: idempotency, body: json(Registration) },
  responses: { 201: created(Message), ...refusals(400, 403, 409, 413, 415, 422, 429) },
});

/** Errors: EMAIL_NOT_VERIFIED, INVALID_EMAIL, BAD_PASSWORD, COMMON_PASSWORD, TOO_MANY, KEY_REUSED, and those of `auth/registration.ts`. */
async function registerOnce(c: RestContext, sent: z.infer<typeof Registration>): Promise<void> {
  const ticket = sent.ticket ?? ticketIn(c) ?? fail("EMAIL_NOT_VERIFIED");
  const email = normalEmail(sent.email) ?? fail("INVALID_EMAIL");
  const secret = newPassword(sent.password);
  // The ticket is random, so the fingerprint that is kept for a day tells nobody anything about the password in it.
  await noteKey(c, { ...sent, ticket });
  const asked = { caller: c.get("caller"), once: c.get("once"), ticket, email };
  const networkAddress = await callerAddress(c.env);
  if (await c.env.runMutation(calls.admitRegistration, { ...asked, networkAddress })) return;
  await c.env.runMutation(calls.register, {
    ...asked,
    name: sent.name,
    phone: sent.phone,
    role: sent.role,
    companyName: sent.companyName ?? undefined,
    shopName: sent.shopName ?? undefined,
    address: sent.address,
    image: sent.image,
    imageId: sent.imageId,
    password: await hashPassword(secret),
  });
}

export function addAuth(app: RestApp): void {
  addSessions(app);
  addCodes(app);
  app.openapi(register, async (c) => {
    await registerOnce(c, c.req.valid("json"));
    return c.json({ message: "Registration successful. Please log in." }, 201);
  });
}
