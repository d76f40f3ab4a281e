/** Rings for new notifications, in one tab of this browser and outside the quiet hours. Renders nothing. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { minuteIst } from "../../../domain/dates";
import { isQuiet } from "../../../domain/notifications";
import { SenderLock } from "../../outbox/senderLock";
import { useAccountId } from "../../live/useMarketClient";
import { useLiveQuery } from "../../live/useLiveQuery";
import { channelsOf } from "./settings";
import { Ringer } from "./Ringer";
import { useSound } from "./Sound";

/** More than arrive in one moment. */
const NEWEST = 10;
/** A page that is watched grows with what arrives; beyond this many rows it is asked for afresh. */
const WATCHED_MAX = 50;
/** More than arrive while one repeats. */
const TO_DO = 30;

/** Watches the beginning of a list, or nothing. */
function useNewest(filter: "all" | "toDo", numItems: number, isWanted = true) {
  const [id, setId] = useState(0);
  const paginationOpts = { numItems, cursor: null, id };
  const { value } = useLiveQuery(
    api.notifications.list,
    isWanted ? { filter, paginationOpts } : "skip",
  );
  if (value !== undefined && value.page.length > WATCHED_MAX) setId(id + 1);
  return value?.page;
}

/** Elects the tab that rings, among those that the browser lets make sounds. Without Web Locks every tab rings. */
function useSoundLock(isAble: boolean): () => boolean {
  const accountId = useAccountId();
  const lock = useRef<SenderLock | null>(null);
  useEffect(() => {
    if (!isAble) return;
    const queued = new SenderLock(`sound:${accountId}`, () => undefined);
    lock.current = queued;
    return () => {
      queued.stop();
      lock.current = null;
    };
  }, [accountId, isAble]);
  return () => lock.current?.isHeld === true;
}

export function SoundListener(): null {
  const { sound, state } = useSound();
  const settings = useLiveQuery(api.notifications.settings, {}).value;
  const newest = useNewest("all", NEWEST);
  const toDo = useNewest("toDo", TO_DO, settings?.repeatsSound === true);
  const isMine = useSoundLock(state === "on");
  const ring = useEffectEvent(() => {
    const isSilent = settings === undefined || isQuiet(settings, minuteIst(Date.now()));
    if (!isSilent && isMine()) sound.ring();
  });
  const ringer = useRef<Ringer | null>(null);
  useEffect(() => {
    const created = new Ringer(() => ring());
    ringer.current = created;
    return () => created.stop();
  }, []);
  useEffect(() => {
    if (newest === undefined) return;
    ringer.current?.noteNewest(newest, (kind) => channelsOf(settings, kind).includes("sound"));
  }, [newest, settings]);
  useEffect(() => {
    ringer.current?.noteToDo(toDo === undefined ? null : new Set(toDo.map(({ id }) => id)));
  }, [toDo]);
  return null;
}
