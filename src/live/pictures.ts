/** Addresses of stored pictures for <img>, and pictures that could not be loaded. */
import { useEffect, useState } from "react";
import { connectionOf } from "./connection";
import { useMarketClient } from "./useMarketClient";
import { shortAddress, wholeAddress } from "../../domain/pictureAddress";
import { withoutTrailing } from "../../domain/text";

/**
 * Returns the address that failed, or null, and a function that notes one. Without a connection no picture can be loaded: when it is
 * back, the picture gets another chance.
 */
export function useFailedPicture(): [failed: string | null, note: (url: string) => void] {
  const client = useMarketClient();
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    if (failed === null) return;
    const connection = connectionOf(client);
    return connection.subscribe(() => {
      if (connection.state().canSend) setFailed(null);
    });
  }, [client, failed]);
  return [failed, setFailed];
}

const configured: unknown = import.meta.env["VITE_CONVEX_URL"];
const DEPLOYMENT = typeof configured === "string" ? withoutTrailing(configured, "/") : "";

/**
 * Converts the server's address of a picture, whole or short, or returns null if there is none. The result is on the page's own
 * origin, because the server may know itself by another address, unless the deployment is hosted elsewhere.
 * @param deployment - The origin of a deployment that does not serve this page, else "".
 */
export function imageUrl(
  stored: string | null | undefined,
  deployment = DEPLOYMENT,
): string | null {
  if (stored === null || stored === undefined || stored === "") return null;
  return wholeAddress(deployment === "" ? shortAddress(stored) : stored, deployment);
}
