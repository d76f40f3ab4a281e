/**
 * The bell in the bar, with the number of unread notifications. From 1024 px on it opens their list; below that it leads to their
 * page. It also reads what the open page shows, and rings, because it stands on every page.
 */
import * as links from "../../../domain/links";
import { Bell, VolumeX } from "lucide-react";
import { NavLink } from "react-router-dom";
import { lazyBackground } from "../../ui/lazyPart";
import { useLateMenu } from "../../ui/useLateMenu";
import { BELL_LOOK, type BellPopoverProps } from "./bell";
import { useSound } from "./Sound";
import { useReadPath, useUnreadNotifications } from "./unread";
import { t } from "../../../domain/language/texts";

const loadPopover = async () => (await import("./BellPopover")).BellPopover;

/** Fetched by browsers in which sound was turned on. */
const SoundListener = lazyBackground(async () => (await import("./SoundListener")).SoundListener);

/** The server counts no further than one more. */
const SHOWN_MAX = 99;

export function BellButton() {
  const unread = useUnreadNotifications() ?? 0;
  const { state } = useSound();
  useReadPath(unread);
  const figure = unread > SHOWN_MAX ? `${SHOWN_MAX}+` : String(unread);
  const name =
    unread === 0 ? t("Notifications") : t("Notifications, {count} unread", { count: figure });
  const face = (
    <>
      <Bell aria-hidden className="size-5" />
      {unread > 0 && <Figure text={figure} />}
    </>
  );
  return (
    <div className="relative">
      <NavLink
        to={links.NOTIFICATIONS}
        aria-label={name}
        className={`${BELL_LOOK} aria-[current=page]:text-accent-ink lg:hidden`}
      >
        {face}
      </NavLink>
      <LateBell name={name} unread={unread}>
        {face}
      </LateBell>
      {state === "blocked" && <SoundHint />}
      {state !== "off" && <SoundListener />}
    </div>
  );
}

/** Shows a count in ink, because unread is no duty; what must be answered is counted in marigold beside its page. */
function Figure({ text }: { text: string }) {
  return (
    <span
      aria-hidden
      className="absolute top-0 right-0 grid h-4.5 min-w-4.5 place-items-center rounded-full border border-edge bg-pill px-1 text-xs leading-none font-semibold text-ink tabular-nums"
    >
      {text}
    </span>
  );
}

function LateBell({ name, unread, children }: BellPopoverProps) {
  const { Menu, button } = useLateMenu(loadPopover);
  if (Menu !== null)
    return (
      <Menu name={name} unread={unread}>
        {children}
      </Menu>
    );
  return (
    <button
      {...button}
      aria-haspopup="dialog"
      aria-label={name}
      className={`${BELL_LOOK} max-lg:hidden`}
    >
      {children}
    </button>
  );
}

/** Stands below the bell while the browser keeps the page silent. Any click unblocks the sound; this one says so. */
function SoundHint() {
  const { sound } = useSound();
  return (
    <button
      type="button"
      onClick={() => sound.turnOn()}
      // Late, because a sound that is just being turned on is blocked for a moment.
      className="absolute top-full right-0 z-40 mt-1 flex h-9 animate-fade items-center gap-2 rounded-sm border border-line bg-raised px-3 text-sm whitespace-nowrap shadow-high [animation-delay:0.4s] [animation-fill-mode:backwards] hover:bg-hover"
    >
      <VolumeX aria-hidden className="size-4 text-muted" />
      {t("Click to turn sound on")}
    </button>
  );
}
