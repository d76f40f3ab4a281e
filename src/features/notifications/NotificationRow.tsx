/** A row of the bell: the partner, what happened, the sum and its age, and a dot until it is read. It leads to what it is about. */
import type { FunctionReturnType } from "convex/server";
import { Link } from "react-router-dom";
import type { api } from "../../../convex/_generated/api";
import { eventText } from "../../../domain/notificationTexts";
import { cx } from "../../lib/cx";
import { useNow } from "../../lib/useNow";
import { Avatar } from "../../ui/Avatar";
import { Money } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import { ageOf } from "./age";
import { t } from "../../../domain/language/texts";

export type NotificationItem = FunctionReturnType<typeof api.notifications.list>["page"][number];

export type NotificationRowProps = {
  notification: NotificationItem;
  /** Called before the browser goes to the address. */
  onGo: (notification: NotificationItem) => void;
};

/** Two lines, of which each has its own figure at the right; on wide screens one line, and with very large letters one below the other. */
const LOOK =
  "grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 px-3 py-1.5 -outline-offset-2 hover:bg-hover @max-[16em]:grid-cols-1 @3xl:grid-cols-[auto_minmax(0,2fr)_minmax(0,3fr)_7.5rem_6rem] @3xl:gap-x-4";

export function NotificationRow({ notification, onGo }: NotificationRowProps) {
  const { at, partnerName, paise, path, isRead } = notification;
  return (
    <li className="@container [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto] not-last:border-b not-last:border-line">
      <Link to={path} data-row onClick={() => onGo(notification)} className={LOOK}>
        <Picture notification={notification} />
        <span
          className={cx(
            "col-span-2 self-end wrap-anywhere @max-[16em]:col-span-1 @3xl:col-span-1 @3xl:self-center",
            !isRead && "font-semibold",
          )}
        >
          {partnerName}
        </span>{" "}
        <span className="self-start text-sm wrap-anywhere text-muted @3xl:self-center">
          {eventText(notification)}
        </span>{" "}
        <span className="col-span-2 self-start justify-self-end @max-[16em]:col-span-1 @max-[16em]:justify-self-start @3xl:col-span-1 @3xl:self-center">
          {paise !== undefined && <Money paise={paise} />}
        </span>{" "}
        <span className="col-start-4 row-start-1 flex items-center gap-2 self-end justify-self-end @max-[16em]:col-start-1 @max-[16em]:row-start-auto @max-[16em]:justify-self-start @3xl:col-start-5 @3xl:self-center">
          <Age at={at} />
          {!isRead && (
            <span className="size-2 rounded-full bg-accent-ink">
              <span className="sr-only">{t("Unread")}</span>
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

function Picture({
  notification: { partnerName, productName, picture },
}: Pick<NotificationRowProps, "notification">) {
  const place = "row-span-2 size-10 @max-[16em]:row-span-1 @3xl:row-span-1";
  return productName === undefined ? (
    <Avatar src={picture} name={partnerName} className={place} />
  ) : (
    <ProductPicture src={picture} alt="" className={cx(place, "rounded-sm")} />
  );
}

function Age({ at }: { at: number }) {
  const { text, words } = ageOf(at, useNow());
  return (
    <time dateTime={new Date(at).toISOString()} className="text-sm text-muted tabular-nums">
      <span aria-hidden>{text}</span>
      <span className="sr-only">{words}</span>
    </time>
  );
}
