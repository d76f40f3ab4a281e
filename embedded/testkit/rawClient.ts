/** A client that sends raw protocol messages that stock clients never send. */
import { createHash } from "node:crypto";
import { WebSocket } from "ws";

export interface Transition {
  readonly type: "Transition";
  readonly startVersion: { querySet: number; identity: number; ts: string };
  readonly endVersion: { querySet: number; identity: number; ts: string };
  readonly modifications: readonly {
    type: string;
    queryId: number;
    value?: unknown;
    errorMessage?: string;
    journal?: string | null;
  }[];
}

export type ServerMessage =
  | Transition
  | {
      readonly type: "TransitionChunk";
      readonly chunk: string;
      readonly partNumber: number;
      readonly totalParts: number;
      readonly transitionId: string;
    }
  | {
      readonly type: "MutationResponse";
      readonly requestId: number;
      readonly success: boolean;
      readonly result: unknown;
      readonly ts?: string;
    }
  | {
      readonly type: "ActionResponse";
      readonly requestId: number;
      readonly success: boolean;
      readonly result: unknown;
    }
  | {
      readonly type: "AuthError";
      readonly baseVersion: number;
      readonly authUpdateAttempted: boolean;
      readonly error: string;
    }
  | { readonly type: "FatalError"; readonly error: string }
  | { readonly type: "Ping" };

/** Derives a session id from a name; returns a UUID unchanged. */
function sessionIdOf(name: string): string {
  if (/^[\da-f-]{36}$/i.test(name)) return name;
  const digits = createHash("sha256").update(name).digest("hex");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

export class RawClient {
  readonly socket: WebSocket;
  readonly messages: ServerMessage[] = [];
  closeCode: number | null = null;
  #wake: () => void = () => undefined;
  #querySet = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString("utf8")) as ServerMessage);
      this.#wake();
    });
    socket.on("close", (code) => {
      this.closeCode = code;
      this.#wake();
    });
  }

  static async open(
    url: string,
    { origin, path = "/api/1.0.0/sync" }: { origin?: string; path?: string } = {},
  ): Promise<RawClient> {
    const socket = new WebSocket(
      url.replace(/^http/, "ws") + path,
      origin === undefined ? {} : { origin },
    );
    await new Promise((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    return new RawClient(socket);
  }

  say(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  connect(sessionId: string, maxObservedTimestamp?: string): void {
    this.say({
      type: "Connect",
      sessionId: sessionIdOf(sessionId),
      connectionCount: 0,
      lastCloseReason: null,
      clientTs: Date.now(),
      maxObservedTimestamp,
    });
  }

  add(...queries: { queryId: number; udfPath: string; args?: object; journal?: string }[]): void {
    const modifications = queries.map(({ args = {}, ...query }) => ({
      type: "Add",
      ...query,
      args: [args],
    }));
    this.#modify(modifications);
  }

  remove(queryId: number): void {
    this.#modify([{ type: "Remove", queryId }]);
  }

  #modify(modifications: object[]): void {
    const baseVersion = this.#querySet;
    this.#querySet += 1;
    this.say({ type: "ModifyQuerySet", baseVersion, newVersion: this.#querySet, modifications });
  }

  mutate(requestId: number, udfPath: string, args: object): void {
    this.say({ type: "Mutation", requestId, udfPath, args: [args] });
  }

  /** Resolves once `enough` holds for what has arrived; rejects after a while. */
  async until(enough: (client: RawClient) => boolean, timeoutMs = 5_000): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!enough(this)) {
      const remaining = deadline - Date.now();
      if (remaining <= 0)
        throw new Error(
          `Not in time; got ${JSON.stringify(this.messages.slice(-5)).slice(0, 2_000)}`,
        );
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, remaining);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  get transitions(): Transition[] {
    return this.messages.filter((message) => message.type === "Transition");
  }

  /** The newest value of a query, as the client would show it. */
  valueOf(queryId: number): unknown {
    return this.transitions
      .flatMap(({ modifications }) => modifications)
      .findLast((modification) => modification.queryId === queryId)?.value;
  }

  close(): void {
    this.socket.terminate();
  }
}
