/** Verifies a token against the providers of auth.config.ts: its signature, issuer, audience and expiry. */
import type { JSONValue } from "convex/values";
import type { JSONWebKeySet, JWTHeaderParameters, JWTPayload, JWTVerifyGetKey } from "jose";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from "jose";
import type { Identity } from "./contracts";
import type { AuthProvider } from "./functions/deployment";
import { RecentMap } from "./recentMap";

export type UserIdentity = Extract<Identity, { kind: "user" }>;

/** Credentials that are no good. Code and message, which are Convex's, go to the client. */
export class CredentialsError extends Error {
  readonly code: string;

  constructor(message: string, code = "InvalidAuthHeader") {
    super(message);
    this.code = code;
  }
}

/** Fetches a document of JSON; requests to this deployment itself never leave the process. */
export type FetchJson = (url: string) => Promise<unknown>;

/** Keys are fetched again after so long, so that a provider may rotate them. */
const KEYS_FRESH_MS = 10 * 60 * 1_000;
/** A token signed with a key that we don't know makes us look again, but not at any rate that a stranger likes. */
const KEYS_RETRY_MS = 30_000;
/** Clocks of two machines differ. */
const CLOCK_TOLERANCE_S = 5;
/** Tokens whose signatures are not verified with each of their requests; each is a kilobyte or two. */
const VERIFIED_MAX = 1_000;

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
function toSourceKey({ issuer, jwks }: AuthProvider): string {
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

/** Returns the message in the words of the library that Convex verifies custom tokens with. */
function notYet(seconds: number, now: number): string {
  return `Token will be valid in ${Math.round(seconds - now / 1_000)} seconds`;
}

/** Says what is wrong with a token that the keys of its provider were tried on. */
function verificationError(token: string, provider: AuthProvider, error: unknown, now: number) {
  if (!isCustom(provider)) {
    const detail = error instanceof Error ? error.message : String(error);
    return new CredentialsError(
      `Could not verify OIDC token claim. Check that the token signature is valid and the token hasn't expired. (${detail})`,
      "Unauthenticated",
    );
  }
  const { exp, nbf } = decodeJwt(token);
  if (error instanceof errors.JWTExpired && exp !== undefined)
    return new CredentialsError(
      `Could not validate token: Token expired ${Math.round(now / 1_000 - exp)} seconds ago`,
    );
  if (error instanceof errors.JWTClaimValidationFailed) {
    const isEarly = error.claim === "nbf" && nbf !== undefined;
    return new CredentialsError(
      `Could not validate token: ${isEarly ? notYet(nbf, now) : error.message}`,
    );
  }
  const { kid } = decodeProtectedHeader(token);
  const hint =
    kid === undefined
      ? "JWT may be missing a 'kid' (key ID) header."
      : `The JWT's 'kid' (key ID) header is '${kid}', does this key match any key in the provider's JWKS?`;
  return new CredentialsError(`Could not decode token. ${hint}`);
}

/** As `auth.config.ts` has them, for the developer who sent a token of another one. */
function described({ kind, issuer, audience }: AuthProvider): string {
  const name = kind === "oidc" ? "OIDC(domain" : "CustomJWT(issuer";
  return `${name}=${issuer}, app_id=${audience ?? "none"})`;
}

/**
 * Convex verifies custom tokens with another library than those of OpenID Connect, which asks for neither.
 * @throws CredentialsError
 */
function requireCustomRules({ kid }: JWTHeaderParameters, { iat }: JWTPayload, now: number): void {
  if (kid === undefined)
    throw new CredentialsError(
      "Could not decode token. JWT may be missing a 'kid' (key ID) header.",
    );
  if (iat !== undefined && iat * 1_000 > now + CLOCK_TOLERANCE_S * 1_000)
    throw new CredentialsError(`Could not validate token: ${notYet(iat, now)}`);
}

/**
 * Completes the identity that an administrator acts as.
 * @throws CredentialsError if nothing in it names a user.
 */
export function actingIdentity(attributes: Record<string, JSONValue>): Record<string, JSONValue> {
  const { tokenIdentifier, issuer, subject } = attributes;
  if (typeof tokenIdentifier === "string") return attributes;
  if (typeof issuer !== "string" || typeof subject !== "string")
    throw new CredentialsError('Either "tokenIdentifier" or "issuer" and "subject" must be set');
  return { ...attributes, tokenIdentifier: `${issuer}|${subject}` };
}

function toClaims(payload: JWTPayload): Record<string, JSONValue> {
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

function badKeys(address: string): CredentialsError {
  return new CredentialsError(
    `Invalid JWKS response body from '${address}'. The response is not valid JSON or doesn't match the expected JWKS format.`,
  );
}

export interface IdentityOptions {
  /** Returns the providers of the functions that are loaded now. */
  readonly providers: () => readonly AuthProvider[];
  readonly fetchJson: FetchJson;
  readonly now?: () => number;
  /** Strangers are not told which providers there are. */
  readonly redact?: boolean;
}

export class IdentityVerifier {
  readonly #providers: () => readonly AuthProvider[];
  readonly #fetchJson: FetchJson;
  readonly #now: () => number;
  readonly #redact: boolean;
  readonly #keys = new Map<string, Promise<Keys>>();
  /** The verified identities by token. Another map takes its place when keys are forgotten: what is verified with them ends in the old one. */
  #verified = new RecentMap<string, Verified>(VERIFIED_MAX);

  constructor({ providers, fetchJson, now = Date.now, redact = false }: IdentityOptions) {
    this.#redact = redact;
    this.#providers = providers;
    this.#fetchJson = fetchJson;
    this.#now = now;
  }

  /** @throws CredentialsError */
  async verify(token: string): Promise<UserIdentity> {
    const now = this.#now();
    const verified = this.#verified.get(token);
    if (verified !== undefined && verified.from <= now && now < verified.until)
      return verified.identity;
    const provider = this.#findProvider(token);
    try {
      return await this.#check(token, provider);
    } catch (error) {
      if (error instanceof CredentialsError) throw error;
      if (error instanceof errors.JWKSNoMatchingKey && (await this.#forgetOldKeys(provider)))
        return this.#recheck(token, provider);
      throw verificationError(token, provider, error, now);
    }
  }

  /** The functions were reloaded: providers and their keys may be others now. */
  forgetKeys(): void {
    this.#keys.clear();
    this.#verified = new RecentMap(VERIFIED_MAX);
  }

  async #recheck(token: string, provider: AuthProvider): Promise<UserIdentity> {
    try {
      return await this.#check(token, provider);
    } catch (error) {
      if (error instanceof CredentialsError) throw error;
      throw verificationError(token, provider, error, this.#now());
    }
  }

  #findProvider(token: string): AuthProvider {
    let payload: JWTPayload;
    let algorithm: string | undefined;
    try {
      payload = decodeJwt(token);
      algorithm = decodeProtectedHeader(token).alg;
    } catch {
      throw new CredentialsError(
        "Could not parse JWT payload. Check that the token is a valid JWT format with three base64-encoded parts separated by dots.",
      );
    }
    const { iss } = payload;
    if (iss === undefined)
      throw new CredentialsError(
        "Missing issuer claim ('iss') in JWT payload. The JWT must include an 'iss' claim that matches one of your configured auth providers.",
      );
    const fitting = this.#providers().find(
      (provider) =>
        withoutSlash(provider.issuer) === withoutSlash(iss) &&
        audienceFits(provider, payload) &&
        algorithm !== undefined &&
        provider.algorithms.includes(algorithm),
    );
    if (fitting !== undefined) return fitting;
    throw this.#noProvider();
  }

  #noProvider(): CredentialsError {
    const providers = this.#providers().map(described).join(", ");
    const advice =
      providers === ""
        ? " (no providers configured). Check convex/auth.config.ts."
        : `. Check that your JWT's issuer and audience match one of your configured providers: [${providers}]`;
    return new CredentialsError(
      `No auth provider found matching the given token${this.#redact ? "" : advice}`,
      "NoAuthProvider",
    );
  }

  async #check(token: string, provider: AuthProvider): Promise<UserIdentity> {
    const verified = this.#verified;
    const now = this.#now();
    const { find, fetchedAt } = await this.#getKeys(provider);
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
      throw new CredentialsError("The token lacks a claim.");
    const identity: UserIdentity = {
      kind: "user",
      tokenIdentifier: `${iss}|${sub}`,
      claims: toClaims(payload),
      expiresAt: exp * 1_000,
    };
    const until = Math.min((exp + CLOCK_TOLERANCE_S) * 1_000, fetchedAt + KEYS_FRESH_MS);
    verified.set(token, { identity, from: now, until });
    return identity;
  }

  async #getKeys(provider: AuthProvider): Promise<Keys> {
    const source = toSourceKey(provider);
    const cachedKeys = await this.#keys.get(source);
    if (cachedKeys !== undefined && this.#now() - cachedKeys.fetchedAt < KEYS_FRESH_MS)
      return cachedKeys;
    const fetching = this.#fetchKeys(provider);
    this.#keys.set(source, fetching);
    // A failure is not kept: the next token tries again.
    fetching.catch(() => this.#keys.delete(source));
    return fetching;
  }

  async #fetchKeys(provider: AuthProvider): Promise<Keys> {
    const address = provider.jwks ?? (await this.#discover(provider.issuer));
    const keySet = await this.#fetchJson(address).catch((error: unknown) => {
      if (error instanceof SyntaxError) throw badKeys(address);
      const detail = error instanceof Error ? error.message : String(error);
      throw new CredentialsError(`Could not fetch the keys from '${address}': ${detail}`);
    });
    if (!isKeySet(keySet)) throw badKeys(address);
    return { find: createLocalJWKSet(keySet), fetchedAt: this.#now() };
  }

  async #discover(issuer: string): Promise<string> {
    const address = `${withoutSlash(issuer)}/.well-known/openid-configuration`;
    const found = await this.#fetchJson(address).catch((error: unknown) => {
      const detail = error instanceof Error ? error.message : String(error);
      throw new CredentialsError(
        `Auth provider discovery of ${issuer} failed: ${detail}`,
        "AuthProviderDiscoveryFailed",
      );
    });
    const { issuer: named, jwks_uri: keys } = (found ?? {}) as {
      issuer?: unknown;
      jwks_uri?: unknown;
    };
    if (
      typeof keys !== "string" ||
      typeof named !== "string" ||
      withoutSlash(named) !== withoutSlash(issuer)
    ) {
      throw new CredentialsError(
        `The OpenID configuration of ${issuer} does not name its keys, or another issuer.`,
      );
    }
    return keys;
  }

  /** False when they were fetched only just now. */
  async #forgetOldKeys(provider: AuthProvider): Promise<boolean> {
    const source = toSourceKey(provider);
    const cachedKeys = await this.#keys.get(source);
    if (cachedKeys === undefined || this.#now() - cachedKeys.fetchedAt < KEYS_RETRY_MS)
      return false;
    this.#verified = new RecentMap(VERIFIED_MAX);
    return this.#keys.delete(source);
  }
}
