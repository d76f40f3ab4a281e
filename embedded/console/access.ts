/**
 * Access to the console. The browser never holds the admin key unless a person typed it: a session is a token of its own, made
 * from the key, that holds until key or mode change and says whether it may only read.
 */
import { createHmac } from "node:crypto";
import { INSTANCE_NAME } from "../adminKey";
import type { Identity } from "../contracts";
import type { Authenticate } from "../http/callers";
import { requireAdmin, sameSecret } from "../http/callers";
import { getClientAddress, isLoopbackAddress } from "../http/clientAddress";
import type { Exchange } from "../http/exchange";
import { getHeader, sendJson } from "../http/exchange";
import { HttpError } from "../http/httpError";
import { CredentialsError } from "../identity";
import type { ConsoleMode } from "../options";

export interface ConsoleAccessOptions {
  readonly adminKey: string;
  readonly mode: Exclude<ConsoleMode, "off">;
  /** The server is bound to this machine alone, has no public address and trusts no proxy: people on this machine need no password. */
  readonly isLocal: boolean;
}

/** Returns true when the request comes from a page that this listener itself served; a browser sends no false origin. */
function isOwnPage({ request }: Exchange): boolean {
  const origin = getHeader(request, "origin");
  if (origin === null || !URL.canParse(origin)) return false;
  return new URL(origin).host === getHeader(request, "host");
}

/** An address of this machine is noted only for requests without a proxy's headers, to a name of this machine. */
function isOnThisMachine({ request }: Exchange): boolean {
  const address = getClientAddress(request);
  return address !== null && isLoopbackAddress(address);
}

export class ConsoleAccess {
  readonly #options: ConsoleAccessOptions;
  readonly #token: string;

  constructor(options: ConsoleAccessOptions) {
    this.#options = options;
    const { adminKey, mode } = options;
    const digest = createHmac("sha256", adminKey).update(`console ${mode}`).digest("hex");
    this.#token = `${INSTANCE_NAME}|${digest}`;
  }

  /** Admits sessions of the console besides everybody whom `authenticate` admits. */
  admitting(authenticate: Authenticate): Authenticate {
    return async (credentials) => {
      if (credentials.kind !== "admin" || !sameSecret(credentials.key, this.#token))
        return authenticate(credentials);
      if (credentials.actingAs !== undefined)
        throw new CredentialsError("A session of the console acts for nobody.", "BadAdminKey");
      const identity: Identity = { kind: "admin" };
      return this.#options.mode === "full" ? identity : { kind: "admin", isReadOnly: true };
    };
  }

  /** Answers with a session: to a page on this machine, and to everybody with the admin key. */
  async open(exchange: Exchange, authenticate: Authenticate): Promise<void> {
    if (!isOwnPage(exchange))
      throw new HttpError(403, "OriginNotAllowed", "Only the console's own page gets a session.");
    const { isLocal, mode } = this.#options;
    const hasKey = getHeader(exchange.request, "authorization") !== null;
    if (hasKey || !isLocal || !isOnThisMachine(exchange))
      await requireAdmin(exchange, authenticate);
    sendJson(exchange, 200, { token: this.#token, isReadOnly: mode === "read-only" });
  }
}
