/** Verifies a token against the providers of auth.config.ts: its signature, issuer, audience and expiry. */
import type { JSONValue } from "convex/values";
import type { JSONWebKeySet, JWTHeaderParameters, JWTPayload, JWTVerifyGetKey } from "jose";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from "jose";
import type { Identity } from "./contracts";
import type { AuthProvider } from "./functions/deployment";
import { RecentMap } from "./recentMap";

export type UserIdentity = Extract<Identity, { kind: "user" }>;

/** A token that is no good. The message goes to the client. */
class TokenError extends Error {}

/** Fetches a document of JSON; requests to this deployment itself never leave the process. */
export type FetchJson = (url: string) => Promise<unknown>;

/** Keys are fetched again after so long, so that a provider may rotate them. */
const KEYS_FRESH_MS = 10 * 60 * 1_000;
/** A token signed with a key that we don't know makes us look again, but not at any rate that a stranger likes. */
const KEYS_RETRY_MS = 30_000;
/** Clocks of two machines differ. */
const CLOCK_TOLERANCE_S = 5;
/** Tokens whose signatures are not verified with each of their requests; each is a kilobyte or two. */
const MOST_VERIFIED = 1_000;

/** Claims with a name of Convex's own. */
const NAMED_CLAIMS: Readonly<Record<string, string>> = {
  iss: "issuer",
  sub: "subject",
  name: "name",
  given_name: "givenName",
  family_name: "familyName",
  nickname: "nickname",
  preferred_username: "preferredUsername",
  profile: "profileUrl",
  picture: "pictureUrl",
  email: "email",
  email_verified: "emailVerified",
  gender: "gender",
  birthdate: "birthday",
  zoneinfo: "timezone",
  locale: "language",
  phone_number: "phoneNumber",
  phone_number_verified: "phoneNumberVerified",
  address: "address",
  updated_at: "updatedAt",
};

/** Claims about the token, not about the user. */
const TOKEN_CLAIMS = new Set(["aud", "exp", "iat", "nbf", "jti"]);

interface Keys {
  readonly find: JWTVerifyGetKey;
  readonly fetchedAt: number;
}

/** The result of a verification, as long as another one could not have another result. */
interface Verified {
  readonly identity: UserIdentity;
  readonly from: number;
  readonly until: number;
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, "");
}

/** Two providers of one issuer may have keys of their own. */
function sourceOf({ issuer, jwks }: AuthProvider): string {
  return jwks ?? issuer;
}

function audienceFits({ audience }: AuthProvider, { aud }: JWTPayload): boolean {
  if (audience === null) return true;
  return Array.isArray(aud) ? aud.includes(audience) : aud === audience;
}

/** Providers with keys of their own, `customJwt`; the others are found by OpenID Connect. */
function isCustom({ jwks }: AuthProvider): boolean {
  return jwks !== null;
}

/**
 * Convex verifies custom tokens with another library than those of OpenID Connect, which asks for neither.
 * @throws TokenError
 */
function requireCustomRules({ kid }: JWTHeaderParameters, { iat }: JWTPayload, now: number): void {
  if (kid === undefined)
    throw new TokenError("Could not decode token. JWT may be missing a 'kid' (key ID) header.");
  if (iat !== undefined && iat * 1_000 > now + CLOCK_TOLERANCE_S * 1_000)
    throw new TokenError("Could not validate token: it was issued in the future.");
}

/**
 * Completes the identity that an administrator acts as.
 * @throws TokenError if nothing in it names a user.
 */
export function actingIdentity(attributes: Record<string, JSONValue>): Record<string, JSONValue> {
  const { tokenIdentifier, issuer, subject } = attributes;
  if (typeof tokenIdentifier === "string") return attributes;
  if (typeof issuer !== "string" || typeof subject !== "string")
    throw new TokenError('Either "tokenIdentifier" or "issuer" and "subject" must be set');
  return { ...attributes, tokenIdentifier: `${issuer}|${subject}` };
}

function claimsOf(payload: JWTPayload): Record<string, JSONValue> {
  const claims = Object.entries(payload).filter(
    ([name, value]) => !TOKEN_CLAIMS.has(name) && value !== undefined,
  );
  return Object.fromEntries(
    claims.map(([name, value]) => [NAMED_CLAIMS[name] ?? name, value as JSONValue]),
  );
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  return (
    typeof value === "object" && value !== null && "keys" in value && Array.isArray(value.keys)
  );
}

export interface IdentityOptions {
  /** Of the functions that are loaded now. */
  readonly providers: () => readonly AuthProvider[];
  readonly fetchJson: FetchJson;
  readonly now?: () => number;
}

export class IdentityVerifier {
  readonly #providers: () => readonly AuthProvider[];
  readonly #fetchJson: FetchJson;
  readonly #now: () => number;
  readonly #keys = new Map<string, Promise<Keys>>();
  /** By token. Another map when keys are forgotten: what is verified with them ends in the old one. */
  #verified = new RecentMap<string, Verified>(MOST_VERIFIED);

