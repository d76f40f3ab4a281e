/** The one thing of Node's that Convex's runtime has: the deployment's variables. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/**
 * Declares those parts of Node's modules that functions in the Node runtime use. Node's whole types are left out: they would put its globals
 * before every other function, which runs without them. Names and shapes are Node's.
 */
declare module "node:dns" {
  export type LookupAddress = { readonly address: string; readonly family: number };
  export function lookup(
    hostname: string,
    options: { readonly all: true },
    callback: (error: Error | null, addresses: LookupAddress[] | undefined) => void,
  ): void;
}

declare module "node:net" {
  import type { LookupAddress } from "node:dns";

  export type LookupFunction = (
    hostname: string,
    options: { readonly all?: boolean | undefined },
    callback: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ) => void;
}

declare module "node:http" {
  import type { LookupFunction } from "node:net";

  export type RequestOptions = {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly agent: false;
    readonly signal: AbortSignal;
    readonly lookup?: LookupFunction | undefined;
  };
  export type IncomingMessage = AsyncIterable<Uint8Array> & {
    readonly statusCode?: number | undefined;
    readonly headers: Readonly<Record<string, string | undefined>>;
    destroy(): void;
  };
  export type ClientRequest = {
    on(event: "error", listener: (error: Error) => void): void;
    end(body?: string | Uint8Array): void;
  };
  export function request(
    url: URL,
    options: RequestOptions,
    onAnswer: (answer: IncomingMessage) => void,
  ): ClientRequest;
}

declare module "node:https" {
  export { request } from "node:http";
}
