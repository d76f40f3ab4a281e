/**
 * The bell in the bar, with the number of unread notifications. From 1024 px on it opens their list; below that it leads to their
 * page. It also reads what the open page shows, and rings, because it stands on every page.
 */
import * as links from "../../../domain/links";
import { Bell, VolumeX } from "lucide-react";
import { Popover } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import { NavLink, useLocation } from "react-router-dom";
import { leaveFocusInPage } from "../../ui/focusHeading";
import { lazyBackground, lazyPart } from "../../ui/lazyPart";
import { ListSkeleton } from "./ListSkeleton";
import { moveThroughRows } from "./rowKeys";
import { useSound } from "./Sound";
import { useReadPath, useUnreadNotifications } from "./unread";

const loadPanel = () => import("./NotificationPanel");
const NotificationPanel = lazyPart(async () => (await loadPanel()).NotificationPanel, {
  message: "The notifications could not be loaded.",
  waiting: <ListSkeleton />,
});

/** Fetched by browsers in which sound was turned on. */
const SoundListener = lazyBackground(async () => (await import("./SoundListener")).SoundListener);

/** The server counts no further than one more. */
const SHOWN_MAX = 99;

const LOOK =
  "relative grid size-10 shrink-0 place-items-center rounded-sm text-muted transition-colors hover:bg-hover hover:text-ink touch:size-11";

export function BellButton() {
  const unread = useUnreadNotifications() ?? 0;
  const { state } = useSound();
  useReadPath(unread);
  const figure = unread > SHOWN_MAX ? `${SHOWN_MAX}+` : String(unread);
  const name = unread === 0 ? "Notifications" : `Notifications, ${figure} unread`;
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
        className={`${LOOK} aria-[current=page]:text-accent-ink lg:hidden`}
      >
        {face}
      </NavLink>
      <BellPopover name={name} unread={unread}>
        {face}
      </BellPopover>
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

type BellPopoverProps = { name: string; unread: number; children: ReactNode };

function BellPopover({ name, unread, children }: BellPopoverProps) {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  // The address at which it was opened: it closes when a row leads elsewhere.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const close = () => setOpenAt(null);
  return (
    <Popover.Root open={openAt === here} onOpenChange={(isOpen) => setOpenAt(isOpen ? here : null)}>
      <Popover.Trigger
        aria-label={name}
        className={`${LOOK} data-[state=open]:bg-hover max-lg:hidden`}
        onPointerEnter={() => void loadPanel().catch(() => undefined)}
      >
        {children}
      </Popover.Trigger>
      <Popover.Content
        ref={content}
        tabIndex={-1}
        aria-label="Notifications"
        align="end"
        sideOffset={6}
        collisionPadding={8}
        // The arrow keys go on from here to the rows.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          content.current?.focus();
        }}
        onKeyDown={moveThroughRows}
        onCloseAutoFocus={leaveFocusInPage}
        className="z-40 flex max-h-[min(35rem,calc(100dvh-5rem))] w-100 animate-pop flex-col overflow-hidden rounded-md border border-line bg-raised shadow-high outline-none max-lg:hidden"
      >
        <NotificationPanel unread={unread} onGo={close} />
      </Popover.Content>
    </Popover.Root>
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
      Click to turn sound on
    </button>
  );
}
