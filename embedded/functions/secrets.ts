/** The deployment's secrets: generated at first use, kept in the database, never shown. */
import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import type { JSONValue } from "convex/values";
import type { JWK } from "jose";
import { SignJWT, exportJWK, generateKeyPair, importJWK } from "jose";
import type { ComponentPath } from "../contracts";
import { type Sealing, TextSealing } from "../sealedText";
import { backendTables, firstRow, textIn } from "./backendTables";
import type { Calls, TokenDesk } from "./services";

const SECRET_BYTES = 32;
const JWT_ALGORITHM = "ES256";
/** Convex's bounds for `ctx.auth.signJwt`. */
const JWT_S_MAX = 3_600;
const RESERVED = /^(iss|iat|exp|nbf|convex.*|cvx.*)$/i;

async function getOrCreateSecret(
  calls: Calls,
  name: string,
  make: () => Promise<string>,
): Promise<string> {
  const find = () =>
    calls.read((transaction) => {
      const row = firstRow(backendTables(transaction), "secrets.by_name", { name });
      return row && textIn(row, "value");
    });
  const existing = find();
  if (existing !== undefined) return existing;
  const value = await make();
  await calls.transact((transaction) => {
    backendTables(transaction).insert("secrets", { name, value });
  });
  return value;
}

/** Signs texts of one purpose: whoever reads them can't make or change one. */
export class Signing {
  /** No bytes: Node 24 takes seven times as long to sign with them. */
  readonly #key: KeyObject;
  readonly #bytes: number;

  /** @param signatureBytes are kept of each HMAC, by default all. */
  constructor(secret: Uint8Array, purpose: string, signatureBytes = SECRET_BYTES) {
    this.#bytes = signatureBytes;
    const bytes = hkdfSync("sha256", secret, "", purpose, SECRET_BYTES);
    this.#key = createSecretKey(new Uint8Array(bytes));
  }

  sign(text: string): string {
    const hmac = createHmac("sha256", this.#key).update(text).digest();
    return hmac.subarray(0, this.#bytes).toString("base64url");
  }

  /** Takes as long for any other signature. Texts are compared, because Node reads over what is no base64. */
  isSigned(text: string, signature: string): boolean {
    const [actual, expected] = [Buffer.from(signature), Buffer.from(this.sign(text))];
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  }
}

/** Derives from this deployment's secret whatever keeps others from making its texts. */
export class Seal {
  readonly #secret: Buffer;
  readonly #tokens: Signing;

  private constructor(secret: Buffer) {
    this.#secret = secret;
    this.#tokens = this.signing("tokens");
  }

  static async open(calls: Calls): Promise<Seal> {
    const text = await getOrCreateSecret(calls, "seal", () =>
      Promise.resolve(randomBytes(SECRET_BYTES).toString("base64")),
    );
    return new Seal(Buffer.from(text, "base64"));
  }

  /** Returns a sealing with keys of its own, for texts that nobody else may read either. */
  sealing(purpose: string): Sealing {
    return new TextSealing(this.#secret, purpose);
  }

  /** Returns a signing with a key of its own. */
  signing(purpose: string, signatureBytes?: number): Signing {
    return new Signing(this.#secret, purpose, signatureBytes);
  }

  close(payload: JSONValue): string {
    const text = Buffer.from(JSON.stringify(payload)).toString("base64url");
    return `${text}.${this.#tokens.sign(text)}`;
  }

  /** Undefined when this deployment did not make it. */
  read(sealed: string): JSONValue | undefined {
    const end = Math.max(sealed.lastIndexOf("."), 0);
    const text = sealed.slice(0, end);
    if (!this.#tokens.isSigned(text, sealed.slice(end + 1))) return undefined;
    return JSON.parse(Buffer.from(text, "base64url").toString()) as JSONValue;
  }
}

/** `ctx.auth.signJwt`, and the key with which others can check what it signed. */
export class TokenSigner implements TokenDesk {
  readonly #calls: Calls;
  readonly #cloudUrl: string;
  #key: Promise<JWK> | undefined;

  constructor(calls: Calls, cloudUrl: string) {
    this.#calls = calls;
    this.#cloudUrl = cloudUrl;
  }

  /** @throws Error when a claim is reserved or the lifetime out of bounds. */
  async signJwt(
    component: ComponentPath,
    claims: JSONValue,
    expiresInSeconds: number,
  ): Promise<string> {
    if (typeof claims !== "object" || claims === null || Array.isArray(claims))
      throw new Error("claims must be an object.");
    const reserved = Object.keys(claims).find((name) => RESERVED.test(name));
    if (reserved !== undefined)
      throw new Error(`The claim "${reserved}" is reserved and may not be set.`);
    if (!(expiresInSeconds >= 1 && expiresInSeconds <= JWT_S_MAX)) {
      throw new Error(`expiresInSeconds must be from 1 to ${JWT_S_MAX}.`);
    }
    const issuer = component === "" ? this.#cloudUrl : `${this.#cloudUrl}/components/${component}`;
    const now = Math.floor(Date.now() / 1_000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: JWT_ALGORITHM, typ: "JWT" })
      .setIssuer(issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + Math.floor(expiresInSeconds))
      .sign(await importJWK(await this.#privateKey(), JWT_ALGORITHM));
  }

  /** Returns the public keys as `/.well-known/jwks.json` has them. */
  async publicKeys(): Promise<JSONValue> {
    const { kty, crv, x, y } = await this.#privateKey();
    return { keys: [{ kty, crv, x, y, alg: JWT_ALGORITHM, use: "sig" }] } as JSONValue;
  }

  /** Must be there before a mutation needs it: a mutation can't wait for another transaction. */
  async prepare(): Promise<void> {
    await this.#privateKey();
  }

  #privateKey(): Promise<JWK> {
    this.#key ??= getOrCreateSecret(this.#calls, "jwt", async () => {
      const { privateKey } = await generateKeyPair(JWT_ALGORITHM, { extractable: true });
      return JSON.stringify(await exportJWK(privateKey));
    }).then((text) => JSON.parse(text) as JWK);
    return this.#key;
  }
}
