/** Returns the sound of the session's account in this browser, and its state. */
import { useSyncExternalStore } from "react";
import type { MarketClient } from "../../live/convexClient";
import { useMarketClient } from "../../live/useMarketClient";
import { Sound, type SoundState } from "./Sound";

const sounds = new WeakMap<MarketClient, Sound>();

function soundOf(client: MarketClient): Sound {
  const known = sounds.get(client);
  if (known !== undefined) return known;
  const sound = new Sound(client.accountId ?? "");
  sounds.set(client, sound);
  return sound;
}

export function useSound(): { readonly sound: Sound; readonly state: SoundState } {
  const sound = soundOf(useMarketClient());
  return { sound, state: useSyncExternalStore(sound.subscribe, sound.state) };
}