  constructor({ providers, fetchJson, now = Date.now }: IdentityOptions) {
    this.#providers = providers;
    this.#fetchJson = fetchJson;
    this.#now = now;
  }

  /** @throws TokenError */
  async verify(token: string): Promise<UserIdentity> {
    const now = this.#now();
    const known = this.#verified.get(token);
    if (known !== undefined && known.from <= now && now < known.until) return known.identity;
    const provider = this.#providerOf(token);
    try {
      return await this.#check(token, provider);
    } catch (error) {
      if (error instanceof TokenError) throw error;
      if (error instanceof errors.JWKSNoMatchingKey && (await this.#forgetOldKeys(provider)))
        return this.#recheck(token, provider);
      throw new TokenError(
        `Could not verify the token: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  /** The functions were reloaded: providers and their keys may be others now. */
  forgetKeys(): void {
    this.#keys.clear();
    this.#verified = new RecentMap(MOST_VERIFIED);
  }

  async #recheck(token: string, provider: AuthProvider): Promise<UserIdentity> {
    try {
      return await this.#check(token, provider);
    } catch (error) {
      throw new TokenError(
        `Could not verify the token: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  #providerOf(token: string): AuthProvider {
    let payload: JWTPayload;
    let algorithm: string | undefined;
    try {
      payload = decodeJwt(token);
      algorithm = decodeProtectedHeader(token).alg;
    } catch {
      throw new TokenError("Could not parse the token as a JWT.");
    }
    const { iss } = payload;
    const fitting = this.#providers().find(
      (provider) =>
        iss !== undefined &&
        withoutSlash(provider.issuer) === withoutSlash(iss) &&
        audienceFits(provider, payload) &&
        algorithm !== undefined &&
        provider.algorithms.includes(algorithm),
    );
    if (fitting !== undefined) return fitting;
    throw new TokenError(
      "No auth provider found matching the given token. Check that your server auth config (auth.config.ts) names its issuer, audience and algorithm.",
    );
  }

  async #check(token: string, provider: AuthProvider): Promise<UserIdentity> {
    const verified = this.#verified;
    const now = this.#now();
    const { find, fetchedAt } = await this.#keysOf(provider);
    const { payload, protectedHeader } = await jwtVerify(token, find, {
      algorithms: [...provider.algorithms],
      issuer: [withoutSlash(provider.issuer), `${withoutSlash(provider.issuer)}/`],
      ...(provider.audience !== null && { audience: provider.audience }),
      requiredClaims: ["exp", "sub"],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(now),
    });
    if (isCustom(provider)) requireCustomRules(protectedHeader, payload, now);
    const { iss, sub, exp } = payload;
    if (iss === undefined || sub === undefined || exp === undefined)
      throw new TokenError("The token lacks a claim.");
    const identity: UserIdentity = {
      kind: "user",
      tokenIdentifier: `${iss}|${sub}`,
      claims: claimsOf(payload),
      expiresAt: exp * 1_000,
    };
    const until = Math.min((exp + CLOCK_TOLERANCE_S) * 1_000, fetchedAt + KEYS_FRESH_MS);
    verified.set(token, { identity, from: now, until });
    return identity;
  }

  async #keysOf(provider: AuthProvider): Promise<Keys> {
    const source = sourceOf(provider);
    const known = await this.#keys.get(source);
    if (known !== undefined && this.#now() - known.fetchedAt < KEYS_FRESH_MS) return known;
    const fetching = this.#fetchKeys(provider);
    this.#keys.set(source, fetching);
    // A failure is not kept: the next token tries again.
    fetching.catch(() => this.#keys.delete(source));
    return fetching;
  }

  async #fetchKeys(provider: AuthProvider): Promise<Keys> {
    const keySet = await this.#fetchJson(provider.jwks ?? (await this.#discover(provider.issuer)));
    if (!isKeySet(keySet))
      throw new TokenError(`The keys of ${provider.issuer} are no JSON Web Key Set.`);
    return { find: createLocalJWKSet(keySet), fetchedAt: this.#now() };
  }

  async #discover(issuer: string): Promise<string> {
    const found = await this.#fetchJson(`${withoutSlash(issuer)}/.well-known/openid-configuration`);
    const { issuer: named, jwks_uri: keys } = (found ?? {}) as {
      issuer?: unknown;
      jwks_uri?: unknown;
    };
    if (
      typeof keys !== "string" ||
      typeof named !== "string" ||
      withoutSlash(named) !== withoutSlash(issuer)
    ) {
      throw new TokenError(
        `The OpenID configuration of ${issuer} does not name its keys, or another issuer.`,
      );
    }
    return keys;
  }

  /** False when they were fetched only just now. */
  async #forgetOldKeys(provider: AuthProvider): Promise<boolean> {
    const source = sourceOf(provider);
    const known = await this.#keys.get(source);
    if (known === undefined || this.#now() - known.fetchedAt < KEYS_RETRY_MS) return false;
    this.#verified = new RecentMap(MOST_VERIFIED);
    return this.#keys.delete(source);
  }
}
