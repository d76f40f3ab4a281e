/** The list of notifications below the bell. */
import { Popover } from "radix-ui";
import { useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { leaveFocusInPage } from "../../ui/focusHeading";
import { BELL_LOOK, type BellPopoverProps } from "./bell";
import { NotificationPanel } from "./NotificationPanel";
import { moveThroughRows } from "./rowKeys";
import { t } from "../../../domain/language/texts";

/** The bell with its list below it, open at first. */
export function BellPopover({ name, unread, children }: BellPopoverProps) {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  // The address at which it was opened: it closes when a row leads elsewhere.
  const [openAt, setOpenAt] = useState<string | null>(here);
  const content = useRef<HTMLDivElement>(null);
  const close = () => setOpenAt(null);
  return (
    <Popover.Root open={openAt === here} onOpenChange={(isOpen) => setOpenAt(isOpen ? here : null)}>
      <Popover.Trigger
        aria-label={name}
        className={`${BELL_LOOK} data-[state=open]:bg-hover max-lg:hidden`}
      >
        {children}
      </Popover.Trigger>
      <Popover.Content
        ref={content}
        tabIndex={-1}
        aria-label={t("Notifications")}
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
