/**
 * A WebSocket proxy that cuts connections at chosen points. It forwards bytes and parses them as frames (RFC 6455 §5.2) only to
 * find these points. A connection can end between two frames or within one, on either side; earlier bytes still arrive.
 *
 *   client ⇄ proxy ⇄ backend       one pair of connections for each client connection
 */
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { least } from "./findings";
import type { Finding } from "./proof";

const POINTS = [
  /** The backend gets no Connect. */
  "before Connect",
  /** The backend gets no part of the mutation. */
  "before the mutation",
  /** The backend gets half of the frame. */
  "within the mutation",
  /** The backend gets the mutation, and the client is gone before its response. */
  "after the mutation",
  /** The backend gets the mutation twice, as no client sends it, and the client is gone before its response. */
  "after the mutation twice",
  /** The mutation is committed, and its response is dropped. */
  "before the answer",
  /** The response arrives, the transition with its effect does not. */
  "between answer and transition",
  /** Half of the transition arrives. */
  "within the transition",
  /** The client reconnects while its old connection is still open, and the mutation arrives there late. */
  "late on the old connection",
] as const;
type Point = (typeof POINTS)[number];

export interface CuttingProxy {
  /** The address for clients. */
  readonly url: string;
  /** The number of cuts at each point. */
  readonly cuts: ReadonlyMap<Point, number>;
  close(): Promise<void>;
}

interface CutOptions {
  /** The address of the backend. */
  readonly target: string;
  /** Chooses the point for a new connection, or null for none. */
  readonly nextPoint: () => Point | null;
  /** Returns a random number below the limit. */
  readonly below: (limit: number) => number;
}

/** The longest delay of late messages. */
const LATE_MS = 25;

/** A message with all its fragments, a control frame, or the HTTP head. */
interface Frame {
  readonly bytes: Buffer;
  /** Empty unless it is a text message. */
  readonly text: string;
}

const END_OF_HEAD = "\r\n\r\n";
const FINAL = 0x80;
const OPCODE = 0x0f;
const [CONTINUATION, TEXT] = [0, 1];

/** Splits a byte stream into the HTTP head and messages. */
class FrameReader {
  #rest = Buffer.alloc(0);
  #isInFrames = false;
  /** The fragments so far of a message that has not ended. */
  #fragments: Buffer[] = [];

  /** Returns what is complete; the head has no text. */
  read(more: Buffer): Frame[] {
    this.#rest = Buffer.concat([this.#rest, more]);
    const frames: Frame[] = [];
    for (;;) {
      const length = this.#isInFrames ? this.#frameLength() : this.#headLength();
      if (length === null || this.#rest.length < length) return frames;
      const bytes = this.#rest.subarray(0, length);
      const frame = this.#isInFrames ? this.#message(bytes) : { bytes, text: "" };
      if (frame !== null) frames.push(frame);
      this.#isInFrames = true;
      this.#rest = this.#rest.subarray(length);
    }
  }

  /** Returns null for a fragment that others follow. */
  #message(bytes: Buffer): Frame | null {
    const first = bytes[0] ?? 0;
    const opcode = first & OPCODE;
    // Control frames may come between fragments.
    if (opcode !== CONTINUATION && opcode !== TEXT) return { bytes, text: "" };
    this.#fragments.push(bytes);
    if ((first & FINAL) === 0) return null;
    const fragments = this.#fragments.splice(0);
    return {
      bytes: Buffer.concat(fragments),
      text: Buffer.concat(fragments.map(payloadOf)).toString(),
    };
  }

  #headLength(): number | null {
    const at = this.#rest.indexOf(END_OF_HEAD);
    return at === -1 ? null : at + END_OF_HEAD.length;
  }

  #frameLength(): number | null {
    if (this.#rest.length < 2) return null;
    const { start, length } = layoutOf(this.#rest) ?? {};
    return start === undefined || length === undefined ? null : start + length;
  }
}

/** Returns the offset and length of a frame's payload; null when the frame's own head is incomplete. */
function layoutOf(bytes: Buffer): { start: number; length: number } | null {
  const second = bytes[1] ?? 0;
  const short = second & 0x7f;
  const wide = short === 127 ? 8 : short === 126 ? 2 : 0;
  const start = 2 + wide + (second & 0x80 ? 4 : 0);
  if (bytes.length < start) return null;
  const length =
    wide === 0 ? short : wide === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return { start, length };
}

function payloadOf(bytes: Buffer): Buffer {
  const { start } = layoutOf(bytes) ?? { start: bytes.length };
  const payload = Buffer.from(bytes.subarray(start));
  if (((bytes[1] ?? 0) & 0x80) === 0) return payload;
  const mask = bytes.subarray(start - 4, start);
  for (const [at, byte] of payload.entries()) payload[at] = byte ^ (mask[at % 4] ?? 0);
  return payload;
}

function typeOf({ text }: Frame): string {
  if (text === "") return "";
  const { type } = JSON.parse(text) as { type?: unknown };
  return typeof type === "string" ? type : "";
}

