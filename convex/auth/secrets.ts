/**
 * Hashes and random values. Web Crypto only: it is native in every runtime and
 * computes off the thread that serves everybody else. Random values come from
 * actions alone; queries and mutations are deterministic.
 */
import type { Infer } from "convex/values";
import { OTP_DIGITS } from "../../domain/limits";
import { passwordProblem } from "../../domain/passwords";
import { toBase64 } from "../digest";
import { fail } from "../errors";
import type { passwordHash } from "./schema";

export type PasswordHash = Infer<typeof passwordHash>;

/** OWASP's figure for PBKDF2-HMAC-SHA256 (Password Storage Cheat Sheet). */
const ROUNDS = 600_000;
const SALT_BYTES = 16;
const HASH_BITS = 256;
const TICKET_BYTES = 32;

const utf8 = new TextEncoder();

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}

async function derive(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  rounds: number,
): Promise<string> {
  const key = await crypto.subtle.importKey("raw", utf8.encode(password), "PBKDF2", false, [
    "deriveBits",
  ]);
  const parameters = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds };
  return toBase64(new Uint8Array(await crypto.subtle.deriveBits(parameters, key, HASH_BITS)));
}

/** A password that somebody wants to have, as typed. Errors: BAD_PASSWORD, COMMON_PASSWORD. */
export function newPassword(password: string): string {
  const problem = passwordProblem(password);
  return problem === undefined ? password : fail(problem);
}

/** A fresh salt and today's rounds. For actions. */
export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, ROUNDS);
  return { algorithm: "PBKDF2-HMAC-SHA256", rounds: ROUNDS, salt: toBase64(salt), hash };
}

/** Hash that stands in for an unknown e-mail's, so that the comparison takes as long as with a wrong password. No password matches it. */
export const NOBODYS_HASH: PasswordHash = {
  algorithm: "PBKDF2-HMAC-SHA256",
  rounds: ROUNDS,
  salt: toBase64(new Uint8Array(SALT_BYTES)),
  hash: "",
};

export async function isPassword(password: string, storedHash: PasswordHash): Promise<boolean> {
  const hash = await derive(password, fromBase64(storedHash.salt), storedHash.rounds);
  return sameText(hash, storedHash.hash);
}

/** Compares in a time that says nothing about where the difference is. */
export function sameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at += 1) difference |= a.charCodeAt(at) ^ (b.charCodeAt(at) || 0);
  return difference === 0;
}

/** 256 random bits, to be sent once and kept as a digest. For actions. */
export function newTicket(): string {
  return toBase64(randomBytes(TICKET_BYTES))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export function newSalt(): string {
  return toBase64(randomBytes(SALT_BYTES));
}

/** Six digits, each as likely as any other. For actions. */
export function newOneTimeCode(): string {
  const codes = 10 ** OTP_DIGITS;
  // The largest multiple of the number of codes below 2^32: above it, the remainder would favour low codes.
  const fair = 2 ** 32 - (2 ** 32 % codes);
  for (;;) {
    const [number = fair] = crypto.getRandomValues(new Uint32Array(1));
    if (number < fair) return String(number % codes).padStart(OTP_DIGITS, "0");
  }
}