/** A client's connection and the matching one to the backend. */
class Pair {
  readonly #client: Socket;
  readonly #backend: Socket;
  readonly #point: Point | null;
  readonly #options: CutOptions;
  readonly #onCut: (point: Point) => void;
  #isCut = false;
  /** A response was forwarded: the next transition may be cut. */
  #awaitsTransition = false;

  constructor(client: Socket, options: CutOptions, onCut: (point: Point) => void) {
    const { hostname, port } = new URL(options.target);
    this.#client = client;
    this.#backend = connect(Number(port), hostname);
    this.#options = options;
    this.#onCut = onCut;
    this.#point = options.nextPoint();
    this.#carry(client, this.#backend, (frame) => this.#fromClient(frame));
    this.#carry(this.#backend, client, (frame) => this.#fromBackend(frame));
  }

  destroy(): void {
    this.#client.destroy();
    this.#backend.destroy();
  }

  #carry(from: Socket, to: Socket, pass: (frame: Frame) => void): void {
    const reader = new FrameReader();
    from.setNoDelay(true);
    from.on("data", (bytes) => {
      for (const frame of reader.read(bytes)) if (!this.#isCut) pass(frame);
    });
    // Broken connections are expected.
    from.on("error", () => undefined);
    from.on("close", () => {
      if (!this.#isCut) to.destroy();
    });
  }

  #fromClient(frame: Frame): void {
    const type = typeOf(frame);
    const half = frame.bytes.subarray(0, frame.bytes.length >> 1);
    if (type === "Connect" && this.#point === "before Connect") this.#cut();
    else if (type !== "Mutation") this.#backend.write(frame.bytes);
    else if (this.#isTimeFor("before the mutation")) this.#cut();
    else if (this.#isTimeFor("within the mutation")) this.#cut({ forBackend: half });
    else if (this.#isTimeFor("after the mutation")) this.#cut({ forBackend: frame.bytes });
    else if (this.#isTimeFor("after the mutation twice"))
      this.#cut({ forBackend: Buffer.concat([frame.bytes, frame.bytes]) });
    else if (this.#isTimeFor("late on the old connection")) this.#cutLate(frame);
    else this.#backend.write(frame.bytes);
  }

  #fromBackend(frame: Frame): void {
    const type = typeOf(frame);
    if (type === "MutationResponse") {
      if (this.#isTimeFor("before the answer")) {
        this.#cut();
        return;
      }
      this.#awaitsTransition ||= this.#isNow();
    } else if (type === "Transition" && this.#awaitsTransition) {
      if (this.#point === "between answer and transition") {
        this.#cut();
        return;
      }
      if (this.#point === "within the transition") {
        this.#cut({ forClient: frame.bytes.subarray(0, frame.bytes.length >> 1) });
        return;
      }
    }
    this.#client.write(frame.bytes);
  }

  #isTimeFor(point: Point): boolean {
    return this.#point === point && this.#isNow();
  }

  /** Decides at an occurrence of the point whether to cut. */
  #isNow(): boolean {
    return this.#options.below(4) === 0;
  }

  /** Ends both sides after the given bytes. */
  #cut({ forBackend, forClient }: { forBackend?: Buffer; forClient?: Buffer } = {}): void {
    this.#note();
    endAfter(this.#backend, forBackend);
    endAfter(this.#client, forClient);
  }

  #cutLate(frame: Frame): void {
    this.#note();
    this.#client.destroy();
    setTimeout(() => endAfter(this.#backend, frame.bytes), this.#options.below(LATE_MS));
  }

  #note(): void {
    this.#isCut = true;
    if (this.#point !== null) this.#onCut(this.#point);
  }
}

/** Sends the bytes and then the end; further data of the peer is dropped. */
function endAfter(socket: Socket, bytes?: Buffer): void {
  if (bytes === undefined) socket.destroy();
  else socket.end(bytes);
}

/** Listens on a free loopback port; connections are cut at the points first that were cut least. */
export async function openCuttingProxy(
  target: string,
  below: CutOptions["below"],
): Promise<CuttingProxy> {
  const cuts = new Map<Point, number>(POINTS.map((point) => [point, 0]));
  const nextPoint = () => {
    const rarest = [...cuts].sort(([, a], [, b]) => a - b).slice(0, 3);
    return rarest[below(rarest.length)]?.[0] ?? null;
  };
  const options = { target, nextPoint, below };
  const pairs = new Set<Pair>();
  const server = createServer((client) => {
    const pair = new Pair(client, options, (point) => cuts.set(point, (cuts.get(point) ?? 0) + 1));
    pairs.add(pair);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    cuts,
    async close() {
      for (const pair of pairs) pair.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Requires so many cuts at each point. */
export function cutsAtLeast({ cuts }: CuttingProxy, target: number): Finding[] {
  return POINTS.map((point) => least(`cuts ${point}`, cuts.get(point) ?? 0, target));
}
